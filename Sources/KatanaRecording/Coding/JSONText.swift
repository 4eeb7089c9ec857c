/// The escaping of characters in JSON strings.
enum JSONText {
  /// The class of each byte: 0 is never escaped, 1 is always escaped, and 2 begins a character that
  /// may be a control character.
  static let classes: [UInt8] = (0...255).map { byte in
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F: 1
    case 0xC2, 0xD8, 0xE2: 2
    default: 0
    }
  }

  static let digits = Array("0123456789abcdef".utf8)

  /// Returns the text of the bytes between quotes. A scanner must have checked them.
  static func unescaped(_ bytes: some RandomAccessCollection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index = bytes.index(after: index)
      guard byte == ASCII.backslash, index < bytes.endIndex else {
        text.append(byte)
        continue
      }
      appendEscaped(bytes, &index, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func appendEscaped<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ index: inout Bytes.Index, to text: inout [UInt8]
  ) {
    let letter = bytes[index]
    index = bytes.index(after: index)
    switch letter {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"):
      var scalar = unit(bytes, &index)
      if scalar & 0xFC00 == 0xD800 {
        index = bytes.index(index, offsetBy: 2, limitedBy: bytes.endIndex) ?? bytes.endIndex
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(bytes, &index) & 0x3FF
      }
      text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    default: text.append(letter)
    }
  }

  /// Reads four hexadecimal digits.
  private static func unit<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ index: inout Bytes.Index
  ) -> UInt32 {
    let end = bytes.index(index, offsetBy: 4, limitedBy: bytes.endIndex) ?? bytes.endIndex
    defer { index = end }
    return bytes[index..<end].reduce(0) { $0 << 4 | UInt32(hexValue($1) ?? 0) }
  }

  /// Returns the value of a hexadecimal digit; `nil` for another byte.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    case 0x41...0x46: byte - 0x41 + 10
    default: nil
    }
  }
}
