import Katana
package import KatanaViews

/// The screen of the monitor.
package func monitorView(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  let titles = MonitorModel.Page.allCases.map(\.rawValue)
  return .layers([
    .column([
      header(model),
      .tabs(
        "Pages", titles, MonitorModel.Page.allCases.firstIndex(of: model.page) ?? 0,
        MonitorMessage.pageChosen,
        page(model).width(.fill).height(.fill)
      ).width(.fill).height(.fill),
      model.notice.isEmpty ? .empty : .text(model.notice, .warning).width(.fill).role(.status),
      .keyHelp,
    ])
    .width(.fill).height(.fill)
    .onKey("c", "cause", .causeTapped).onKey("f", model.folds ? "unfold" : "fold", .foldTapped)
    .onKey("p", model.held == nil ? "pause" : "live", .pauseTapped)
    .onKey("/", "filter", .filterTapped).onKey("g", "go to", .goTapped)
    .onKey("1", "", .pageChosen(0)).onKey("2", "", .pageChosen(1))
    .onKey("3", "", .pageChosen(2)).onKey("4", "", .pageChosen(3))
    .onKey("q", "quit", .quitTapped),
    model.dialog.map { $0 == .number ? goDialog(model) : goOnDialog(model) } ?? .empty,
  ])
  .width(.fill).height(.fill).windowTitle("monitor: \(model.log.source?.app ?? model.place)")
}

private func page(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  switch model.page {
  case .timeline: timelineView(model)
  case .causes: causesView(model)
  case .model: modelView(model)
  case .now: nowView(model)
  }
}

private func header(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  let log = model.log
  let title =
    log.source.map { "\($0.app) \($0.started)" } ?? "waiting for a recording in \(model.place)"
  let state =
    model.travelledTo.map { "the app shows message \($0)" }
    ?? (model.held != nil ? "paused" : log.isEnded ? "ended" : "live")
  return .row([
    .text(title, .heading).width(.fill).height(.cells(1)),
    .text("\(log.handledCount) messages", .muted),
    log.leftOut > 0 ? .text("\(log.leftOut) lines missing", .warning) : .empty,
    .text(state, model.held == nil && model.travelledTo == nil ? .success : .warning),
  ]).width(.fill)
}

private func goDialog(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  .dialog(
    "Go to a message",
    .column([
      .input(
        "Number", model.goal, MonitorMessage.goalChanged, submit: .goalEntered,
        placeholder: model.log.latest.map { "\($0)" } ?? ""),
      .row([.button("Go", .goalEntered), .button("Cancel", .dialogClosed)]),
    ]), cancel: .dialogClosed, cancelTitle: "close")
}

private func goOnDialog(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  .dialog(
    "Go on from message \(model.chosenNumber ?? 0)?",
    .column([
      .text("What came after it is dropped, and running commands are cancelled."),
      .row([.button("No", .dialogClosed), .button("Go on", .actTapped(.goOn)).style(.danger)]),
    ]), cancel: .dialogClosed, cancelTitle: "close")
}

/// A time of the app's clock, as seconds.
func seconds(_ nanoseconds: Int64) -> String {
  let thousandths = nanoseconds / 1_000_000
  let rest = "\(abs(thousandths) % 1_000)"
  return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
}

/// A duration in the unit in which it is read best.
func duration(_ nanoseconds: Int64) -> String {
  switch nanoseconds {
  case ..<1_000_000: "\(nanoseconds / 1_000) µs"
  case ..<10_000_000_000: "\(nanoseconds / 1_000_000) ms"
  default: "\(nanoseconds / 1_000_000_000) s"
  }
}
