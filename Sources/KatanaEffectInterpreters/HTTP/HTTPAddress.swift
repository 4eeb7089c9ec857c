/// Writes addresses so that `URL` takes them as they are. Pure.
///
/// A character that may not stand in an address is percent-encoded once, and escapes that are there
/// stay. `URL` itself encodes a part of an address again if it holds both.
package enum HTTPAddress {
  /// Returns an address, or a reference to one, without its fragment.
  ///
  /// - Returns: `nil` if the host or the user name contains a character that cannot be encoded there.
  package static func escaped(_ text: String) -> String? {
    var rest = Substring(text).utf8
    rest = rest.prefix { $0 != UInt8(ascii: "#") }
    var result = takeScheme(&rest).map { "\($0):" } ?? ""
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { !"/?".utf8.contains($0) }
      let text = String(Substring(authority))
      guard isAuthority(text) else { return nil }
      result += "//\(text)"
      rest = rest.dropFirst(2 + authority.count)
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    result += escaped(path, besides: "!$&'()*+,;=:@/")
    if path.endIndex == rest.endIndex { return result }
    return result + "?" + escaped(rest[path.endIndex...].dropFirst(), besides: "!$&'()*+,;=:@/?")
  }

  /// Removes the scheme at the beginning, and returns it in lower case; `nil` if there is none.
  private static func takeScheme(_ rest: inout Substring.UTF8View) -> String? {
    let name = rest.prefix {
      $0.isUnreserved && $0 != 0x5F && $0 != 0x7E || $0 == UInt8(ascii: "+")
    }
    guard let first = name.first, first | 0x20 >= UInt8(ascii: "a"),
      rest[name.endIndex...].first == UInt8(ascii: ":")
    else { return nil }
    rest = rest[name.endIndex...].dropFirst()
    return String(Substring(name)).lowercased()
  }

  /// Whether a host with its port can be sent. Hosts in other scripts can: `URL` writes them in
  /// letters of ASCII.
  private static func isAuthority(_ text: String) -> Bool {
    let isInBrackets = text.utf8.contains(UInt8(ascii: "["))
    return text.utf8.allSatisfy { byte in
      byte > 0x20 && byte != 0x7F && !#"<>"\^`{|}"#.utf8.contains(byte)
        && (isInBrackets || byte != UInt8(ascii: "%"))
    }
  }

  private static func escaped(_ part: Substring.UTF8View, besides allowed: String) -> String {
    var bytes: [UInt8] = []
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      let digits = part[index...].dropFirst().prefix(2)
      let isEscape =
        byte == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy(\.isHexDigit)
      if isEscape || byte.isUnreserved || allowed.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += percentEncoding(of: byte)
      }
      index = part.index(after: index)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Returns the escape for a byte, such as `%2F`.
func percentEncoding(of byte: UInt8) -> [UInt8] {
  let digits = Array("0123456789ABCDEF".utf8)
  return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}

extension UInt8 {
  /// Whether this is a letter, a digit or one of `-._~`.
  var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(self)
    }
  }

  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether this may stand in the name of a header or a method.
  var isTokenCharacter: Bool { isUnreserved || "!#$%&'*+^`|".utf8.contains(self) }
}

extension String {
  /// Whether this can be the name of a header or a method.
  var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }

  /// Whether this can be the text of a header. A line end in it would begin another header.
  var isFieldText: Bool { utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 } }
}
