/// The errors of one field of a request, or of one thing that the request names.
public struct FieldError: Hashable, Codable, Sendable {
  /// The field or thing, such as `title` or `email or password`; empty if the server names none.
  public var field: String
  /// The errors, as texts that follow the name of the field: `can't be blank`.
  public var texts: [String]

  /// Creates the errors of a field.
  public init(_ field: String, _ texts: String...) {
    self.init(field, texts: texts)
  }

  /// Creates the errors of a field.
  public init(_ field: String, texts: [String]) {
    self.field = field
    self.texts = texts
  }
}
