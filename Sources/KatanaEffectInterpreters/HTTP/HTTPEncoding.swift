import Foundation
import Katana
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

func percentEncoded(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    if byte.isUnreserved {
      bytes.append(byte)
    } else {
      bytes += percentEncoding(of: byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns parts in the `multipart/form-data` encoding. Their types must be texts of a header.
func multipartEncoded(_ parts: [HTTPPart], boundary: String) -> Data {
  var data = Data()
  for part in parts {
    data += Data("--\(boundary)\r\n".utf8)
    data += Data("Content-Disposition: form-data; name=\"\(quoted(part.name))\"".utf8)
    if let file = part.fileName { data += Data("; filename=\"\(quoted(file))\"".utf8) }
    if let type = part.type { data += Data("\r\nContent-Type: \(type)".utf8) }
    data += Data("\r\n\r\n".utf8) + part.content.revealed + Data("\r\n".utf8)
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

extension HTTPField {
  /// Whether the field can be sent as a single header, and does not belong to the connection. A text
  /// such as "Bearer •••" comes from a secret in a `String`, and no server takes it.
  var isValidHeader: Bool {
    name.isToken && value.revealed.isFieldText && !Self.ofConnection.contains(name.lowercased())
      && !value.revealed.contains(Secret<String>.mask)
  }

  /// The headers that the transport writes. They say where a request ends, so another text in them
  /// would make a part of the body the next request.
  private static let ofConnection: Set = [
    "connection", "content-length", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
