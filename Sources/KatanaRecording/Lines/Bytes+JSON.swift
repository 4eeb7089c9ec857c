#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Katana

extension [UInt8] {
  /// Appends the bytes of a text that needs no escapes.
  mutating func appendText(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a text in quotes. Characters with a meaning in JSON or in a terminal are escaped.
  mutating func appendQuoted(_ text: String) {
    append(ASCII.quote)
    var text = text
    text.withUTF8 { appendEscaped($0, isText: true) }
    append(ASCII.quote)
  }

  /// Appends JSON text. Characters with a meaning in a terminal, which are in texts only, are
  /// escaped.
  mutating func appendEscaped(json: Data) {
    json.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { appendEscaped($0, isText: false) }
    }
  }

  /// - Parameter isText: Whether quotes and backslashes are escaped too.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, isText: Bool) {
    var (start, index) = (0, 0)
    while index < text.count {
      // Foundation has escaped the control characters of ASCII.
      let isPlain = !isText && text[index] < 0x7F
      guard !isPlain, let (scalar, length) = Self.escapable(text, index) else {
        index += 1
        continue
      }
      if isUnprintable(scalar) || isText && (scalar == 0x22 || scalar == 0x5C) {
        append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        appendEscape(scalar)
        start = index + length
      }
      index += length
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Returns a character that may need an escape, and the number of its bytes; otherwise `nil`. The
  /// text is valid UTF-8, so all bytes of the character exist.
  @inline(__always)
  private static func escapable(
    _ text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (UInt32, Int)? {
    let byte = UInt32(text[index])
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F: return (byte, 1)
    case 0xC2, 0xD8: return ((byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F), 2)
    case 0xE2:
      let second = UInt32(text[index + 1] & 0x3F)
      return ((byte & 0x0F) << 12 | second << 6 | UInt32(text[index + 2] & 0x3F), 3)
    default: return nil
    }
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
      appendHex(scalar, digits: 4)
    }
  }

  /// Appends a number as hexadecimal digits of a fixed count.
  mutating func appendHex(_ value: UInt32, digits: Int) {
    let text = String(value, radix: 16)
    append(contentsOf: repeatElement(ASCII.zero, count: digits - text.utf8.count))
    appendText(text)
  }
}
