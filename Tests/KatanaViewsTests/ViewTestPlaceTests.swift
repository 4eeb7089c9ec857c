import Katana
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

/// A failure of a view's test is shown at the line that has called it.
@Suite struct ViewTestPlaceTests {
  private let id: StaticString = "AppTests/CounterTests.swift"
  private let path: StaticString = "/app/Tests/AppTests/CounterTests.swift"

  @Test func aCallThatFails() {
    let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
    let found = failures {
      test.expectOutline("", fileID: id, filePath: path, line: 7)
      test.press("?", fileID: id, filePath: path, line: 7)
      test.pressSecondary("?", fileID: id, filePath: path, line: 7)
      test.type("a", into: "?", fileID: id, filePath: path, line: 7)
      test.replace("?", with: "a", fileID: id, filePath: path, line: 7)
      test.submit("?", fileID: id, filePath: path, line: 7)
      test.choose("a", of: "?", fileID: id, filePath: path, line: 7)
      test.set("?", to: 1, fileID: id, filePath: path, line: 7)
      test.select("?", fileID: id, filePath: path, line: 7)
      test.key("q", fileID: id, filePath: path, line: 7)
      test.point(.down, x: 0, y: 0, in: "?", fileID: id, filePath: path, line: 7)
      test.cancelDialog(fileID: id, filePath: path, line: 7)
    }
    #expect(found.count == 12)
    for failure in found {
      #expect("\(failure.place.fileID)" == "\(id)", "\(failure.text)")
      #expect("\(failure.place.filePath)" == "\(path)", "\(failure.text)")
      #expect(failure.place.line == 7, "\(failure.text)")
    }
  }

  /// The control is found, and no updater takes its message.
  @Test func anActionThatFails() {
    let deaf = TypedFunctionUpdater { (_: inout Counter, _: Other) in [] }
    let test = ViewTest(Program(model: Counter(), deaf), counterView)
    let found = failures { test.press("+", fileID: id, filePath: path, line: 7) }
    #expect(found.map { "\($0.place.fileID)" } == ["\(id)"])
    #expect(found.map { "\($0.place.filePath)" } == ["\(path)"])
  }

  struct Other: Message {}
}
