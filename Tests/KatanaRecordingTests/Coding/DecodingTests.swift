import Foundation
import Katana
import KatanaRecording
import Testing

/// What a decoder does with texts that an encoder did not write. The checksum of a line finds damage,
/// so only a file that was edited on purpose has such texts.
@Suite struct DecodingTests {
  private struct Any_: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try RecordingDecoder().decode(type, from: text.utf8)
  }

  private func reads(_ text: some Sequence<UInt8>) -> Bool {
    (try? RecordingDecoder().decode(Any_.self, from: text)) != nil
  }

  @Test(arguments: [
    "", " ", "[,1]", "[1 2]", "1 2", "[1]]", "[", "]", "{", "}", "[}", "{]", #"{"a"}"#, #"{"a":}"#,
    #"{a:1}"#, #"{1:1}"#, "Infinity", "tru", "nul", "\"", "\"\\", "\"\\u12\"", "'a'",
    "[1]\u{0}",
  ])
  func whatIsNotJSONIsRefused(_ text: String) { #expect(!reads(text.utf8)) }

  @Test func everyCharacterOfUnicodeIsRead() throws {
    for start in stride(from: UInt32(0), through: 0x10FFFF, by: 4_096) {
      let text = (start..<(start + 4_096)).compactMap(Unicode.Scalar.init).reduce(into: "") {
        $0.unicodeScalars.append($1)
      }
      var bytes: [UInt8] = []
      try RecordingEncoder().encode(text, into: &bytes)
      let copy = try RecordingDecoder().decode(String.self, from: bytes)
      #expect(copy.unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
    }
  }

  @Test func numbersThatDoNotFitAreRefused() throws {
    #expect(try decode(Int8.self, "-128") == -128)
    #expect(throws: DecodingError.self) { try decode(Int8.self, "128") }
    #expect(throws: DecodingError.self) { try decode(UInt8.self, "-1") }
    #expect(throws: DecodingError.self) { try decode(Int.self, "9223372036854775808") }
    #expect(throws: DecodingError.self) { try decode(Int.self, "1.5") }
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
    #expect(try decode([String: Int].self, text).count == count)
  }

  // MARK: Fuzzing

  private static let fuzzSeeds =
    UInt64(ProcessInfo.processInfo.environment["KATANA_FUZZ"] ?? "") ?? 1_500

  @Test func mutatedTextsAreReadOrRefused() throws {
    var bytes: [UInt8] = []
    try RecordingEncoder().encode([Everything()], into: &bytes)
    let decoder = RecordingDecoder(makesStandIns: true)
    for seed in 0..<Self.fuzzSeeds {
      var random = Seeded(seed)
      var mutated = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) { mutated.mutate(&random) }
      guard let values = try? decoder.decode([Everything].self, from: mutated) else { continue }
      // What was read is a value like any other.
      var again: [UInt8] = []
      try RecordingEncoder().encode(values, into: &again)
    }
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
