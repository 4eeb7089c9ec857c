public import Katana

/// A figure of a drawing. Its coordinates are those of the drawing: x grows to the right, y
/// downwards.
public struct Figure<Receiver: Model>: Equatable, Sendable {
  package var node: ViewFigure

  private init(_ shape: ViewFigure.Shape, _ style: ViewStyle) {
    node = ViewFigure(shape: shape, style: style)
  }

  /// A filled rectangle.
  public static func rectangle(
    x: Double, y: Double, width: Double, height: Double, _ style: ViewStyle = []
  ) -> Figure {
    Figure(.rectangle(x: x, y: y, width: width, height: height), style)
  }

  /// A line.
  public static func line(
    fromX: Double, y: Double, toX: Double, y toY: Double, _ style: ViewStyle = []
  ) -> Figure {
    Figure(.line(x: fromX, y: y, toX: toX, toY: toY), style)
  }

  /// A circle around a point.
  public static func circle(
    x: Double, y: Double, radius: Double, _ style: ViewStyle = []
  ) -> Figure {
    Figure(.circle(x: x, y: y, radius: radius), style)
  }

  /// A text that begins at a point.
  public static func text(x: Double, y: Double, _ text: String, _ style: ViewStyle = []) -> Figure {
    Figure(.text(x: x, y: y, text), style)
  }

  /// Says what tells the figure from the others, where their order or number changes.
  public consuming func key(_ id: some Hashable & Sendable) -> Figure {
    node.key = ViewKey(id)
    return self
  }

  /// Moves the figure by a distance that changes with time.
  public consuming func moved(x: Motion = Motion(at: 0), y: Motion = Motion(at: 0)) -> Figure {
    node.x = x
    node.y = y
    return self
  }
}

extension Figure where Receiver.Receives: Equatable {
  /// Sends a message when the figure is clicked.
  public consuming func onPress(_ message: Receiver.Receives) -> Figure {
    node.press = ViewAction(message)
    return self
  }
}

/// A figure without the type of the model, as faces read it.
public struct ViewFigure: Equatable, Sendable {
  /// The form and the coordinates.
  public enum Shape: Equatable, Sendable {
    /// A filled rectangle.
    case rectangle(x: Double, y: Double, width: Double, height: Double)
    /// A line between two points.
    case line(x: Double, y: Double, toX: Double, toY: Double)
    /// A circle around a point.
    case circle(x: Double, y: Double, radius: Double)
    /// A text that begins at a point.
    case text(x: Double, y: Double, String)
  }

  /// The form and the coordinates, before it is moved.
  public package(set) var shape: Shape
  /// What the figure is.
  public package(set) var style: ViewStyle
  /// How far the figure is moved to the right.
  public package(set) var x = Motion(at: 0)
  /// How far the figure is moved downwards.
  public package(set) var y = Motion(at: 0)
  /// What tells the figure from the others.
  public package(set) var key: ViewKey?
  /// Sent when the figure is clicked.
  public package(set) var press: ViewAction?
}

/// A drawing: figures, and the part of the plane that is shown.
///
/// A drawing that scrolls moves its window, and leaves its figures where they are.
public struct ViewDrawing: Equatable, Sendable {
  /// What the drawing is called.
  public package(set) var label: String
  /// The part of the plane that is shown.
  public package(set) var window: DrawingWindow
  /// How the window fills the view.
  public package(set) var scaling: DrawingScaling
  /// The figures; the last is on top.
  public package(set) var figures: [ViewFigure]
}

/// The part of a plane that a drawing shows.
public struct DrawingWindow: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a window. Its upper left corner is at 0 unless you say otherwise.
  public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// How the window of a drawing fills its view.
public enum DrawingScaling: Hashable, Sendable {
  /// Both axes fill the view, so a circle may become an ellipse. For diagrams.
  case stretched
  /// Both axes have one scale, and the drawing stands in the middle. For pictures.
  case trueToShape
}

/// What a pointer does in a drawing.
public struct DrawingPointer: Hashable, Codable, Sendable {
  /// What it does.
  public enum Phase: Hashable, Codable, Sendable {
    /// It is pressed.
    case down
    /// It is moved while it is pressed.
    case moved
    /// It is released.
    case up
    /// Its second button is pressed, or Enter with Alt.
    case secondary
  }

  /// What it does.
  public var phase: Phase
  /// Where, in the coordinates of the drawing.
  public var x: Double
  /// Where, in the coordinates of the drawing.
  public var y: Double

  /// Creates an event of a pointer.
  public init(_ phase: Phase, x: Double, y: Double) { (self.phase, self.x, self.y) = (phase, x, y) }
}

extension ViewOf {
  /// A drawing.
  ///
  /// - Parameters:
  ///   - label: What it is called.
  ///   - window: The part of the plane that is shown.
  ///   - scaling: How the window fills the view.
  ///   - figures: The figures; the last is on top.
  public static func drawing(
    _ label: String, _ window: DrawingWindow, scaling: DrawingScaling = .stretched,
    _ figures: [Figure<Receiver>]
  ) -> ViewOf {
    let drawing = ViewDrawing(
      label: label, window: window, scaling: scaling, figures: figures.map { $0.node })
    return ViewOf(.drawing(drawing)).width(.fill).height(.fill)
  }
}

extension ViewOf where Receiver.Receives: Equatable {
  /// Sends a message when a pointer is used in a drawing. With the keyboard, the arrow keys move a
  /// cross, Enter presses and releases it, and Enter with Alt is its second button.
  public consuming func onPointer(
    _ changed: @escaping @Sendable (DrawingPointer) -> Receiver.Receives
  ) -> ViewOf {
    sending { $0.pointer = Reply(changed) }
  }
}
