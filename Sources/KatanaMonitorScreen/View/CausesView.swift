import Katana
import KatanaViews

func causesView(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  let causes = model.causes
  guard !causes.nodes.isEmpty else {
    return .text(
      "Nothing is known of what has led to it. Choose a message on the timeline.", .muted)
  }
  return .column([
    causes.isCut
      ? .text("… its first cause is not in memory: go to it by its number", .warning) : .empty,
    .tree(
      CauseRows(now: model.shownLog.now, causes: causes, chosen: model.chosenNumber),
      selected: model.causeRow
    ).label("Causes").height(.fill).focused(when: model.asksForList),
    causes.isLong ? .text("… and more: only the first ones are shown", .warning) : .empty,
    .text(
      styled: [
        StyledText("▏ update  ░ waits  █ runs  ", .muted), StyledText("from ", .muted),
        StyledText("\(seconds(causes.times.lowerBound)) s", .strong), StyledText(" to ", .muted),
        StyledText("\(seconds(causes.times.upperBound)) s", .strong),
      ]),
  ])
}

private struct CauseRows: ViewRows {
  typealias Receiver = MonitorModel
  var now: Int64
  var causes: CauseTree
  var chosen: UInt64?

  static let barWidth = 16
  /// Behind further indentation, no room would be left for names.
  static let deepest = 12

  var count: Int { causes.nodes.count }
  func id(at index: Int) -> Int { index }

  func row(at index: Int) -> ViewOf<MonitorModel> {
    let node = causes.nodes[index]
    switch node.content {
    case .entry(let entry):
      let message = entry.message
      let step = if case .subscription(let step) = entry.kind { " \(step.rawValue)" } else { "" }
      let isChosen = message.number == chosen && message.number > 0
      return .branch(
        .row([
          .text("\(message.number > 0 ? "\(message.number) " : "")\(message.name)\(step)").style(
            [.strong, .accent], if: isChosen
          ).width(.fill(2).least(24)).height(.cells(1)),
          .text(fileName(message.place).replacing(".swift", with: ""), .muted).height(.cells(1)),
          bar(message.time, message.time + (message.took ?? 0), "▏"),
        ]).width(.fill), depth: min(node.depth, Self.deepest)
      ).onSelect(.causeChosen(row: index))
    case .run(let run):
      return .branch(
        .row([
          .text(
            styled: [
              StyledText("→ \(run.name) ", .accent), StyledText(text(of: run), style(of: run)),
            ]
          ).width(.fill),
          bar(run.start ?? causes.times.lowerBound, run.endTime ?? now, run.isWait ? "░" : "█"),
        ]).width(.fill), depth: min(node.depth, Self.deepest)
      ).onSelect(.causeChosen(row: index))
    }
  }

  private func text(of run: MonitorLog.Run) -> String {
    let time = duration((run.endTime ?? now) - (run.start ?? causes.times.lowerBound))
    let attempts = run.attempts > 0 ? ", attempt \(run.attempts + 1)" : ""
    let state =
      switch run.end {
      case nil: run.isWait ? "waits since \(time)" : "runs since \(time)"
      case .resumed: "waited \(time)"
      case .finished: run.answers == 0 ? "\(time), no answer" : "\(time)"
      case .failed(let error): "failed after \(time): \(error)"
      case .cancelled(let number): "cancelled after \(time)" + (number.map { " by \($0)" } ?? "")
      }
    return state + attempts
  }

  private func style(of run: MonitorLog.Run) -> ViewStyle {
    if case .failed = run.end { return .danger }
    if case .cancelled = run.end { return .warning }
    return .muted
  }

  /// Where in the time of the tree something has happened.
  private func bar(_ start: Int64, _ end: Int64, _ mark: Character) -> ViewOf<MonitorModel> {
    let span = max(causes.times.upperBound - causes.times.lowerBound, 1)
    func column(_ time: Int64) -> Int {
      let offset = min(max(time - causes.times.lowerBound, 0), span)
      return Int(offset * Int64(Self.barWidth - 1) / span)
    }
    let before = column(start)
    let length = max(column(end) - before, 0) + 1
    return .text(
      String(repeating: " ", count: before) + String(repeating: mark, count: length), .accent
    ).width(.cells(Self.barWidth))
  }
}

/// A place without the module of its file.
func fileName(_ place: String) -> String {
  place.split(separator: "/").last.map(String.init) ?? place
}
