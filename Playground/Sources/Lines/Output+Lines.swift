import ExamplePrograms

extension Output {
  /// Returns the lines of the output in a style. Pure.
  public func lines(in style: Style) -> [String] { parts.flatMap { $0.lines(in: style) } }
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
