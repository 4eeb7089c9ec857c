import Testing

/// A request that is refused, and how: a line of a table.
struct RefusedRow: CustomTestStringConvertible {
  var line: String
  var user: String?
  var body: String
  var status: Int
  var errors: [String]

  /// - Parameters:
  ///   - line: The method and the target without `/api`.
  ///   - user: Whose token is sent.
  ///   - body: The body.
  ///   - status: The expected status.
  ///   - errors: The expected errors, sorted.
  init(
    _ line: String, as user: String? = nil, _ body: String, _ status: Int, _ errors: String...
  ) {
    (self.line, self.user, self.body) = (line, user, body)
    (self.status, self.errors) = (status, errors)
  }

  /// A request without a body.
  init(_ line: String, as user: String? = nil, _ status: Int, _ errors: String...) {
    (self.line, self.user, self.body) = (line, user, "")
    (self.status, self.errors) = (status, errors)
  }

  var testDescription: String { "\(line) \(body) → \(status)" }
}
