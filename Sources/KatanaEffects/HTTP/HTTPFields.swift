public import Katana

/// The text of a header, of a query item or of a form field, which may be a secret.
///
/// A literal is plain: `"text/html"`, `"page \(number)"`. A secret one prints as `•••`.
public enum HTTPText: Hashable, Codable, Sendable {
  /// A text that may be shown.
  case plain(String)
  /// A text that is never shown, such as a token.
  case secret(Secret<String>)

  /// Creates a text that is never shown.
  public static func secret(_ text: String) -> HTTPText { .secret(Secret(text)) }

  /// The text itself. Give it to the server, and to nothing that prints.
  public var revealed: String {
    switch self {
    case .plain(let text): text
    case .secret(let secret): secret.revealed
    }
  }

  /// Whether the text must not be shown.
  public var isSecret: Bool { if case .secret = self { true } else { false } }
}

extension HTTPText: ExpressibleByStringInterpolation {
  /// Creates a plain text from a literal.
  public init(stringLiteral value: String) { self = .plain(value) }
}

extension HTTPText: CustomStringConvertible {
  /// The text, or `•••`.
  public var description: String {
    switch self {
    case .plain(let text): text
    case .secret(let secret): "\(secret)"
    }
  }
}

/// A name with a text: a header, a query item or a form field.
public struct HTTPField: Hashable, Codable, Sendable {
  /// The name.
  public var name: String
  /// The text.
  public var value: HTTPText

  /// Creates a field.
  public init(_ name: String, _ value: HTTPText) { (self.name, self.value) = (name, value) }
}

/// Fields in their order: headers, query items or the content of a form.
///
/// ```swift
/// let headers: HTTPFields = ["Accept": "text/html", "Authorization": .secret("Bearer \(token)")]
/// ```
///
/// A name may occur several times.
public struct HTTPFields: Hashable, Codable, Sendable {
  /// The fields in their order.
  public var fields: [HTTPField]

  /// Creates fields from a list.
  public init(_ fields: [HTTPField] = []) { self.fields = fields }

  /// The text of the first header of a name, in which upper and lower case are the same.
  ///
  /// Setting it replaces all headers of the name; `nil` removes them.
  public subscript(name: String) -> HTTPText? {
    get { fields.first { $0.name.isHeaderName(name) }?.value }
    set {
      let place = fields.firstIndex { $0.name.isHeaderName(name) } ?? fields.endIndex
      fields.removeAll { $0.name.isHeaderName(name) }
      if let newValue { fields.insert(HTTPField(name, newValue), at: place) }
    }
  }

  /// The texts of all headers of a name, in which upper and lower case are the same.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.isHeaderName(name) }.map(\.value.revealed)
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields in the order of a literal.
  public init(dictionaryLiteral elements: (String, HTTPText)...) {
    self.init(elements.map { HTTPField($0, $1) })
  }
}

extension HTTPFields: CustomStringConvertible {
  /// Such as `[Accept: text/html, Authorization: •••]`.
  public var description: String {
    "[" + fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "]"
  }
}

extension String {
  /// Whether both name the same header.
  package func isHeaderName(_ other: String) -> Bool {
    utf8.count == other.utf8.count && lowercased() == other.lowercased()
  }
}
