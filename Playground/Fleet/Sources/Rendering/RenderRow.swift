public import Katana
public import FleetInterface

/// Renders a row of a picture of the Mandelbrot set.
public struct RenderRow: Command, Codable, Equatable {
  /// The name of this run.
  public var tag: String
  /// The number of the row, from the top, and the number of rows.
  public var row, count: Int
  /// The number of characters.
  public var width: Int
  /// How often a point is followed: what costs the time.
  public var steps: Int
  /// The reply, with the characters.
  public var reply: Reply<String> = .atHome

  private enum CodingKeys: CodingKey { case tag, row, count, width, steps }

  /// Creates a command.
  public init(
    tag: String, row: Int, of count: Int, width: Int, steps: Int, reply: Reply<String> = .atHome
  ) {
    (self.tag, self.row, self.count, self.width) = (tag, row, count, width)
    (self.steps, self.reply) = (steps, reply)
  }
}
