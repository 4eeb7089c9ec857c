public import Katana
import KatanaRuntime

extension AppTest {
  /// Ends the test: fails if a command has got no answer, then shuts the app down.
  ///
  /// Called by itself when the test lets go of the app, with a failure shown where the app was made.
  ///
  /// - Parameter types: The types of commands that never get an answer in this test, beside those
  ///   given when the app was made.
  public func finish(
    leaving types: [any Command.Type] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    end(leaving: types, at: TestPlace(fileID, filePath, line))
  }

  func end(leaving types: [any Command.Type], at place: TestPlace) {
    guard !hasFinished else { return }
    hasFinished = true
    checkSilence(at: place)
    let left = Set((types + leftTypes).map { ObjectIdentifier($0) })
    let waiting = effects.pending.filter {
      !left.contains(ObjectIdentifier(type(of: $0.held.command)))
    }
    if !waiting.isEmpty { place.fail(noAnswerText(waiting)) }
    if effects.pending.isEmpty { checkWaiting(left, at: place) }
    repeatUpdates()
    runtime.requestShutdown()
    effects.finishAll()
  }

  /// Fails if a command waits for its time or its turn.
  private func checkWaiting(_ left: Set<ObjectIdentifier>, at place: TestPlace) {
    let commands = runtime.controlledCommands.filter {
      !left.contains(ObjectIdentifier(type(of: leaf(of: $0))))
    }
    if commands.isEmpty { return }
    place.fail(
      failureText(
        "\(counted(commands.count, "command")) \(commands.count == 1 ? "waits" : "wait") for time to"
          + " pass.", [("Commands", shownList(commands))],
        why: "The test has not seen what the app does then.",
        fix:
          "let it pass with `advance(by:)`, cancel, or say `finish(leaving: […])` with the type of"
          + " the command inside."))
  }

  private func noAnswerText(_ waiting: [HeldEffects.Pending]) -> String {
    let lines = waiting.map { pending in
      "  \(valueText(pending.shown))" + (pending.startedAt.map { ", asked for at \($0)" } ?? "")
    }
    var types: [String] = []
    for pending in waiting {
      let type = "\(type(of: pending.held.command)).self"
      if !types.contains(type) { types.append(type) }
    }
    let (count, it) =
      waiting.count == 1 ? ("1 command has", "it") : ("\(waiting.count) commands have", "them")
    return
      (["\(count) got no answer."] + lines + [
        "The test has not seen what the app does with the answer.",
        "To fix this, answer \(it), or say `finish(leaving: [\(types.joined(separator: ", "))])`.",
      ]).joined(separator: "\n")
  }
}
