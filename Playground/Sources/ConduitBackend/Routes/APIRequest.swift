import Foundation

/// A request to the API, reduced to the parts that the routes need.
struct APIRequest: Sendable {
  var method: String
  var segments: [String]
  var query: [String: String]
  var token: SessionToken?
  var body: Data
  var receivedAt: Date

  /// The variable segments of the path, by their names in the route.
  var parameters: [String: String] = [:]

  init(
    method: String, path: String, query: [String: String] = [:], authorization: String? = nil,
    body: Data = Data(), receivedAt: Date
  ) {
    self.method = method
    self.segments = Self.segments(of: path)
    self.query = query
    self.token = authorization.map(Self.token)
    self.body = body
    self.receivedAt = receivedAt
  }

  /// Splits a percent-encoded path before it is decoded, so that a name may contain a slash.
  static func segments(of path: String) -> [String] {
    path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }

  /// Reads a header `Token …`. Any other scheme becomes a token that no session has. The request is
  /// then refused as "invalid"; without a header it is refused as "missing".
  private static func token(authorization: String) -> SessionToken {
    let scheme = "Token "
    return SessionToken(
      authorization.hasPrefix(scheme) ? String(authorization.dropFirst(scheme.count)) : "")
  }

  func parameter(_ name: String) -> String {
    guard let value = parameters[name] else {
      preconditionFailure("The route of \(method) \(segments) has no parameter \(name).")
    }
    return value
  }

  /// Reads a whole number from the query.
  func number(_ name: String, atLeast minimum: Int, default standard: Int) throws(APIFailure) -> Int
  {
    guard let text = query[name] else { return standard }
    guard let number = Int(text), number >= minimum else {
      throw .invalid(name, "must be a whole number, \(minimum) or more")
    }
    return number
  }
}
