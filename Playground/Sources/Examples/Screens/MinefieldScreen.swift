import KatanaViews

func minefieldView(_ model: Minefield) -> ViewOf<Minefield> {
  .column([
    .row([
      .text("Mines: \(Minefield.mineCount - model.flags.count)").width(.cells(10)),
      .button("New game", .restarted),
      model.isLost ? .text("Lost", .danger) : model.isWon ? .text("Won", .success) : .empty,
    ]),
    .list(
      (0..<Minefield.rows).map { row in
        .row(
          (0..<Minefield.columns).map { placeView(model, Minefield.Place(column: $0, row: row)) }
        )
        .gap(0)
      }
    )
    // With the border, its room, and a column for the bar of a small screen.
    .width(.cells(3 * Minefield.columns + 5)).border().label("Minefield"),
    .keyHelp,
  ])
}

private func placeView(_ model: Minefield, _ place: Minefield.Place) -> ViewOf<Minefield> {
  let text: ViewOf<Minefield> =
    if model.mines.contains(place), model.opened.contains(place) || model.isLost {
      .text(" * ", .danger)
    } else if model.opened.contains(place) {
      numberView(model.number(at: place))
    } else if model.flags.contains(place) {
      .text(" ! ", .warning)
    } else {
      .text(" · ", .muted)
    }
  return text.label("\(place)").onPress(.opened(place)).onSecondaryPress(.flagged(place))
    .onKey("f", "flag", .flagged(place))
}

private func numberView(_ number: Int) -> ViewOf<Minefield> {
  number == 0 ? .text("   ") : .text(" \(number) ", number > 2 ? .danger : .accent)
}
