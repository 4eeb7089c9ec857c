public import Katana
import KatanaRuntime

/// Which pending commands a test leaves without an answer.
enum LeftPending {
  case none
  case types([any Command.Type])
}

extension AppTest {
  /// Ends the test: fails if a command has got no answer, then shuts the app down.
  ///
  /// Called by itself when the test lets go of the app, with a failure shown where the app was made.
  ///
  /// - Parameter types: The types of commands that never get an answer in this test.
  public func finish(
    leaving types: [any Command.Type] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    end(leaving: .types(types), at: TestPlace(fileID, filePath, line))
  }

  func end(leaving left: LeftPending, at place: TestPlace) {
    guard !hasFinished else { return }
    hasFinished = true
    let left =
      if case .types(let types) = left { types.map { ObjectIdentifier($0) } } else {
        [ObjectIdentifier]()
      }
    let waiting = effects.pending.filter {
      !left.contains(ObjectIdentifier(type(of: $0.held.command)))
    }
    if !waiting.isEmpty {
      let lines = waiting.map { pending in
        "  \(valueText(pending.shown))" + (pending.startedAt.map { ", asked for at \($0)" } ?? "")
      }
      let count = waiting.count == 1 ? "1 command has" : "\(waiting.count) commands have"
      place.fail(
        (["\(count) got no answer."] + lines + [
          "The test has not seen what the app does with the answer.",
          "To fix this, answer it, or say `finish(leaving: [\(type(of: waiting[0].held.command)).self])`.",
        ]).joined(separator: "\n"))
    }
    repeatUpdates()
    runtime.requestShutdown()
    effects.finishAll()
  }
}
