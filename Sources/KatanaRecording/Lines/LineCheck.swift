/// The result of checking the frame and the checksum of a line, before its content is read.
package enum LineCheck: Equatable, Sendable {
  /// The checksum is right.
  case intact(number: UInt64)
  /// The line has the frame of a line, but the checksum does not match its content: a bit was
  /// flipped, or the line was edited.
  case damaged
  /// The line does not have the frame of a line: it was cut, or is not of this format.
  case garbage

  /// Checks the bytes of a line, without the line break.
  package static func of(_ line: UnsafeRawBufferPointer) -> LineCheck {
    guard line.count >= LineFormat.prefix.count + 1 + LineFormat.suffixCount,
      line.prefix(LineFormat.prefix.count).elementsEqual(LineFormat.prefix),
      let written = checksum(line)
    else { return .garbage }
    let content = UnsafeRawBufferPointer(rebasing: line.dropLast(LineFormat.suffixCount))
    guard Checksum.of(content) == written else { return .damaged }
    return number(content).map(intact) ?? .garbage
  }

  /// Returns the checksum at the end of a line. Capital letters are refused: a builder writes none.
  private static func checksum(_ line: UnsafeRawBufferPointer) -> UInt32? {
    let start = line.count - LineFormat.suffixCount
    let digits = start + LineFormat.checksumStart.count
    let end = digits + LineFormat.checksumDigits
    guard line[start..<digits].elementsEqual(LineFormat.checksumStart),
      line[end...].elementsEqual(LineFormat.end)
    else { return nil }
    var value: UInt32 = 0
    for byte in line[digits..<end] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - 0x61 + 10)
      default: return nil
      }
    }
    return value
  }

  private static func number(_ content: UnsafeRawBufferPointer) -> UInt64? {
    var value: UInt64 = 0
    var index = LineFormat.prefix.count
    while index < content.count, ASCII.zero...ASCII.nine ~= content[index] {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = product.addingReportingOverflow(
        UInt64(content[index] - ASCII.zero))
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
      index += 1
    }
    let isNumber = index > LineFormat.prefix.count
    return isNumber && (index == content.count || content[index] == ASCII.comma) ? value : nil
  }
}
