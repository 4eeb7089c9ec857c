import Katana
import KatanaViews

func nowView(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  let log = model.log
  return .scroll(
    .column([
      section(
        "Running commands",
        log.running.values.sorted { $0.id < $1.id }.map { text(of: $0, model.now) }),
      model.isInside ? section("Waiting, as the runtime says", model.runtime.waiting) : .empty,
      section(
        "Subscriptions",
        log.subscriptions.values.sorted { $0.id < $1.id }.map {
          "\($0.name) #\($0.id)\(place($0.address)) since \(duration(model.now - $0.start))"
        }),
      section("Counts", counts(model)),
      section("Issues", log.issues.reversed().map { "\($0.kind)\n\($0.text)" }, .danger),
      actions(model),
    ])
  ).height(.fill)
}

private func section(
  _ title: String, _ lines: [String], _ style: ViewStyle = []
) -> ViewOf<MonitorModel> {
  .column(
    [.text("\(title) (\(lines.count))", .heading(2))]
      + lines.prefix(100).map { .text($0, style) }
      + (lines.count > 100 ? [.text("… \(lines.count - 100) more", .muted)] : []))
}

private func place(_ address: String?) -> String { address.map { " in \($0)" } ?? "" }

private func text(of run: MonitorLog.Run, _ now: Int64) -> String {
  let age = run.start.map { duration(now - $0) } ?? "an unknown time"
  let cause = run.cause.map { ", caused by \($0)" } ?? ""
  let state =
    !run.isWait
    ? "runs since \(age)"
    : run.until.map { "waits since \(age), goes on in \(duration(max($0 - now, 0)))" }
      ?? "waits for its turn since \(age)"
  let attempts = run.attempts > 0 ? ", attempt \(run.attempts + 1)" : ""
  return "\(run.name)\(place(run.address)) \(state)\(attempts)\(cause)"
}

private func counts(_ model: MonitorModel) -> [String] {
  let log = model.log
  let dropped = log.dropped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
  var lines = [
    "\(log.handledCount) handled, \(log.entries.count) entries in memory",
    "not handled: " + (dropped.isEmpty ? "none" : dropped.joined(separator: ", ")),
  ]
  if log.leftOut > 0 { lines.append("\(log.leftOut) lines could not be kept by the recording") }
  if !model.runtime.statistics.isEmpty { lines.append("the runtime: \(model.runtime.statistics)") }
  return lines
}

private func actions(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  let number = model.chosenNumber.map { "\($0)" } ?? "none"
  let (acts, hasTypes) = (model.acts, model.hasTypes)
  return .column([
    .text("The chosen message: \(number)", .heading(2)),
    .row([
      .button("Write a trace", .actTapped(.writeTrace)).focused(when: model.asksForList),
      .button("Write a Redux DevTools file", .actTapped(.writeReduxFile)).disabled(!hasTypes),
    ]),
    .row([
      .button("A test begins here", .testBeginTapped).disabled(!hasTypes),
      .button(
        model.testStart.map { "Write the test from \($0)" } ?? "Write a test of it",
        .actTapped(.writeTest)
      ).disabled(!hasTypes),
    ]),
    hasTypes
      ? .empty : .text("Tests and Redux files need the types: open it from the app.", .muted),
    .row([
      .button("Show the app as it was", .actTapped(.travel)).disabled(!acts),
      .button("Back to the present", .actTapped(.showPresent)).disabled(!acts),
    ]),
    .row([
      .button("Send it again", .actTapped(.send)).disabled(!acts),
      .button("Go on from there", .goOnTapped).disabled(!acts),
    ]),
    acts ? .empty : .text("The app has not allowed acting.", .muted),
  ])
}
