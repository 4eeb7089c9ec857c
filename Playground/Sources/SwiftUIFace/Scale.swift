#if canImport(SwiftUI)
  import Foundation
  import KatanaViews
  import SwiftUI

  /// How the coordinates of a drawing become those of a canvas.
  struct Scale {
    private let window: DrawingWindow
    private let x, y: Double

    init(_ drawing: ViewDrawing, _ size: CGSize) {
      window = drawing.window
      let (x, y) = (Double(size.width) / window.width, Double(size.height) / window.height)
      self.x = drawing.scaling == .trueToShape ? min(x, y) : x
      self.y = drawing.scaling == .trueToShape ? min(x, y) : y
    }

    private func rect(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> CGRect {
      CGRect(
        x: (left - window.x) * x, y: (top - window.y) * y, width: width * x, height: height * y)
    }

    /// The outline of a figure, where it stands at the end of its motion. Texts are left out.
    func path(of figure: ViewFigure) -> Path {
      let (dx, dy) = (figure.x.to, figure.y.to)
      switch figure.shape {
      case .rectangle(let left, let top, let width, let height):
        return Path(rect(left + dx, top + dy, width, height))
      case .circle(let centerX, let centerY, let radius):
        return Path(
          ellipseIn: rect(
            centerX + dx - radius, centerY + dy - radius, 2 * radius, 2 * radius))
      case .line(let fromX, let fromY, let toX, let toY):
        var path = Path()
        path.move(to: rect(fromX + dx, fromY + dy, 0, 0).origin)
        path.addLine(to: rect(toX + dx, toY + dy, 0, 0).origin)
        return path.strokedPath(StrokeStyle(lineWidth: 1))
      case .text: return Path()
      }
    }
  }
#endif
