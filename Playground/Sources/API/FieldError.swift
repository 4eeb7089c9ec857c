/// What is wrong with one field of a request, or with one thing it names.
public struct FieldError: Hashable, Codable, Sendable {
  /// The field or thing, such as `title` or `email or password`; empty if the server names none.
  public var field: String
  /// What is wrong, to be read after the field: `can't be blank`.
  public var texts: [String]

  /// A field and what is wrong with it.
  public init(_ field: String, _ texts: String...) {
    self.init(field, texts: texts)
  }

  /// A field and what is wrong with it.
  public init(_ field: String, texts: [String]) {
    self.field = field
    self.texts = texts
  }
}
