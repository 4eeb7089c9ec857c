extension ViewNode {
  /// Returns the outline of the view as text: a line for each node that shows something or can be
  /// acted on, indented by depth.
  ///
  /// ```text
  /// column "Counter" [q quit]
  ///   text "Counter" heading
  ///   row
  ///     button "-"
  ///     text "3" strong
  ///     button "+" disabled
  ///   input "Name" = "Ada"
  /// ```
  ///
  /// Layout is left out: a test that compares outlines fails if what a person reads or can do
  /// differs, not if a width does. What is typed into a secret field is shown as `•••`.
  ///
  /// - Parameter rows: The number of rows of a lazy list that are written.
  public func outline(rows: Int = 20) -> String {
    var lines: [String] = []
    write(depth: 0, rows: rows, into: &lines)
    return lines.joined(separator: "\n")
  }

  private func write(depth: Int, rows: Int, into lines: inout [String]) {
    func inner(_ nodes: [ViewNode], _ depth: Int) {
      for node in nodes { node.write(depth: depth, rows: rows, into: &lines) }
    }
    func line(_ words: String...) {
      let all = words + suffixes
      let indent = String(repeating: "  ", count: depth)
      lines.append(indent + all.filter { !$0.isEmpty }.joined(separator: " "))
    }
    let name = extras?.fields.label.map(Self.quoted) ?? ""
    switch content {
    case .empty: break
    case .text(let text): line("text", Self.quoted(text))
    case .styledText(let parts):
      line(
        "text",
        parts.map {
          Self.quoted($0.text) + ($0.style.isEmpty ? "" : " " + $0.style.words)
            + ($0.link.map { " <\($0)>" } ?? "")
        }.joined(separator: " + "))
    case .row: line("row", name)
    case .column: line("column", name)
    case .layers: line("layers", name)
    case .grid(let columns, _): line("grid of \(columns.count)", name)
    case .group: break
    case .part(let part): part.node.write(depth: depth, rows: rows, into: &lines)
    case .list(let list):
      line("list", name, "(\(list.count) rows)")
      let shown = list.isLazy ? min(list.count, rows) : list.count
      inner((0..<shown).map(list.row), depth + 1)
      if shown < list.count {
        lines.append(String(repeating: "  ", count: depth + 1) + "… \(list.count - shown) more")
      }
    case .table: line("table", name)
    case .scroll: line("scroll", name)
    case .fitting: line("fitting", name)
    case .divider: line("divider")
    case .button(let title): line("button", Self.quoted(title))
    case .input(let input):
      let text = input.kind == .secret ? (input.text.isEmpty ? "" : "•••") : input.text
      let hint = input.placeholder.isEmpty ? "" : "(\(input.placeholder))"
      let suggestion =
        input.suggestion.isEmpty ? "" : "suggesting \(Self.quoted(input.suggestion))"
      line(
        input.kind == .area ? "area" : "input", Self.quoted(input.label), "=", Self.quoted(text),
        hint, suggestion)
    case .checkbox(let label, let isOn):
      line("checkbox", Self.quoted(label), isOn ? "on" : "off")
    case .select(let label, let options, let chosen):
      let marked = options.enumerated().map { $0 == chosen ? "(\($1))" : $1 }
      line(isTabs ? "tabs" : "select", Self.quoted(label), marked.joined(separator: " | "))
    case .slider(let label, let value, let range, _):
      line(
        "slider", Self.quoted(label), "\(value)", "of \(range.lowerBound)...\(range.upperBound)")
    case .progress(let part): line("progress", name, part.map { "\($0.to)" } ?? "unknown")
    case .spinner: line("spinner", name)
    case .drawing(let drawing):
      line("drawing", Self.quoted(drawing.label), "(\(drawing.figures.count) figures)")
    case .dialog(let title, _): line("dialog", Self.quoted(title))
    case .keyHelp: line("keys")
    }
    let isGroup = if case .group = content { true } else { false }
    inner(children, isGroup ? depth : depth + 1)
  }

  /// What a node of any kind may have.
  private var suffixes: [String] {
    var words = [look.style.words]
    guard let fields = extras?.fields else { return words }
    if fields.press != nil { if case .button = content {} else { words.append("pressable") } }
    if fields.isFocused { words.append("focused") }
    if fields.isDisabled { words.append("disabled") }
    words += fields.states.map(\.words)
    if let details = fields.details { words.append("described by \(Self.quoted(details))") }
    if let role = fields.role, !isTabs { words.append("as \(role.rawValue)") }
    if let source = fields.source { words.append("<\(source)>") }
    let keys = fields.keys.map { "\($0.shortcut) \($0.title)" }
    if !keys.isEmpty { words.append("[\(keys.joined(separator: ", "))]") }
    return words
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\n", with: "\\n"))\""
  }
}

extension ViewState {
  fileprivate var words: String {
    switch self {
    case .expanded(let isExpanded): isExpanded ? "expanded" : "collapsed"
    case .current: "current"
    case .sorted(let order): "sorted \(order.rawValue)"
    case .invalid: "invalid"
    }
  }
}

extension ViewStyle {
  fileprivate var words: String {
    Self.names.filter { contains($0.style) }.map(\.name).joined(separator: " ")
  }
}
