import Foundation
import Katana

/// One of each value that is easily written wrong, as the files in `Fixtures` hold it.
///
/// - Important: Do not change a value or a type: the files of earlier versions hold these.
struct FixtureValues: Codable, Equatable, Sendable {
  enum Color: String, Codable, CodingKeyRepresentable { case red, green }
  struct Spot: Codable, Hashable, Sendable { var x: Int, y: Int }
  indirect enum Shape: Codable, Hashable, Sendable {
    case none
    case named(String)
    case at(Spot, scale: Double)
    case both(Shape, Shape)
  }
  enum Answer: Codable, Equatable, Sendable { case result(Outcome<Int, Refused>) }
  struct Refused: Error, Codable, Equatable { var reason: String }

  var isOn = true
  var tiny: [Int8] = [-128, 127]
  var bytes: [UInt8] = [0, 255]
  var smallest = Int64.min
  var largest = UInt64.max
  var wide = Int128.min
  var wider = UInt128.max
  var doubles = [
    0.1, -0.0, 5e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, 1 / 3, .infinity,
    -.infinity, .nan, -.nan, Double(bitPattern: 0x7FF4_0000_0000_0001),
  ]
  var double = -Double.nan
  var floats: [Float] = [
    0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 16_777_215, -.infinity, .nan,
    Float(bitPattern: 0x7FC0_0001),
  ]
  var float = Float.infinity
  var decimals = [Decimal(string: "0.1")! / 3, .greatestFiniteMagnitude, -5, 0, .nan]
  var decimal = Decimal(string: "-12.50")!
  var data = Data([0, 1, 254, 255])
  var empty = Data()
  var dates = [
    Date(timeIntervalSinceReferenceDate: 785_646_044.123_456_7), .distantPast,
    Date(timeIntervalSince1970: 0.1),
  ]
  var url = URL(string: "path?q=a%20b", relativeTo: URL(string: "https://example.com/x/"))!
  var plainURL = URL(string: "https://example.com/é?q=1#2")!
  var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
  var duration = Duration.seconds(-1.5)
  var range = 1...7
  var maybe: [Int?] = [nil, 1]
  var perhaps: [Int??] = [nil, .some(nil), 1]
  var doubtful: [Int???] = [nil, .some(nil), .some(.some(nil)), 1]
  var absent: Int??
  var present: Int?? = .some(nil)
  var doubtfulField: Int??? = .some(.some(nil))
  var maybeShape: Shape?? = .some(.named("?"))
  var byText = ["b": 1, "a": 2, "\u{1}\"\\": 3, "": 4, "é": 5]
  var byNumber = [3: "c", -1: "a", 10: "b"]
  var byColor: [Color: Int] = [.green: 1, .red: 2]
  var bySpot = [Spot(x: 1, y: 2): "a", Spot(x: 0, y: 3): "b", Spot(x: 9, y: 9): "c"]
  var numbers: Set<Int> = [10, 9, -1]
  var shapes: Set<Shape> = [.none, .named("x"), .at(Spot(x: 1, y: 1), scale: -0.0)]
  var sets: Set<Set<Int>> = [[1, 2], [3], []]
  var shape = Shape.both(.both(.none, .named("\u{7F}\u{2028}\n\u{9B}31m")), .none)
  var text = "\u{0}\u{1F} \"\\/ \u{85} \u{2028}\u{2029} \u{202E} é e\u{301} 👩‍👩‍👧 \u{10FFFF}"
  var nested = [["a": [1, 2]], [:], ["b": []]]
  var failed = Answer.result(.failure(Refused(reason: "no\t\r\n")))
  var succeeded = Answer.result(.success(7))

  /// Whether two values are equal to the bit, also where `==` says less or more.
  func isSame(as other: FixtureValues) -> Bool {
    comparable == other.comparable
      && doubles.map(\.bitPattern) == other.doubles.map(\.bitPattern)
      && floats.map(\.bitPattern) == other.floats.map(\.bitPattern)
      && double.bitPattern == other.double.bitPattern
      && float.bitPattern == other.float.bitPattern
      && dates.map(\.timeIntervalSinceReferenceDate.bitPattern)
        == other.dates.map(\.timeIntervalSinceReferenceDate.bitPattern)
      && text.unicodeScalars.elementsEqual(other.text.unicodeScalars)
      && url.baseURL == other.url.baseURL && url.relativeString == other.url.relativeString
      && decimals.map(\.description) == other.decimals.map(\.description)
  }

  /// A copy as recordings hold it since Foundation's coders write them: a NaN has no sign and no
  /// payload (`Docs/maintaining/decisions/why-recording.md`).
  var withPlainNaNs: FixtureValues {
    var copy = self
    copy.doubles = doubles.map { $0.isNaN ? .nan : $0 }
    copy.floats = floats.map { $0.isNaN ? .nan : $0 }
    copy.double = double.isNaN ? .nan : double
    return copy
  }

  /// A copy without the numbers that are not equal to themselves.
  private var comparable: FixtureValues {
    var copy = self
    (copy.doubles, copy.double, copy.floats) = ([], 0, [])
    copy.decimals.removeAll { $0.isNaN }
    return copy
  }
}

extension FixtureValues.Answer {
  init(from decoder: any Decoder) throws { self = .result(try Outcome(from: decoder)) }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .result(let result): try result.encode(to: encoder)
    }
  }
}
