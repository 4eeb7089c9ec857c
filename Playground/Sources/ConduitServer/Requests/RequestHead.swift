import Foundation
public import Katana

/// What a client sends before the body of a request: enough to refuse it before its body is read.
public struct RequestHead: Equatable, Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path with its query, as they came: `/api/articles?tag=swift`.
  public var target: String
  /// The header `Authorization`; `nil` if there is none.
  public var authorization: Secret<String>?
  /// The size of the body in bytes, as the header `Content-Length` states it.
  public var contentLength: Int?

  /// Creates a head.
  public init(
    _ method: String, _ target: String, authorization: Secret<String>? = nil,
    contentLength: Int? = nil
  ) {
    (self.method, self.target) = (method, target)
    (self.authorization, self.contentLength) = (authorization, contentLength)
  }
}

extension RequestHead {
  /// The parts of the path, decoded after the path was split, so that a name may contain a slash.
  var path: [String] {
    targetWithoutHost.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
      .map(Self.withoutEscapes)
  }

  /// The target without the scheme and the host that it may begin with (RFC 9112, section 3.2.2).
  private var targetWithoutHost: Substring {
    guard !target.hasPrefix("/"), let start = target.firstRange(of: "://") else {
      return target[...]
    }
    return target[start.upperBound...].drop { $0 != "/" && $0 != "?" }
  }

  /// The items of the query. Of several items with one name, the first counts.
  var query: [String: String] {
    guard let start = target.firstIndex(of: "?") else { return [:] }
    let items = target[target.index(after: start)...].prefix { $0 != "#" }.split(separator: "&")
    return Dictionary(
      items.map { item in
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Decodes a part of a query. A plus sign is a blank there, as in web forms.
  private static func decoded(_ text: Substring) -> String {
    withoutEscapes(text.utf8.contains(UInt8(ascii: "+")) ? text.replacing("+", with: " ") : text)
  }

  /// Decodes what is escaped with percent signs. Most texts have none, and Foundation takes its time.
  private static func withoutEscapes(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return text.removingPercentEncoding ?? String(text)
  }

  /// The token of the header `Token …`. A header of another form gives an empty token, which no
  /// session has: the request is refused as "invalid", and as "missing" only without a header.
  var token: Secret<String>? {
    authorization.map { header in
      let parts = header.revealed.split(separator: " ", maxSplits: 1)
      let isToken = parts.count == 2 && parts[0].lowercased() == "token"
      return Secret(isToken ? String(parts[1]) : "")
    }
  }
}
