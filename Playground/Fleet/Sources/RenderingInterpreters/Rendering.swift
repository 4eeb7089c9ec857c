public import KatanaRuntime
import Rendering

extension Interpreter {
  /// Renders rows on this machine.
  public static func rendering() -> Interpreter {
    .command(RenderRow.self, reply: \.reply) { command in
      var text = ""
      for column in 0..<command.width {
        // Others have their turn, and a cancelled command ends.
        await Task.yield()
        try Task.checkCancellation()
        text += character(command, column)
      }
      return text
    }
  }

  /// The character of a place: the later its points leave the circle, the darker. Of each, 64 points are followed.
  private static func character(_ command: RenderRow, _ column: Int) -> String {
    var sum = 0.0
    for sample in 0..<64 {
      let x = (Double(column) + Double(sample % 8) / 8) / Double(command.width)
      let y = (Double(command.row) + Double(sample / 8) / 8) / Double(command.count)
      sum += steps(x * 3.2 - 2.2, y * 2.4 - 1.2, command.steps)
    }
    let shades = Array(" .:-=+*#%@")
    return String(shades[min(Int(sum / 64 * Double(shades.count)), shades.count - 1)])
  }

  /// How many steps a point takes to leave the circle, from 0 to 1.
  private static func steps(_ x: Double, _ y: Double, _ limit: Int) -> Double {
    var (a, b) = (0.0, 0.0)
    for step in 0..<limit {
      (a, b) = (a * a - b * b + x, 2 * a * b + y)
      if a * a + b * b > 4 { return min(Double(step) / 50, 0.95) }
    }
    return 1
  }
}
