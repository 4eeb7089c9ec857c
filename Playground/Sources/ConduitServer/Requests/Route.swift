/// The method and the path of an operation, and who may ask for it.
struct Route: Sendable {
  /// Who may ask for an operation.
  enum Access: Sendable {
    /// Everybody. A session counts if there is one, so a token that is wrong is refused.
    case anyone
    /// Users with a session.
    case user
    /// Everybody, and a token has no effect: to log in, an old one must not matter.
    case guest
  }

  /// The method, such as `GET`.
  let method: String
  /// The parts of the path behind `/api`. Those with a colon match any text.
  let path: [String]
  /// Who may ask.
  let access: Access
  /// Whether requests have a body that is read.
  let hasBody: Bool

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path behind `/api`, such as `articles/:slug`.
  ///   - access: Who may ask.
  ///   - hasBody: Whether requests have a body that is read.
  init(_ method: String, _ path: String, for access: Access = .anyone, hasBody: Bool = false) {
    self.method = method
    self.path = path.split(separator: "/").map(String.init)
    (self.access, self.hasBody) = (access, hasBody)
  }

  /// Returns the values of the parts with a colon; `nil` if the path is another one.
  func values(in path: ArraySlice<String>) -> [String: String]? {
    guard path.count == self.path.count else { return nil }
    var values: [String: String] = [:]
    for (expected, part) in zip(self.path, path) {
      if expected.hasPrefix(":") {
        values[String(expected.dropFirst())] = part
      } else if expected != part {
        return nil
      }
    }
    return values
  }
}
