import KatanaViews

func timerView(_ model: TimerModel) -> ViewOf<TimerModel> {
  .column([
    .row([
      .text("Elapsed:", .muted), .progress(gauge(model)).width(.fill),
      .text("\(seconds(model.elapsed))").width(.cells(6)).align(.trailing),
    ]),
    .row([
      .slider(
        "Duration", Double(model.duration) / 10, in: 0...Double(TimerModel.longest) / 10, step: 1,
        TimerMessage.durationSet
      )
      .width(.fill),
      .text("\(seconds(model.duration))").width(.cells(6)).align(.trailing),
    ]),
    .button("Reset", .resetTapped),
    model.problem.map { .text("\($0)", .danger) } ?? .empty,
    .keyHelp,
  ])
  .padding(1).border().label("Timer")
  .onKey("r", "reset", .resetTapped).onKey(.escape, "quit", .quit)
}

private func gauge(_ model: TimerModel) -> Double {
  model.duration == 0 ? 1 : Double(model.elapsed) / Double(model.duration)
}

private func seconds(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10) s" }
