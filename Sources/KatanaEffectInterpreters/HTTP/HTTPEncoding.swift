import Foundation
import KatanaEffects

/// Returns fields in the encoding of a query or a form.
///
/// All characters except letters, digits and `-._~` are percent-encoded. A space becomes `%20`,
/// because a decoder of queries reads `+` as a plus sign, and a decoder of forms reads it as a
/// space.
func formEncoded(_ fields: HTTPFields) -> String {
  fields.fields.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value.revealed))" }
    .joined(separator: "&")
}

private func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    if byte.isUnreserved {
      bytes.append(byte)
    } else {
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns parts in the `multipart/form-data` encoding.
func multipartEncoded(_ parts: [HTTPPart], boundary: String) -> Data {
  var data = Data()
  for part in parts {
    data += Data("--\(boundary)\r\n".utf8)
    data += Data("Content-Disposition: form-data; name=\"\(quoted(part.name))\"".utf8)
    if let file = part.fileName { data += Data("; filename=\"\(quoted(file))\"".utf8) }
    if let type = part.type { data += Data("\r\nContent-Type: \(unbroken(type))".utf8) }
    data += Data("\r\n\r\n".utf8) + part.content + Data("\r\n".utf8)
  }
  return data + Data("--\(boundary)--\r\n".utf8)
}

/// Returns a name as browsers write it between quotation marks.
///
/// Scalars are compared, because a combining mark forms one character with a quotation mark before
/// it.
private func quoted(_ name: String) -> String {
  name.unicodeScalars.reduce(into: "") { result, scalar in
    switch scalar {
    case "\r": result += "%0D"
    case "\n": result += "%0A"
    case "\"": result += "%22"
    default: result.unicodeScalars.append(scalar)
    }
  }
}

/// Returns a text without line ends.
private func unbroken(_ text: String) -> String {
  String(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" })
}

extension HTTPField {
  /// Whether the field can be sent as a single header. A line feed in it would start another
  /// header.
  var isValidHeader: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isUnreserved || "!#$%&'*+^`|".utf8.contains($0) }
      && value.revealed.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
  }
}

extension UInt8 {
  /// Whether this is a letter, a digit or one of `-._~`.
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(self)
    }
  }
}
