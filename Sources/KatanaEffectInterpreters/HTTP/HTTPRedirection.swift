import Foundation
import KatanaEffects

/// Decides how to handle the redirects of one request. Pure.
///
/// The transport must not follow redirects itself: `URLSession` on Linux sends `Authorization` to
/// other hosts, loses the body of a 307, and resolves relative targets wrongly.
struct HTTPRedirection {
  private struct Stop: Hashable {
    let method: HTTPMethod
    let url: URL
  }

  enum Decision: Equatable {
    /// The response is not a redirect, or redirects are not followed.
    case deliver
    case follow(HTTPExchange)
    case fail(HTTPError)
  }

  private let request: HTTPRequest
  private var visited: Set<Stop> = []
  private var count = 0

  init(of request: HTTPRequest, from first: HTTPExchange) {
    self.request = request
    visited = [Stop(method: first.method, url: first.url)]
  }

  /// Returns what to do after the head of a response.
  mutating func next(after exchange: HTTPExchange, _ head: HTTPHead) -> Decision {
    guard [301, 302, 303, 307, 308].contains(head.status), request.redirects != .notFollowed,
      let location = head.headers["Location"]?.revealed
    else { return .deliver }
    guard let text = HTTPAddress.escaped(location),
      let target = URL(string: text, relativeTo: exchange.url)?.absoluteURL.withoutUser,
      let scheme = target.scheme, let host = target.host(), !host.isEmpty, target.port.isPort
    else { return .fail(.redirectRefused("an invalid address")) }
    guard scheme == "https" || scheme == "http" && !exchange.url.isEncrypted else {
      return .fail(.redirectRefused("\(scheme)://\(hostText(of: target))"))
    }
    let isSameOrigin = Origin(target) == Origin(exchange.url)
    if case .withinOrigin = request.redirects, !isSameOrigin {
      return .fail(.redirectRefused(hostText(of: target)))
    }
    count += 1
    guard count <= limit else { return .fail(.tooManyRedirects(limit)) }
    let next = exchange.redirected(to: target, head.status, keepsSecrets: isSameOrigin)
    if !isSameOrigin, next.body != .none, request.body.holdsSecret(in: request.json) {
      return .fail(.redirectRefused(hostText(of: target)))
    }
    guard visited.insert(Stop(method: next.method, url: next.url)).inserted else {
      return .fail(.redirectLoop(hostText(of: target)))
    }
    return .follow(next)
  }

  private var limit: Int {
    switch request.redirects {
    case .followed(let limit), .withinOrigin(let limit): limit
    case .notFollowed: 0
    }
  }
}

/// The origin of an address. Another origin must not receive the secrets that were meant for this
/// one.
struct Origin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  init(_ url: URL) {
    scheme = url.scheme?.lowercased() ?? ""
    host = url.host()?.lowercased() ?? ""
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}

extension HTTPExchange {
  fileprivate func redirected(to target: URL, _ status: Int, keepsSecrets: Bool) -> HTTPExchange {
    var next = self
    next.url = target
    if status == 303 && method != .head || (status == 301 || status == 302) && method == .post {
      (next.method, next.body) = (.get, .none)
      next.headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if !keepsSecrets { next.headers.fields.removeAll { $0.isForOneOrigin } }
    return next
  }
}

extension HTTPField {
  /// Whether the header must not be sent to another origin than the one that it was written for.
  fileprivate var isForOneOrigin: Bool {
    value.isSecret
      || ["authorization", "proxy-authorization", "cookie", "host"].contains(name.lowercased())
  }
}

extension URL {
  fileprivate var isEncrypted: Bool { scheme?.lowercased() == "https" }

  /// The address; `nil` if it holds a user name.
  fileprivate var withoutUser: URL? { user() == nil && password() == nil ? self : nil }
}
