/// A key in the path of an error, and the key of a super encoder.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static var `super`: PathKey { PathKey("super") }

  init(_ text: String) { (stringValue, intValue) = (text, nil) }
  init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
