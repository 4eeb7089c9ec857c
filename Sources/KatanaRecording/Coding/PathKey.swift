/// A key in the path of an error, of a super encoder, or of a dictionary.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static var `super`: PathKey { PathKey("super") }

  init(_ text: String) { (stringValue, intValue) = (text, nil) }
  init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
