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
  /// For each part with a colon, what follows the colon.
  private let names: [String?]
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
    names = self.path.map { $0.hasPrefix(":") ? String($0.dropFirst()) : nil }
    (self.access, self.hasBody) = (access, hasBody)
  }

  /// Returns whether a path is one of this route.
  func matches(_ path: ArraySlice<String>) -> Bool {
    path.count == self.path.count
      && zip(path, zip(self.path, names)).allSatisfy { part, expected in
        expected.1 != nil || expected.0 == part
      }
  }

  /// Returns the values of the parts with a colon. The path must match.
  func values(in path: ArraySlice<String>) -> [String: String] {
    var values: [String: String] = [:]
    for (name, part) in zip(names, path) { if let name { values[name] = part } }
    return values
  }
}
