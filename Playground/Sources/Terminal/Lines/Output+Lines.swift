import ExamplePrograms
import KatanaEffects

extension Output {
  /// Returns the lines of the output in a style. Pure.
  public func lines(in style: Style) -> [String] {
    if style.isJSON { return [jsonLine] }
    return parts.flatMap { $0.lines(in: style) }
  }

  /// One line of JSON. An output without a value of its own is `{"message": TEXT}`, a failure is
  /// `{"errors": [TEXT]}`.
  private var jsonLine: String {
    var texts = parts.flatMap { $0.lines(in: .plain) }
    if isFailure {
      texts = texts.map { $0.hasPrefix("error: ") ? String($0.dropFirst(7)) : $0 }
    }
    let fallback: HTTPJSONValue =
      isFailure
      ? HTTPJSONValue(["errors": texts])
      : HTTPJSONValue(["message": texts.joined(separator: "\n")])
    let value = json ?? fallback
    // A value that came as JSON can be encoded.
    guard let data = try? HTTPJSONFormat().encode(value.value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Output.Part {
  fileprivate func lines(in style: Style) -> [String] {
    switch self {
    case .line(let spans): [spans.map { style($0.text.printable, $0.emphasis) }.joined()]
    case .table(let table): table.lines(in: style)
    case .paragraph(let text): Paragraph(text: text, width: min(style.width ?? 80, 80)).lines
    }
  }
}
