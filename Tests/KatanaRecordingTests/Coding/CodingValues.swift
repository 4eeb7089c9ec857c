import Foundation
import Katana

/// A seeded source of random numbers.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// One of everything that is easily written wrong.
struct Everything: Codable, Equatable {
  enum Color: String, Codable, CodingKeyRepresentable { case red, green }
  struct Spot: Codable, Hashable { var x: Int, y: Int }
  indirect enum Shape: Codable, Hashable {
    case none
    case named(String)
    case at(Spot, scale: Double)
    case both(Shape, Shape)
  }

  var smallest = Int64.min
  var largest = UInt64.max
  var wide = Int128.min
  var wider = UInt128.max
  var bytes: [UInt8] = [0, 255]
  var small: [Int8] = [-128, 127]
  var decimals = [Decimal(string: "0.1")! / 3, Decimal.greatestFiniteMagnitude, -5, 0]
  var doubles = [0.1, -0.0, 5e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, 1 / 3]
  var floats: [Float] = [0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1 / 3, 16_777_215]
  var data = Data([0, 1, 254, 255])
  var date = Date(timeIntervalSinceReferenceDate: 785_646_044.123_456_7)
  var url = URL(string: "path?q=a%20b", relativeTo: URL(string: "https://example.com/x/"))!
  var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
  var maybe: [Int?] = [nil, 1]
  var perhaps: [Int??] = [nil, .some(nil), 1]
  var doubtful: [Int???] = [nil, .some(nil), .some(.some(nil)), 1]
  var absent: Int??
  var present: Int?? = .some(nil)
  var doubtfulField: Int??? = .some(.some(nil))
  var byText = ["b": 1, "a": 2, "\u{1}\"\\": 3, "": 4]
  var byNumber = [3: "c", -1: "a", 10: "b"]
  var byColor: [Color: Int] = [.green: 1, .red: 2]
  var bySpot = [Spot(x: 1, y: 2): "a", Spot(x: 0, y: 3): "b", Spot(x: 9, y: 9): "c"]
  var set: Set<Shape> = [.none, .named("x"), .at(Spot(x: 1, y: 1), scale: -0.0)]
  var shape = Shape.both(.both(.none, .named("\u{7F}\u{2028}\n\u{9B}31m")), .none)
  var text = "\u{0}\u{1F} \"\\/ \u{85} \u{2028}\u{2029} \u{202E} é e\u{301} 👩‍👩‍👧 \u{10FFFF}"
  var nested = [["a": [1, 2]], [:], ["b": []]]
}

/// A class whose superclass has a field of the same name.
class Animal: Codable {
  var name: String
  init(name: String) { self.name = name }
}

final class Dog: Animal {
  var age: Int
  private enum CodingKeys: CodingKey { case name, age }

  init(name: String, age: Int) {
    self.age = age
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    age = try container.decode(Int.self, forKey: .age)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // The encoder of the superclass is made before the last entry and used after it.
    let encoder = container.superEncoder()
    try container.encode(age, forKey: .age)
    try super.encode(to: encoder)
  }
}
