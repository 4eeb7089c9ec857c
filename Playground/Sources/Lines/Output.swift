public import KatanaEffects

/// What a presenter shows, as data. ``lines(in:)`` makes text of it.
public struct Output: Hashable, Sendable {
  /// A piece of a line, perhaps with an emphasis.
  public struct Span: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text. What controls a terminal is left out when it is shown.
    public var text: String
    /// The emphasis.
    public var emphasis: Emphasis?

    /// Creates a piece of a line.
    public init(_ text: String, _ emphasis: Emphasis? = nil) {
      self.text = text
      self.emphasis = emphasis
    }

    /// Creates a piece without an emphasis.
    public init(stringLiteral text: String) { self.init(text) }
  }

  /// A part of an output, which follows the one before on a new line.
  public enum Part: Hashable, Sendable {
    /// One line.
    case line([Span])
    /// Rows of texts in aligned columns.
    case table(Table)
    /// A text that is broken between words into lines.
    case paragraph(String)
  }

  /// The parts.
  public var parts: [Part]
  /// Whether it tells of a failure. It goes to the standard error then, and determines the exit
  /// status of a script.
  public var isFailure: Bool
  /// What a program reads in place of the parts, in the words of the API: `{"article": {…}}`.
  public var json: HTTPJSONValue?

  /// Creates an output from its parts.
  public init(_ parts: [Part], isFailure: Bool = false, json: HTTPJSONValue? = nil) {
    self.parts = parts
    self.isFailure = isFailure
    self.json = json
  }

  /// Creates an output of one line.
  public init(_ spans: Span...) { self.init([.line(spans)]) }

  /// Creates an output of one table.
  public init(_ table: Table) { self.init([.table(table)]) }

  /// Returns the output with what a program reads in its place.
  public func json(_ value: some Encodable & Equatable & Sendable) -> Output {
    Output(parts, isFailure: isFailure, json: HTTPJSONValue(value))
  }

  /// A suggestion for the next action.
  public static func hint(_ text: String) -> Output { Output(Span(text, .faint)) }

  /// A successful action.
  public static func success(_ text: String) -> Output { Output(Span(text, .good)) }

  /// A failure, with a line for each error.
  public static func failure(_ texts: [String]) -> Output {
    Output(texts.map { .line([Span("error:", .bad), Span(" \($0)")]) }, isFailure: true)
  }

  /// Returns the failure with the number of the line of a script that has led to it.
  public func naming(line number: Int) -> Output {
    guard isFailure else { return self }
    let parts = parts.map { part -> Part in
      guard case .line(let spans) = part else { return part }
      return .line(spans.prefix(1) + [Span(" line \(number):")] + spans.dropFirst())
    }
    return Output(parts, isFailure: true)
  }
}
