import Katana

extension [UInt8] {
  /// Appends a text in quotes. Characters with a meaning in JSON or in a terminal are escaped.
  mutating func appendQuoted(_ text: String) {
    append(ASCII.quote)
    var text = text
    text.withUTF8 { appendEscaped($0) }
    append(ASCII.quote)
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    let classes = JSONText.classes
    var (start, index) = (0, 0)
    classes.withUnsafeBufferPointer { classes in
      while index < text.count {
        let kind = classes[Int(text[index])]
        if kind == 0 {
          index += 1
          continue
        }
        let (scalar, length) = Self.scalar(text, index, kind)
        if isUnprintable(scalar) || scalar == 0x22 || scalar == 0x5C {
          append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
          appendEscape(scalar)
          start = index + length
        }
        index += length
      }
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Returns the character at an offset, and the number of its bytes. A Swift text is valid UTF-8,
  /// so all bytes of the character exist.
  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ kind: UInt8
  ) -> (UInt32, Int) {
    let byte = UInt32(text[index])
    if kind == 1 { return (byte, 1) }
    let second = UInt32(text[index + 1] & 0x3F)
    if byte < 0xE0 { return ((byte & 0x1F) << 6 | second, 2) }
    return ((byte & 0x0F) << 12 | second << 6 | UInt32(text[index + 2] & 0x3F), 3)
  }

  private mutating func appendEscape(_ scalar: UInt32) {
    append(ASCII.backslash)
    switch scalar {
    case 0x22, 0x5C: append(UInt8(scalar))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] { append(JSONText.digits[Int(scalar >> shift & 0xF)]) }
    }
  }
}
