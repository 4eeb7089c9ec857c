public import Katana

// The task "Circle Drawer" of 7GUIs, https://eugenkiss.github.io/7guis/tasks#circle: a click draws a
// circle, and the selected circle can be resized in a dialog. Both can be undone.

/// A drawing with its history, the pointer, and the dialog for the diameter.
public struct CircleEditor: Model, Equatable {
  /// The messages of the canvas and the dialog. Send `undo` and `redo` to `CircleEditor.at.drawing`.
  public typealias Receives = CircleEditorMessage

  /// The circles, with the states to undo and to redo.
  public var drawing: Undoable<Drawing>
  /// Where the pointer is; `nil` if it is outside of the canvas.
  public var pointer: Point?
  /// The open dialog; `nil` if it is closed.
  public var dialog: DiameterDialog?

  /// Creates an editor of a drawing.
  public init(_ drawing: Drawing = Drawing()) { self.drawing = Undoable(drawing) }

  /// The circle that the pointer selects; while the dialog is open, the circle of the dialog.
  public var selected: Circle? {
    if let dialog { return shown.circles[id: dialog.circle] }
    return pointer.flatMap(drawing.present.circle(at:))
  }

  /// The drawing as the canvas shows it: with the diameter of the dialog, which is no step yet.
  public var shown: Drawing {
    var shown = drawing.present
    if let dialog { shown.circles[id: dialog.circle]?.diameter = dialog.diameter }
    return shown
  }
}

/// The dialog in which the user adjusts the diameter of a circle.
public struct DiameterDialog: Hashable, Sendable {
  /// The circle.
  public let circle: Int
  /// The diameter that the slider shows.
  public var diameter: Double
}

/// The messages of the canvas and the dialog.
public enum CircleEditorMessage: Message, Equatable {
  /// The pointer has moved on the canvas; `nil` if it has left the canvas.
  case pointerMoved(Point?)
  /// The pointer is here. Of many moves, a few are followed by this message.
  case pointerSeen(Point?)
  /// The user has clicked on the canvas.
  case clicked(Point)
  /// The user has clicked with the second button.
  case menuOpened(Point)
  /// The user has chosen "Adjust diameter" in the menu of the selected circle.
  case adjustTapped
  /// The user has moved the slider of the dialog.
  case sliderMoved(Double)
  /// The user has closed the dialog.
  case dialogClosed
}
