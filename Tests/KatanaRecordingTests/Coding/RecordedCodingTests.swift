import Foundation
import Katana
import KatanaRecording
import Testing

@Suite struct RecordedCodingTests {
  private func text(_ value: some Encodable) throws -> String {
    var bytes: [UInt8] = []
    try RecordingEncoder().encode(value, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try RecordingDecoder().decode(Value.self, from: text(value).utf8)
  }

  @Test func everyValueIsReadBackAsItWas() throws {
    let value = Everything()
    let copy = try copy(value)
    #expect(copy == value)
    for (one, other) in zip(copy.doubles, value.doubles) {
      #expect(one.bitPattern == other.bitPattern)
    }
    #expect(copy.date.timeIntervalSinceReferenceDate == 785_646_044.123_456_7)
    #expect(copy.url.baseURL == value.url.baseURL)
    #expect(copy.present != nil && copy.absent == nil)
    #expect(try text(copy) == text(value))
  }

  /// Every type has a function of its own in each kind of container, which may forget to write.
  struct Integers: Codable, Equatable {
    var int = -1
    var int8 = Int8(-2)
    var int16 = Int16(-3)
    var int32 = Int32(-4)
    var int64 = Int64(-5)
    var int128 = Int128(-6)
    var uint = UInt(7)
    var uint8 = UInt8(8)
    var uint16 = UInt16(9)
    var uint32 = UInt32(10)
    var uint64 = UInt64(11)
    var uint128 = UInt128(12)
    var bool = true
    var double = 1.5
    var float = Float(2.5)
    var string = "s"
  }

  /// Writes and reads each value without a key.
  struct Row: Codable, Equatable {
    var values = Integers()
    init() {}

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(values.int)
      try list.encode(values.int8)
      try list.encode(values.int16)
      try list.encode(values.int32)
      try list.encode(values.int64)
      try list.encode(values.int128)
      try list.encode(values.uint)
      try list.encode(values.uint8)
      try list.encode(values.uint16)
      try list.encode(values.uint32)
      try list.encode(values.uint64)
      try list.encode(values.uint128)
      try list.encode(values.bool)
      try list.encode(values.double)
      try list.encode(values.float)
      try list.encode(values.string)
      try list.encodeNil()
    }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      values.int = try list.decode(Int.self)
      values.int8 = try list.decode(Int8.self)
      values.int16 = try list.decode(Int16.self)
      values.int32 = try list.decode(Int32.self)
      values.int64 = try list.decode(Int64.self)
      values.int128 = try list.decode(Int128.self)
      values.uint = try list.decode(UInt.self)
      values.uint8 = try list.decode(UInt8.self)
      values.uint16 = try list.decode(UInt16.self)
      values.uint32 = try list.decode(UInt32.self)
      values.uint64 = try list.decode(UInt64.self)
      values.uint128 = try list.decode(UInt128.self)
      values.bool = try list.decode(Bool.self)
      values.double = try list.decode(Double.self)
      values.float = try list.decode(Float.self)
      values.string = try list.decode(String.self)
      guard try list.decodeNil() else { throw CancellationError() }
    }
  }

  @Test func eachTypeIsWrittenInEachContainer() throws {
    let keyed =
      #"{"bool":true,"double":1.5,"float":2.5,"int":-1,"int128":-6,"int16":-3,"int32":-4,"#
      + #""int64":-5,"int8":-2,"string":"s","uint":7,"uint128":12,"uint16":9,"uint32":10,"#
      + #""uint64":11,"uint8":8}"#
    #expect(try text(Integers()) == keyed)
    #expect(try copy(Integers()) == Integers())
    #expect(
      try text(Row()) == #"[-1,-2,-3,-4,-5,-6,7,8,9,10,11,12,true,1.5,2.5,"s",null]"#)
    #expect(try copy(Row()) == Row())
    #expect(try text(UInt8(8)) == "8" && copy(UInt8(8)) == 8)
    #expect(try text(Int128.min) == "\(Int128.min)" && copy(UInt128.max) == .max)
  }

  @Test func aTextIsOneLineAndSafeInATerminal() throws {
    let text = try text(Everything())
    let isSafe = text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        && ![0x2028, 0x2029, 0x202E].contains(scalar.value)
    }
    #expect(isSafe)
  }

  @Test func numbersThatAreNoneAreTexts() throws {
    let values = [Double.nan, .infinity, -.infinity]
    #expect(try text(values) == #"["nan","inf","-inf"]"#)
    #expect(try copy(values).map(\.bitPattern) == values.map(\.bitPattern))
    let floats = [Float.nan, -.infinity]
    #expect(try copy(floats).map(\.bitPattern) == floats.map(\.bitPattern))
    #expect(try copy(["a": Double.nan])["a"]?.isNaN == true && copy(-Float.infinity) == -.infinity)
    #expect(try copy(Decimal.nan).isNaN)
    for text in ["nan:", "nan:x", "infinity", "1"] {
      #expect(throws: DecodingError.self) { try decode(Double.self, "\"\(text)\"") }
    }
  }

  /// Foundation's encoder writes each `NaN` alike.
  @Test func theBitsOfANaNAreNotWrittenButRead() throws {
    #expect(try text(-Double.nan) == #""nan""# && copy(-Double.nan).isNaN)
    #expect(try decode(Double.self, #""nan:fff8000000000000""#).bitPattern == 0xFFF8 << 48)
    #expect(try decode([Float].self, #"[1,"nan:7fc00001"]"#)[1].bitPattern == 0x7FC0_0001)
    #expect(
      try decode([String: [Double]].self, #"{"a":[0,"nan:7ff4000000000001"]}"#)["a"]?[1].isNaN
        == true)
  }

  @Test func manyRandomNumbersAreExact() throws {
    var random = Seeded(1)
    for _ in 0..<20_000 {
      let bits = random.next()
      let double = Double(bitPattern: bits).isNaN ? .nan : Double(bitPattern: bits)
      let half = UInt32(truncatingIfNeeded: bits)
      let float = Float(bitPattern: half).isNaN ? .nan : Float(bitPattern: half)
      let short = Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1_000
      let decimal =
        Decimal(random.next()) * Decimal(random.next())
        / Decimal(sign: .plus, exponent: Int.random(in: -80...80, using: &random), significand: 1)
      #expect(
        try copy([double, short]).map(\.bitPattern) == [double.bitPattern, short.bitPattern])
      #expect(try copy(float).bitPattern == float.bitPattern)
      #expect(try copy(decimal) == decimal || decimal.isNaN)
      let wide = UInt128(random.next()) << 64 | UInt128(random.next())
      #expect(try copy(wide) == wide)
      #expect(try copy(Int128(bitPattern: wide)) == Int128(bitPattern: wide))
    }
  }

  @Test func dictionariesAndSetsAreSorted() throws {
    #expect(try text(["b": 1, "a": 2, "": 3]) == #"{"":3,"a":2,"b":1}"#)
    #expect(try text([10: 1, -1: 2, 2: 3]) == #"{"-1":2,"10":1,"2":3}"#)
    #expect(try text(Set([3, 1, 2])) == "[1,2,3]")
    let spots = Dictionary(uniqueKeysWithValues: (0..<9).map { (Everything.Spot(x: $0, y: 0), $0) })
    let other = Dictionary(
      uniqueKeysWithValues: (0..<9).reversed().map { (Everything.Spot(x: $0, y: 0), $0) })
    #expect(try text(spots) == text(other))
    #expect(try copy(spots) == spots)
  }

  @Test func equalValuesHaveEqualTextsWhateverTheirOrderWas() throws {
    for seed in 0..<200 {
      var random = Seeded(UInt64(seed))
      let spots = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Everything.Spot(x: Int.random(in: -3...3, using: &random), y: 0)
      }
      let sets = spots.map { Set([[$0], spots]) }
      let (one, other) = (Set(sets), Set(sets.shuffled(using: &random)))
      #expect(try text(one) == text(other) && copy(one) == one)
      let pairs = spots.map { ($0, Set(spots)) }
      let first = Dictionary(pairs) { value, _ in value }
      let second = Dictionary(pairs.shuffled(using: &random)) { value, _ in value }
      #expect(try text(first) == text(second) && copy(first) == first)
    }
  }

  // MARK: Containers in unusual orders

  @Test func aSuperclassIsEncodedInItsOwnObject() throws {
    let dog = Dog(name: "Rex", age: 3)
    #expect(
      try text([dog, dog])
        == #"[{"age":3,"super":{"name":"Rex"}},{"age":3,"super":{"name":"Rex"}}]"#)
    let copy = try copy(dog)
    #expect(copy.name == "Rex" && copy.age == 3)
  }

  /// Writes to two lists by turns.
  private struct Zipped: Encodable {
    var items = [1, 2, 3]
    var password: Secret<String>?
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PlainKey.self)
      var one = container.nestedUnkeyedContainer(forKey: "one")
      var other = container.nestedUnkeyedContainer(forKey: "other")
      for item in items {
        try one.encode(item)
        try other.encode([item])
      }
      try container.encode(password, forKey: "password")
      _ = container.nestedContainer(keyedBy: PlainKey.self, forKey: "empty")
      #expect(one.count == 3 && one.codingPath.map(\.stringValue) == ["one"])
    }
  }

  @Test func containersMayBeWrittenByTurns() throws {
    var bytes = Array("[".utf8)
    let masked = try RecordingEncoder().encode(Zipped(password: Secret("x")), into: &bytes)
    #expect(masked == 1)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"[{"empty":{},"one":[1,2,3],"other":[[1],[2],[3]],"password":"•••"}"#)
  }

  private struct Swallowing: Encodable {
    struct Fails: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PlainKey.self)
        try container.encode(1, forKey: "a")
        try container.encode(Secret("x"), forKey: "secret")
        throw CancellationError()
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PlainKey.self)
      try? container.encode(Fails(), forKey: "fails")
      try container.encode(2, forKey: "fails")
      var list = container.nestedUnkeyedContainer(forKey: "list")
      try list.encode(1)
      try? list.encode(Fails())
      try list.encode(2)
    }
  }

  @Test func aValueWhoseErrorIsSwallowedLeavesNothing() throws {
    #expect(try text(Swallowing()) == #"{"fails":2,"list":[1,2]}"#)
  }

  @Test func anErrorLeavesTheBytesAsTheyWere() throws {
    var bytes = Array("abc".utf8)
    #expect(throws: CancellationError.self) {
      try RecordingEncoder().encode([Swallowing.Fails()], into: &bytes)
    }
    #expect(bytes == Array("abc".utf8))
  }

  private struct Nothing: Codable, Equatable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  @Test func aValueThatEncodesNothingIsAnEmptyObject() throws {
    #expect(try text([Nothing()]) == "[{}]")
    #expect(try copy([Nothing()]) == [Nothing()])
  }

  private indirect enum Chain: Codable, Equatable { case end, link(Chain) }

  @Test func aValueThatIsNestedTooDeeplyIsAnError() throws {
    let fine = (0..<200).reduce(Chain.end) { chain, _ in .link(chain) }
    #expect(try copy(fine) == fine)
    let deep = (0..<400).reduce(Chain.end) { chain, _ in .link(chain) }
    #expect(throws: EncodingError.self) { try text(deep) }
  }

  /// A value in as many containers as it says, each made in one way.
  private struct Nested: Codable, Equatable {
    enum Way: CaseIterable {
      case value, valueInList, keyed, unkeyed, keyedInList, unkeyedInList
      case keyedSuper, namedSuper, superInList
    }
    var (depth, way) = (0, Way.value)

    init(_ depth: Int, _ way: Way) { (self.depth, self.way) = (depth, way) }
    init(from decoder: any Decoder) throws {}
    static func == (lhs: Nested, rhs: Nested) -> Bool { true }

    private var inner: Nested { Nested(depth - 1, way) }

    func encode(to encoder: any Encoder) throws {
      switch way {
      case .value, .keyed, .unkeyed, .keyedSuper, .namedSuper:
        try encode(in: encoder.container(keyedBy: PlainKey.self))
      case .valueInList, .keyedInList, .unkeyedInList, .superInList:
        try encode(in: encoder.unkeyedContainer())
      }
    }

    private func encode(in container: KeyedEncodingContainer<PlainKey>) throws {
      var container = container
      if depth <= 1 { return try container.encode(1, forKey: "a") }
      switch way {
      case .keyed:
        try inner.encode(in: container.nestedContainer(keyedBy: PlainKey.self, forKey: "a"))
      case .unkeyed: try inner.encode(in: container.nestedUnkeyedContainer(forKey: "a"))
      case .keyedSuper: try inner.encode(to: container.superEncoder())
      case .namedSuper: try inner.encode(to: container.superEncoder(forKey: "a"))
      default: try container.encode(inner, forKey: "a")
      }
    }

    private func encode(in list: any UnkeyedEncodingContainer) throws {
      var list = list
      if depth <= 1 { return try list.encode(1) }
      switch way {
      case .keyedInList:
        var container = list.nestedContainer(keyedBy: PlainKey.self)
        if depth == 2 { return try container.encode(1, forKey: "a") }
        try Nested(depth - 2, way).encode(in: container.nestedUnkeyedContainer(forKey: "a"))
      case .unkeyed:
        var container = list.nestedContainer(keyedBy: PlainKey.self)
        if depth == 2 { return try container.encode(1, forKey: "a") }
        try Nested(depth - 2, way).encode(in: container.nestedUnkeyedContainer(forKey: "a"))
      case .unkeyedInList: try inner.encode(in: list.nestedUnkeyedContainer())
      case .superInList: try inner.encode(to: list.superEncoder())
      default: try list.encode(inner)
      }
    }
  }

  @Test(arguments: Nested.Way.allCases)
  private func containersMayBeNestedFiveHundredTimes(_ way: Nested.Way) throws {
    #expect(try copy(Nested(500, way)) == Nested(500, way))
    for depth in [501, 502, 700] {
      #expect(throws: EncodingError.self) { try text(Nested(depth, way)) }
    }
  }

  @Test func theDeepestValueFitsTheStackOfTheThreadThatWrites() async throws {
    let isCopied = await withCheckedContinuation { continuation in
      let thread = Thread {
        let deepest = (0..<249).reduce(Chain.end) { chain, _ in .link(chain) }
        continuation.resume(returning: (try? copy(deepest)) == deepest)
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
    #expect(isCopied)
  }

  // MARK: Errors

  @Test func anErrorNamesThePath() throws {
    let error = #expect(throws: DecodingError.self) {
      try decode([String: [[Bool]]].self, #"{"x":[],"a\"b":[[],[true,false,7]]}"#)
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a\"b", "Index 1", "Index 2"])
  }

  private final class Keeper: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  @Test func aKeptDecoderStillReadsItsText() throws {
    let decoder = RecordingDecoder()
    let keeper = try decoder.decode(Keeper.self, from: Array("[1,2]".utf8))
    #expect(
      try decoder.decode(String.self, from: Array(#""a long text of other bytes""#.utf8)).count
        == 26)
    #expect(try [Int](from: keeper.decoder) == [1, 2])
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try RecordingDecoder().decode(type, from: text.utf8)
  }
}

/// A key of any text.
struct PlainKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init(stringLiteral text: String) { stringValue = text }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
