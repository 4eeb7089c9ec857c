public import Katana

/// The circles: the part of the model that undo and redo change.
public struct Drawing: Model, Equatable {
  /// The edits of the drawing.
  public typealias Receives = DrawingMessage

  /// The circles, the newest last.
  public var circles: IdentifiedArray<Circle>

  /// Creates a drawing; by default, an empty one.
  public init(circles: IdentifiedArray<Circle> = []) { self.circles = circles }

  /// Returns the circle around a point; if several are around it, the one with the nearest centre.
  public func circle(at point: Point) -> Circle? {
    circles.filter { $0.center.distance(to: point) < $0.diameter / 2 }
      .min { $0.center.distance(to: point) < $1.center.distance(to: point) }
  }
}

/// The edits of the drawing. Each is one step that the user can undo.
public enum DrawingMessage: Message, Hashable {
  /// A new circle appears around a point.
  case circleAdded(at: Point)
  /// A circle has got another diameter.
  case diameterChanged(circle: Int, to: Double)
}

/// Edits the drawing.
struct DrawingUpdater: TypedUpdater {
  func update(model: inout Drawing, message: DrawingMessage) -> [any Command] {
    switch message {
    case .circleAdded(let center):
      model.circles.append(Circle(id: (model.circles.last?.id ?? 0) + 1, center: center))
    case .diameterChanged(let circle, let diameter):
      model.circles[id: circle]?.diameter = diameter
    }
    return []
  }
}
