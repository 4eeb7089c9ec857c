/// A place on the canvas.
public struct Point: Hashable, Sendable {
  /// The distance from the left side.
  public var x: Double
  /// The distance from the upper side.
  public var y: Double

  /// Creates a point from its coordinates.
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

/// A circle on the canvas.
public struct Circle: Hashable, Identifiable, Sendable {
  /// The diameter of a new circle.
  public static let usualDiameter = 40.0

  /// The number of the circle in its drawing.
  public let id: Int
  /// The centre.
  public var center: Point
  /// The diameter.
  public var diameter: Double

  /// Creates a circle.
  public init(id: Int, center: Point, diameter: Double = usualDiameter) {
    (self.id, self.center, self.diameter) = (id, center, diameter)
  }
}
