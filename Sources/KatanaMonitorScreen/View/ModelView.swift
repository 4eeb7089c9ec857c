import Katana
import KatanaViews

func modelView(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  switch model.detail {
  case .none: return .text("Choose a message on the timeline.", .muted)
  case .loading(let number): return .row([.spinner, .text("The model after message \(number)…")])
  case .missing(let number, let problem):
    return .column([
      .text("There is no model after message \(number).", .warning), .text(problem),
    ])
  case .shown(let shown):
    let isChanged = shown.tree.rows.contains { $0.isChanged }
    return .column([
      .row([
        .text(title(shown), .muted).width(.fill),
        isChanged ? .text("▪ changed by this message", .warning) : .empty,
      ]).width(.fill),
      .input("Search", model.search, MonitorMessage.searchChanged, submit: .searchEntered),
      .tree(ModelRows(rows: shown.tree.rows, found: model.found), selected: model.found)
        .label("Model").height(.fill).focused(when: model.asksForList),
    ])
  }
}

private func title(_ shown: MonitorModel.Shown) -> String {
  if shown.after == shown.number { return "After message \(shown.number)" }
  return shown.after == 0
    ? "The first model; later ones are at checkpoints alone, as the types are not known"
    : "After message \(shown.after), the last checkpoint before \(shown.number)"
}

private struct ModelRows: ViewRows {
  typealias Receiver = MonitorModel
  var rows: [ValueTree.Row]
  var found: ValueTree.Path?

  var count: Int { rows.count }
  func id(at index: Int) -> ValueTree.Path { rows[index].path }

  func row(at index: Int) -> ViewOf<MonitorModel> {
    let row = rows[index]
    let content: ViewOf<MonitorModel> = .row([
      .text(row.label).style(row.path == found ? [.strong, .accent] : .accent),
      .text(row.isOpen == true ? "" : row.text).style(row.isMore ? .muted : [])
        .height(.cells(1)).width(.fill),
      row.isChanged ? .text("▪", .warning) : .empty,
    ]).width(.fill)
    guard let isOpen = row.isOpen else { return .branch(content, depth: row.depth) }
    return .branch(content, depth: row.depth, isOpen: isOpen, .branchToggled(row.path))
  }
}
