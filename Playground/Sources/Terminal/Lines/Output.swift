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

  /// A reader of a program's output from whom some outputs are hidden.
  public enum Reader: Hashable, Sendable {
    /// A program that reads JSON.
    case json
    /// A person or a script that has given a single command to perform.
    case singleCommand
  }

  /// The parts; none if only a program that reads JSON is told.
  public var parts: [Part]
  /// Whether it tells of a failure. It goes to the standard error then, and determines the exit
  /// status of a script.
  public var isFailure: Bool
  /// What a program reads in place of the parts, in the words of the API: `{"article": {…}}`.
  public var json: HTTPJSONValue?
  /// Those who are not told.
  public var hiddenFrom: Set<Reader> = []
  /// Whether it tells what the line has led to that is performed. If not, it tells of something that
  /// happens by itself, such as news, and a failure does not name the line.
  public var isOfLine = true

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
    var output = self
    output.json = HTTPJSONValue(value)
    return output
  }

  /// Returns the output so that some are not told.
  public func hidden(from readers: Reader...) -> Output {
    var output = self
    output.hiddenFrom.formUnion(readers)
    return output
  }

  /// The output as something that happens by itself, whatever line is performed meanwhile.
  public var ofNoLine: Output {
    var output = self
    output.isOfLine = false
    return output
  }

  /// A suggestion for the next action.
  public static func hint(_ text: String) -> Output { Output(Span(text, .faint)) }

  /// A successful action.
  public static func success(_ text: String) -> Output { Output(Span(text, .good)) }

  /// A failure, with a line for each error.
  public static func failure(_ texts: [String]) -> Output {
    Output(texts.map { .line([Span("error:", .bad), Span(" \($0)")]) }, isFailure: true)
  }

  /// The errors of a failure, without the word before them.
  public var errors: [String] {
    guard isFailure else { return [] }
    return parts.compactMap { part in
      guard case .line(let spans) = part else { return nil }
      return spans.dropFirst().map(\.text).joined().trimmingPrefix(" ").description
    }
  }

  /// Returns the failure with the number of the line of a script that has led to it. Other outputs
  /// stay as they are.
  public func naming(line number: Int) -> Output {
    guard isFailure, isOfLine else { return self }
    var output = self
    output.parts = parts.map { part -> Part in
      guard case .line(let spans) = part else { return part }
      return .line(spans.prefix(1) + [Span(" line \(number):")] + spans.dropFirst())
    }
    return output
  }
}
