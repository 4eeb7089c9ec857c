import Foundation
import KatanaRecording
import Testing

@Suite struct LineTests {
  private func line(_ number: UInt64 = 7) throws -> [UInt8] {
    var builder = LineBuilder()
    builder.begin(number)
    builder.add("t", 116_666_669)
    builder.add("on", true)
    builder.add("by", "a\"b\n\u{9B}")
    builder.add("path", ["x", "y"])
    try builder.add("m", value: ["increased": [1, 2]])
    builder.add("raw", json: Array("null".utf8))
    builder.end()
    return builder.bytes
  }

  private func check(_ line: some Collection<UInt8>) -> LineCheck {
    Array(line).withUnsafeBytes { LineCheck.of($0) }
  }

  @Test func aLineIsOneObjectWithItsChecksumLast() throws {
    let text = String(decoding: try line(), as: UTF8.self)
    #expect(
      text == #"""
        {"n":7,"t":116666669,"on":true,"by":"a\"b\n\u009b","path":["x","y"],"m":{"increased":[1,2]},"raw":null,"c":"514f2c92"}

        """#)
    #expect(try check(line().dropLast()) == .intact(number: 7))
    #expect(try JSONSerialization.jsonObject(with: Data(line())) is [String: Any])
  }

  @Test func theShortestLineIsIntact() {
    var builder = LineBuilder()
    builder.begin(7)
    builder.end()
    #expect(check(builder.bytes.dropLast()) == .intact(number: 7))
  }

  @Test func theChecksumIsTheOneOfGzip() {
    let bytes = Array("123456789".utf8)
    #expect(bytes.withUnsafeBytes { checksum($0) } == 0xCBF4_3926)
  }

  @Test func everyFlippedBitIsFound() throws {
    let line = Array(try line().dropLast())
    var found: [LineCheck] = []
    for bit in 0..<(line.count * 8) {
      var flipped = line
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      found.append(check(flipped))
    }
    #expect(found.count == line.count * 8)
    #expect(!found.contains { if case .intact = $0 { true } else { false } })
    #expect(found.filter { $0 == .damaged }.count > 750)
  }

  @Test func everyCutLineIsFound() throws {
    let line = Array(try line().dropLast())
    for end in 0..<line.count { #expect(check(line[..<end]) != .intact(number: 7)) }
    for start in 1..<line.count { #expect(check(line[start...]) == .garbage) }
  }

  @Test func whatIsNotALineIsGarbage() {
    for text in ["", "{}", "hello", #"{"n":7}"#, #"{"n":,"c":"00000000"}"#] {
      #expect(check(text.utf8) == .garbage)
    }
  }

  @Test func numbersThatDoNotFitAreGarbage() throws {
    #expect(try check(line(.max).dropLast()) == .intact(number: .max))
    for number in ["18446744073709551616", "-1", "1.5", ""] {
      let content = Array(#"{"n":\#(number)"#.utf8)
      let sum = content.withUnsafeBytes { checksum($0) }
      let digits = String(sum, radix: 16)
      let padded = String(repeating: "0", count: 8 - digits.count) + digits
      #expect(check(content + Array(#","c":"\#(padded)"}"#.utf8)) == .garbage)
    }
  }

  @Test func anEntryThatCannotBeEncodedLeavesTheLineAsItWas() {
    struct Fails: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    var builder = LineBuilder()
    builder.begin(1)
    #expect(throws: CancellationError.self) { try builder.add("m", value: Fails()) }
    builder.add("failed", "x")
    builder.end()
    #expect(check(builder.bytes.dropLast()) == .intact(number: 1))
    builder.begin(2)
    builder.cancel()
    #expect(builder.bytes.filter { $0 == 0x0A }.count == 1)
  }
}
