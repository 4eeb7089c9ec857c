public import Katana

/// Selects circles, and turns clicks and closed dialogs into edits of the drawing.
struct CircleEditorUpdater: TypedUpdater {
  enum ID { case pointer }

  func update(model: inout CircleEditor, message: CircleEditorMessage) -> [any Command] {
    switch message {
    case .pointerMoved(let pointer):
      // A mouse moves up to a thousand times a second. Each change of the model searches for the
      // selected circle and draws the canvas, so a frame of the screen sees one change.
      return [
        Send(CircleEditorMessage.pointerSeen(pointer))
          .throttled(id: ID.pointer, for: .milliseconds(16), .leadingAndTrailing)
      ]
    case .pointerSeen(let pointer):
      model.pointer = pointer
    case .clicked(let point):
      model.pointer = point
      // A move from before the click must not be seen after it.
      let stop = Cancel(waiting: ID.pointer)
      guard model.dialog == nil, model.selected == nil else { return [stop] }
      return [stop, edit(.circleAdded(at: point))]
    case .menuOpened(let point):
      model.pointer = point
      openDialog(&model)
      return [Cancel(waiting: ID.pointer)]
    case .adjustTapped:
      openDialog(&model)
    case .sliderMoved(let diameter):
      model.dialog?.diameter = max(1, diameter)
    case .dialogClosed:
      return close(&model)
    }
    return []
  }

  private func openDialog(_ model: inout CircleEditor) {
    guard model.dialog == nil, let circle = model.selected else { return }
    model.dialog = DiameterDialog(circle: circle.id, diameter: circle.diameter)
  }

  /// Closes the dialog. If the diameter is another one than before, the dialog stays until the edit
  /// has been handled, so that the canvas never shows the old diameter in between.
  private func close(_ model: inout CircleEditor) -> [any Command] {
    guard let dialog = model.dialog else { return [] }
    guard model.drawing.present.circles[id: dialog.circle]?.diameter != dialog.diameter else {
      model.dialog = nil
      return []
    }
    return [edit(.diameterChanged(circle: dialog.circle, to: dialog.diameter))]
  }

  private func edit(_ message: DrawingMessage) -> any Command {
    Send(message, to: CircleEditor.at.drawing.present)
  }
}

/// The feature of the editor. The dialog is about one state of the drawing, so each edit, undo and
/// redo closes it.
let circleEditorFeature = CircleEditorUpdater().with(
  .slice(\.drawing, DrawingUpdater().undoable { $0 is DrawingMessage }),
  .listen(to: CircleEditor.at.drawing.present, DrawingMessage.self) { model, _, _ in
    model.dialog = nil
    return []
  },
  .listen(to: CircleEditor.at.drawing, UndoMessage.self) { model, _, _ in
    model.dialog = nil
    return []
  })

/// The whole app, with an empty drawing.
public let circleEditorProgram = Program(model: CircleEditor(), circleEditorFeature)
