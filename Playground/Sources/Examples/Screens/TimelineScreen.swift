import KatanaViews

func timelineView(_ model: Timeline) -> ViewOf<Timeline> {
  .column([
    .row([
      .text("\(model.entries.count) entries", .heading).width(.fill),
      .checkbox("running", model.isRunning, TimelineMessage.runningChanged),
    ]),
    durations(model.entries).height(.cells(4)),
    .divider,
    .table(
      [
        .column("Entry").align(.trailing), .column("Kind"), .column("Took").align(.trailing),
        .column("", .fill),
      ], TimelineRows(entries: model.entries), follows: true
    ).label("Entries"),
    .keyHelp,
  ])
}

/// The last 60 durations. The bars stay where they are in the plane, and the window moves.
private func durations(_ entries: TimelineEntries) -> ViewOf<Timeline> {
  let shown = max(entries.count - 60, 0)..<entries.count
  return .drawing(
    "Durations", DrawingWindow(x: Double(entries.count - 60), width: 60, height: 100),
    scaling: .stretched,
    shown.map { index -> Figure<Timeline> in
      let length = Double(entries[index].milliseconds)
      return .rectangle(
        x: Double(index), y: 100 - length, width: 1, height: length,
        length > 80 ? .warning : .accent
      )
      .key(index)
    })
}

private struct TimelineRows: ViewRows {
  var entries: TimelineEntries

  var count: Int { entries.count }

  func id(at index: Int) -> Int { index }

  func row(at index: Int) -> ViewOf<Timeline> {
    let entry = entries[index]
    return .row([
      .text("\(index)", .muted), .text(entry.name), .text("\(entry.milliseconds) ms"),
      .text(String(repeating: "▇", count: entry.milliseconds / 10), .accent),
    ])
  }
}
