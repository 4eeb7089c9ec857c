import Foundation
import Katana
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

/// A number of rows that is none.
private struct NegativeRows: ViewRows {
  var count: Int { -3 }
  func id(at index: Int) -> Int { index }
  func row(at index: Int) -> ViewOf<Noted> { .text("row") }
}

/// No number traps, and what is shown of one that is none is said.
@Suite struct NumberTests {
  @Test func aProgressThatIsNoNumberIsNotKnown() {
    #expect(shown(.progress(0.0 / 0.0)) == ["…"])
    #expect(shown(.progress(moving: Motion(at: .nan))) == ["…"])
    #expect(shown(.progress(nil)) == ["…"])
    #expect(shown(.progress(.infinity).width(.cells(4))) == ["████"])
    #expect(shown(.progress(-.infinity).width(.cells(4))) == ["░░░░"])
    #expect(shown(.progress(7).width(.cells(4))) == ["████"])
    #expect(shown(.progress(0.5).width(.cells(4))) == ["██░░"])
  }

  @Test func aSliderWithoutANumberStandsAtItsStart() {
    func slider(_ value: Double, _ range: ClosedRange<Double>) -> String {
      shown(.slider("", value, in: range) { _ in .did("moved") }.width(.cells(5))).first ?? ""
    }
    #expect(slider(.nan, 0...1) == "●────")
    #expect(slider(.infinity, 0...1) == "━━━━●")
    #expect(slider(-5, 0...1) == "●────")
    #expect(slider(0, 0...0) == "●────")
    #expect(slider(3, 0...(.infinity)) == "●────")
    #expect(slider(0.5, 0...1) == "━━●──")
  }

  @Test func aSliderSendsNumbersOnly() {
    for (value, range) in [
      (Double.nan, 0.0...1.0), (0, 0...(.infinity)), (0, -.infinity...(.infinity)),
      (.infinity, 0...1),
    ] {
      let test = noted { _ in
        .slider("S", value, in: range, step: 0.25) { .did("\($0)") }
      }
      test.keys(.right, .left, .home, .end)
      for number in test.model.log.compactMap(Double.init) {
        #expect(number.isFinite && range.contains(number), "\(value) in \(range): \(number)")
      }
    }
    let test = noted { _ in .slider("S", .nan, in: 0...1, step: 0.25) { .did("\($0)") } }
    test.keys(.right)
    #expect(test.model.log == ["0.25"])
  }

  @Test func aNegativeCountIsNone() {
    let view = ViewOf<Noted>.rows(NegativeRows())
    #expect(shown(view) == [])
    #expect(view.node.outline() == "list (0 rows)")
    let test = noted { _ in view }
    test.keys(.down, .end, .enter, .delete)
  }

  @Test func drawingsTakeAnyNumber() {
    let numbers = [0, -1, .nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, 3.5]
    for a in numbers {
      for b in numbers {
        let figures: [Figure<Noted>] = [
          .rectangle(x: a, y: b, width: b, height: a).onPress(.did("rectangle")),
          .line(fromX: a, y: 0, toX: b, y: a), .circle(x: b, y: a, radius: a).onPress(.did("c")),
          .text(x: a, y: b, "text").moved(
            x: Motion(from: a, to: b, start: .distantPast, lasting: .seconds(1))),
        ]
        _ = shown(
          .drawing("D", DrawingWindow(width: a, height: b), figures).height(.cells(4)),
          columns: 10, rows: 4)
        let test = noted(columns: 10, rows: 4) { _ in
          ViewOf<Noted>.drawing("D", DrawingWindow(width: 10, height: 10), figures)
            .onPointer { _ in .did("pointed") }
        }
        test.keys(.up, .left, .enter, .tab, .enter, .tab)
      }
    }
  }

  /// The numbers between the ends of a motion, at each part of it.
  @Test func aMotionIsBetweenItsEnds() {
    let start = Date(timeIntervalSinceReferenceDate: 100)
    let motion = Motion(from: 10, to: 20, start: start, lasting: .seconds(4), .linear)
    for (seconds, value) in [(-1, 10), (0, 10), (1, 12.5), (2, 15), (3, 17.5), (4, 20), (9, 20)] {
      #expect(motion.value(at: start + TimeInterval(seconds)) == value)
    }
    // An eased one goes evenly through its middle, slower at its ends.
    let eased = Motion(from: 0, to: 1, start: start, lasting: .seconds(4))
    #expect(eased.value(at: start + 2) == 0.5)
    #expect(eased.value(at: start + 1) < 0.25 && eased.value(at: start + 1) > 0)
    #expect(eased.value(at: start + 3) > 0.75 && eased.value(at: start + 3) < 1)
    #expect(!eased.isOver(at: start + 3.9) && eased.isOver(at: start + 4))
  }

  @Test func lengthsAndPlacesOfAnySizeAreSafe() {
    for cells in [Int.min, -1, 0, 1, 65_535, 65_536, .max] {
      _ = shown(
        .column([
          .text("a").width(.cells(cells)).height(.cells(cells)),
          .text("b").padding(cells).gap(cells),
          .row([.text("c").width(.fill(cells)), .text("d").width(.fill.least(cells))]),
          .grid([.cells(cells), .fill.most(cells)], [.text("e"), .text("f")]),
        ]))
      _ = noted(columns: cells < 0 ? 0 : min(cells, 200), rows: 3) { _ in .text("a") }.lines
    }
  }
}
