public import Katana

/// The text of an address, a header, a query item or a form field, which may be a secret.
///
/// Literals are plain: `"text/html"`, `"page \(number)"`. A text into which a secret is interpolated
/// is a secret: `"Bearer \(token)"`. A secret text prints as `•••`.
public enum HTTPText: Hashable, Codable, Sendable {
  /// A text that may be printed.
  case plain(String)
  /// A text that is never printed, such as a token.
  case secret(Secret<String>)

  /// The text itself, also if it is a secret. Send it to the server, and never print it.
  public var revealed: String {
    switch self {
    case .plain(let text): text
    case .secret(let secret): secret.revealed
    }
  }

  /// Whether the text is a secret.
  package var isSecret: Bool { if case .secret = self { true } else { false } }
}

extension HTTPText: ExpressibleByStringInterpolation {
  /// Creates a plain text from a literal.
  public init(stringLiteral value: String) { self = .plain(value) }

  /// Creates a text, which is a secret if a part of it is one.
  public init(stringInterpolation: StringInterpolation) {
    let text = stringInterpolation.text
    self = stringInterpolation.isSecret ? .secret(Secret(text)) : .plain(text)
  }

  /// The parts of a text.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var isSecret = false

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a part of the literal.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends what a value prints.
    public mutating func appendInterpolation(_ value: some Any) { text += "\(value)" }

    /// Appends another text. If it is a secret, so is the whole text.
    public mutating func appendInterpolation(_ other: HTTPText) {
      text += other.revealed
      isSecret = isSecret || other.isSecret
    }

    /// Appends what a secret hides. The whole text is a secret.
    public mutating func appendInterpolation(_ secret: Secret<some Any>) {
      appendInterpolation(.secret("\(secret.revealed)"))
    }
  }
}

extension HTTPText: CustomStringConvertible {
  /// The text, or `•••` for a secret.
  public var description: String {
    switch self {
    case .plain(let text): text
    case .secret(let secret): "\(secret)"
    }
  }
}

/// A value that an address or a literal of ``HTTPFields`` may be: a text, a number, or a secret.
public protocol HTTPFieldValue: Sendable {
  /// The text of the value.
  var httpText: HTTPText { get }
}

extension HTTPFieldValue where Self == HTTPText {
  /// Returns a text that is never printed.
  public static func secret(_ text: String) -> HTTPText { .secret(Secret(text)) }
}

extension HTTPText: HTTPFieldValue {
  /// The text itself.
  public var httpText: HTTPText { self }
}

extension String: HTTPFieldValue {
  /// The plain text.
  public var httpText: HTTPText { .plain(self) }
}

extension Int: HTTPFieldValue {
  /// The number in decimal digits.
  public var httpText: HTTPText { .plain("\(self)") }
}

extension Secret: HTTPFieldValue where Value == String {
  /// The secret text.
  public var httpText: HTTPText { .secret(self) }
}

/// A name and a text: a header, a query item or a form field.
public struct HTTPField: Hashable, Codable, Sendable {
  /// The name.
  public var name: String
  /// The text.
  public var value: HTTPText

  /// Creates a field.
  public init(_ name: String, _ value: HTTPText) { (self.name, self.value) = (name, value) }
}

/// An ordered list of fields: headers, query items or the content of a form.
///
/// ```swift
/// let headers: HTTPFields = ["Accept": "text/html", "Authorization": .secret("Bearer 42")]
/// ```
///
/// The values are texts, numbers and secrets; see ``HTTPFieldValue``. Several fields may have the
/// same name.
public struct HTTPFields: Hashable, Codable, Sendable {
  /// The fields, in order.
  public var fields: [HTTPField]

  /// Creates fields from a list.
  public init(_ fields: [HTTPField] = []) { self.fields = fields }

  /// The text of the first field with a name. Names are compared without regard to case.
  ///
  /// Setting a text replaces all fields with this name, at the position of the first one. Setting
  /// `nil` removes them.
  public subscript(name: String) -> HTTPText? {
    get { fields.first { $0.name.isHeaderName(name) }?.value }
    set {
      let place = fields.firstIndex { $0.name.isHeaderName(name) } ?? fields.endIndex
      fields.removeAll { $0.name.isHeaderName(name) }
      if let newValue { fields.insert(HTTPField(name, newValue), at: place) }
    }
  }

  /// Returns the texts of all fields with a name, in order and with secrets revealed.
  ///
  /// Names are compared without regard to case.
  ///
  /// - Note: `URLSession` joins the fields of one name of a response with commas. So of several
  ///   `Set-Cookie` headers, there is one text here. Another transport keeps them apart.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.isHeaderName(name) }.map(\.value.revealed)
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields in the order of the literal.
  public init(dictionaryLiteral elements: (String, any HTTPFieldValue)...) {
    self.init(elements.map { HTTPField($0, $1.httpText) })
  }
}

extension HTTPFields: CustomStringConvertible {
  /// The fields with secrets hidden, such as `[Accept: text/html, Authorization: •••]`.
  public var description: String {
    "[" + fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "]"
  }
}

extension String {
  /// Returns whether both strings name the same header: names are compared without regard to case.
  package func isHeaderName(_ other: String) -> Bool {
    utf8.count == other.utf8.count && lowercased() == other.lowercased()
  }
}
