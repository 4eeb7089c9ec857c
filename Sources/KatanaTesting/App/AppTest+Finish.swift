public import Katana
import KatanaComparison
import KatanaRuntime

extension AppTest {
  /// Ends the test: fails if a command has got no answer, then shuts the app down.
  ///
  /// Called by itself when the test lets go of the app, with a failure shown where the app was
  /// made.
  ///
  /// - Parameter types: The types of commands that never get an answer in this test, beside those
  ///   given when the app was made.
  public func finish(
    ignoringPending types: [any Command.Type] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = place(fileID, filePath, line)
    if hasFinished { return place.alone.fail(AppTestTexts.ended("finish()")) }
    end(ignoringPending: types, at: place)
  }

  func end(ignoringPending types: [any Command.Type], at place: TestPlace) {
    guard !hasFinished else { return }
    beginIfNeeded(at: place)
    hasFinished = true
    checkSilence(at: place)
    // After a failure, most of what follows is its consequence; without one, all that is found counts.
    let place = verdict.hasFailed ? place : place.alone
    let left = Set((types + leftTypes).map { ObjectIdentifier($0) })
    let waiting = effects.pending.filter {
      !left.contains(ObjectIdentifier(type(of: $0.held.command)))
    }
    if !waiting.isEmpty { place.fail(noAnswerText(waiting)) }
    checkWaiting(left, at: place)
    checkRunning(left, at: place)
    repeatUpdates()
    runtime.requestShutdown()
    effects.finishAll()
    reportIssues(at: place)
  }

  /// Fails if a command waits for its time or its turn.
  private func checkWaiting(_ left: Set<ObjectIdentifier>, at place: TestPlace) {
    let commands = runtime.waitingCommands.filter {
      !left.contains(ObjectIdentifier(type(of: leaf(of: $0.command))))
    }
    if commands.isEmpty { return }
    place.fail(
      failureText(
        "\(counted(commands.count, "command")) \(commands.count == 1 ? "waits" : "wait") for time to"
          + " pass, or for other commands.", [("Commands", waitingText(commands))],
        why: "The test has not seen what the app does then.",
        fix:
          "let it pass with `advance(by:)`, cancel, or say `finish(ignoringPending: […])` with the type of"
          + " the command inside."))
  }

  /// Fails if an interpreter that was given to the app may still send.
  private func checkRunning(_ left: Set<ObjectIdentifier>, at place: TestPlace) {
    let others = left.union(effects.pending.map { ObjectIdentifier(type(of: $0.held.command)) })
    let commands = runtime.liveCommands.filter { !others.contains(ObjectIdentifier($0.type)) }
    if commands.isEmpty { return }
    place.fail(
      failureText(
        "\(counted(commands.count, "command")) \(commands.count == 1 ? "has" : "have") not ended.",
        [("Commands", commands.map(\.name.fullName).joined(separator: ", "))],
        why: "Their interpreters keep the dispatcher, and may still send.",
        fix:
          "let time pass with `advance(by:)`, let the interpreter give up its dispatcher when it is"
          + " done, or say `finish(ignoringPending: […])`."))
  }

  private func noAnswerText(_ waiting: [PendingEffects.Pending]) -> String {
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
        "To fix this, answer \(it), or say `finish(ignoringPending: [\(types.joined(separator: ", "))])`.",
      ]).joined(separator: "\n")
  }
}
