import Foundation
import Katana
import KatanaRecording
import Testing

@Suite struct StrictDecodingTests {
  private struct Any_: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  private func reads(_ text: some Sequence<UInt8>) -> Bool {
    (try? CompactDecoder().decode(Any_.self, from: text)) != nil
  }

  @Test(arguments: [
    "", " ", "[1,]", #"{"a":1,}"#, "[,1]", "[1 2]", "1 2", "[1]]", "[", "]", "{", "}", "[}", "{]",
    #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{1:1}"#, "01", "1.", ".5", "+1", "-", "1e", "1e+", "0x1",
    "NaN",
    "Infinity", "tru", "truee", "nul", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "'a'",
    "\"\n\"", "\"\t\"", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"b":1,"a":1,"b":2}"#,
    #"{"é":1,"é":2}"#, "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "/**/1", "\u{FEFF}1",
    "[1]\u{0}",
  ])
  func whatIsNotStrictJSONIsRefused(_ text: String) { #expect(!reads(text.utf8)) }

  @Test(arguments: [
    "1", " [ 1 , 2 ] ", #"{"a":[{}],"b":{}}"#, "-0", "1e5", "1.5E-3", #""\u0041\ud83d\ude00\/""#,
    "[[[]]]",
    "\"\u{7F}é😀\"", #"{"b":1,"a":2,"c":{"a":1}}"#, "null", "true", "false",
  ])
  func whatIsStrictJSONIsRead(_ text: String) { #expect(reads(text.utf8)) }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80],
      [0xE2, 0x82],
      [0xF0, 0x8F, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xC3, 0x28],
      [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func badUTF8IsRefused(_ bytes: [UInt8]) {
    #expect(!reads([0x22] + bytes + [0x22]))
    #expect(!reads([0x22] + bytes))
  }

  @Test func everyCharacterOfUnicodeIsRead() throws {
    for start in stride(from: UInt32(0), through: 0x10FFFF, by: 4_096) {
      let text = (start..<(start + 4_096)).compactMap(Unicode.Scalar.init).reduce(into: "") {
        $0.unicodeScalars.append($1)
      }
      var bytes: [UInt8] = []
      try CompactEncoder().encode(text, into: &bytes)
      let copy = try CompactDecoder().decode(String.self, from: bytes)
      #expect(copy.unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try CompactDecoder().decode(type, from: text.utf8)
  }

  @Test func numbersThatDoNotFitAreRefused() throws {
    #expect(try decode(Int8.self, "-128") == -128)
    #expect(throws: DecodingError.self) { try decode(Int8.self, "128") }
    #expect(throws: DecodingError.self) { try decode(UInt8.self, "-1") }
    #expect(throws: DecodingError.self) { try decode(Int.self, "9223372036854775808") }
    #expect(throws: DecodingError.self) { try decode(Int.self, "1.0") }
    #expect(throws: DecodingError.self) { try decode(Int.self, "1e2") }
    #expect(throws: DecodingError.self) { try decode(Double.self, "1e400") }
    #expect(throws: DecodingError.self) { try decode(Float.self, "1e39") }
    #expect(throws: DecodingError.self) {
      try decode(Double.self, String(repeating: "1", count: 10_000))
    }
    #expect(try decode(Double.self, "12345678901234567168") == 12_345_678_901_234_567_168)
  }

  @Test func deepTextsAreRefusedWithoutRecursion() {
    #expect(reads((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8))
    #expect(!reads((String(repeating: "[", count: 600) + String(repeating: "]", count: 600)).utf8))
    #expect(!reads(String(repeating: "[", count: 5_000_000).utf8))
    #expect(!reads(String(repeating: #"{"a":"#, count: 1_000_000).utf8))
  }

  @Test func largeObjectsTakeLinearTime() throws {
    let count = 100_000
    let entries = (0..<count).map { "\"k\($0 &* 7_919 % count)\":\($0)" }
    let text = "{\(entries.joined(separator: ","))}"
    let values = try decode([String: Int].self, text)
    #expect(values.count == count)
    #expect(try decode(Backwards.self, text).sum == count * (count - 1) / 2)
    #expect(!reads("{\((entries + ["\"k5\":1"]).joined(separator: ","))}".utf8))
  }

  private struct Backwards: Decodable {
    var sum = 0
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PlainKey.self)
      for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
    }
  }

  // MARK: Fuzzing

  private static let fuzzSeeds =
    UInt64(ProcessInfo.processInfo.environment["KATANA_FUZZ"] ?? "") ?? 1_500

  @Test func mutatedTextsAreReadOrRefused() throws {
    var bytes: [UInt8] = []
    try CompactEncoder().encode([Everything()], into: &bytes)
    let decoder = CompactDecoder(makesStandIns: true)
    for seed in 0..<Self.fuzzSeeds {
      var random = Seeded(seed)
      var mutated = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) { mutated.mutate(&random) }
      guard let values = try? decoder.decode([Everything].self, from: mutated) else { continue }
      // What was read is a value like any other.
      var again: [UInt8] = []
      try CompactEncoder().encode(values, into: &again)
    }
  }

  /// The names "!b" and "Fa" have the same hash, by which most missing entries are recognised.
  @Test(arguments: [
    (#"{"Fa":7}"#, 7), (#"{"!b":1}"#, nil), (#"{"!b":1,"Fa":7}"#, 7), (#"{"Fa":7,"!b":1}"#, 7),
    (#"{"\u0046a":7}"#, 7), (#"{"é":1,"Fa":7}"#, 7), (#"{"":1,"Fa":7}"#, 7), (#"{"F":1}"#, nil),
    (#"{"Fa":{"Fa":1}}"#, nil), (#"{"x":{"Fa":1}}"#, nil), ("{}", nil), ("[7]", nil), ("7", nil),
  ])
  func anEntryIsFoundByItsNameWhateverTheOthersAre(_ text: String, _ value: Int?) throws {
    let decoder = CompactDecoder()
    // Another object before it, of which nothing may be left.
    for text in [#"{"Fa":9,"é":1}"#, text, #"{"Fa":9}"#, text] {
      let expected = text.contains("9") ? 9 : value
      let found = try Array(text.utf8).withUnsafeBufferPointer {
        try decoder.read($0).integer("Fa")
      }
      #expect(found == expected)
    }
  }

  /// What this decoder reads, Foundation's must read too: it is the less strict one.
  @Test func shortRandomTextsAreReadOnlyIfTheyAreJSON() throws {
    let alphabet = Array(#"{}[]:,"\u019aetrfnl-+. "#.utf8) + [0xC3, 0xA9, 0x00]
    var count = 0
    for seed in 0..<Self.fuzzSeeds * 10 {
      var random = Seeded(seed)
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      guard reads(text) else { continue }
      count += 1
      #expect((try? JSONDecoder().decode(Any_.self, from: Data(text))) != nil, "\(text)")
    }
    #expect(count > 100)
  }
}

extension [UInt8] {
  /// Changes bytes at one random place.
  mutating func mutate(_ random: inout Seeded) {
    guard !isEmpty else { return append(UInt8.random(in: 0...255, using: &random)) }
    let place = Int.random(in: 0..<count, using: &random)
    let end = Swift.min(place + Int.random(in: 1...20, using: &random), count)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: removeSubrange(place..<end)
    case 2: insert(contentsOf: self[place..<end], at: Int.random(in: 0...count, using: &random))
    case 3: removeLast(count - place)
    case 4: self[place] = Array(#"{}[],:"\0n-"#.utf8).randomElement(using: &random)!
    default: swapAt(place, Int.random(in: 0..<count, using: &random))
    }
  }
}
