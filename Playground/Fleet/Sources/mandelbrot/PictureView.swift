import KatanaViews

func pictureView(_ model: Picture) -> ViewOf<Picture> {
  .column([
    .row([
      // Beside the titles of the table stands nothing.
      .column([.text(" ")] + model.rows.map { .text(shown($0, model.width)).height(.cells(1)) }),
      .table(
        [.column("Row").align(.trailing), .column("State", .fill.least(8)), .column("Worker")],
        PictureRows(rows: model.rows)
      )
      .width(.fill.least(32)),
    ])
    .height(.fill),
    .row([
      .progress(Double(model.count(\.isOver)) / Double(model.rows.count)).width(.fill),
      .text(summary(model), .muted),
    ]),
    model.problem.map { .text($0, .danger) } ?? .empty,
    .keyHelp,
  ])
  .padding(1).border().label("Mandelbrot").onKey("q", "quit", .quitTapped)
}

private func shown(_ row: Picture.Row, _ width: Int) -> String {
  switch row.state {
  case .waits: String(repeating: " ", count: width)
  case .runs: String(repeating: "·", count: width)
  case .done(let text): text
  case .failed: String(repeating: "!", count: width)
  }
}

private func summary(_ model: Picture) -> String {
  let (waiting, running) = (model.count { $0 == .waits }, model.count { $0 == .runs })
  return "\(waiting) wait, \(running) run, \(model.count(\.isFailed)) failed"
}

extension Picture {
  func count(_ isMeant: (State) -> Bool) -> Int { rows.count { isMeant($0.state) } }
}

extension Picture.State {
  var isFailed: Bool { if case .failed = self { true } else { false } }
}

private struct PictureRows: ViewRows {
  let rows: [Picture.Row]
  var count: Int { rows.count }
  func id(at index: Int) -> Int { rows[index].id }
  func row(at index: Int) -> ViewOf<Picture> {
    let row = rows[index]
    let state: ViewOf<Picture> =
      switch row.state {
      case .waits: .text("waits", .muted)
      case .runs: .text("runs")
      case .done: .text(row.isKept ? "done" : "is kept", .success)
      case .failed(let reason):
        .row([.button("again", .againTapped(row.id)), .text(reason, .danger).width(.fill)])
      }
    return .row([.text("\(row.id)"), state, .text(row.worker ?? "", .muted)])
  }
}
