import Katana
import KatanaViews

func circleDrawerView(_ model: CircleEditor) -> ViewOf<CircleEditor> {
  .layers([
    .column([
      .row([
        historyButtons(model.drawing).to(CircleEditor.at.drawing),
        .button("Adjust…", .adjustTapped).disabled(model.selected == nil),
        .text(model.selected.map { "Circle \($0.id)" } ?? "", .accent),
      ]),
      .drawing(
        "Canvas", DrawingWindow(width: 400, height: 180), scaling: .trueToShape,
        model.shown.circles.map { figure($0, isSelected: $0.id == model.selected?.id) }
      )
      .onPointer(pointerMessage).border(),
      .keyHelp,
    ]),
    model.dialog.map(diameterDialog) ?? .empty,
  ])
}

private func historyButtons(_ drawing: Undoable<Drawing>) -> ViewOf<Undoable<Drawing>> {
  .row([
    .button("Undo", .undo).disabled(!drawing.canUndo),
    .button("Redo", .redo).disabled(!drawing.canRedo),
  ])
  .onKey("u", "undo", .undo, in: .screen).onKey("r", "redo", .redo, in: .screen)
}

private func figure(_ circle: Circle, isSelected: Bool) -> Figure<CircleEditor> {
  .circle(
    x: circle.center.x, y: circle.center.y, radius: circle.diameter / 2,
    isSelected ? [.accent, .strong] : []
  )
  .key(circle.id)
}

private func pointerMessage(_ pointer: DrawingPointer) -> CircleEditorMessage {
  let point = Point(pointer.x, pointer.y)
  return switch pointer.phase {
  case .down: .clicked(point)
  case .moved, .up: .pointerMoved(point)
  case .secondary: .menuOpened(point)
  }
}

private func diameterDialog(_ dialog: DiameterDialog) -> ViewOf<CircleEditor> {
  .dialog(
    "Diameter of circle \(dialog.circle)",
    .column([
      .slider(
        "Diameter", dialog.diameter, in: 2...120, step: 2, CircleEditorMessage.sliderMoved),
      .row([.text("\(Int(dialog.diameter))").width(.cells(4)), .button("Done", .dialogClosed)]),
    ]),
    cancel: .dialogClosed)
}
