public import Katana
import KatanaComparison
import KatanaRuntime

extension AppTest {
  /// Ends the test, and shuts the app down.
  ///
  /// Fails the test in each of these cases:
  /// - A command is without an answer, or still waits for its time or for other commands, also for
  ///   those that are ignored or may be without an answer.
  /// - An interpreter of the test can still send messages.
  /// - A message was handled after the last call of the test.
  /// - An update gives another result when it is run again.
  /// - The runtime reported an issue that is not allowed.
  ///
  /// Call it once, and last. Without a call, the deinitialiser ends the test, and shows failures
  /// where the `AppTest` was created.
  ///
  /// - Parameters:
  ///   - types: The types of commands that may be without an answer, beside those that were passed
  ///     to the initialiser.
  ///   - fileID: The file in which a failure is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure is shown; the caller's by default.
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
    // After a failure, most further findings follow from it. Without one, each finding is reported.
    let place = verdict.hasFailed ? place : place.alone
    let left = Set((types + leftTypes).map { ObjectIdentifier($0) })
    let waiting = effects.pending.filter {
      !left.contains(ObjectIdentifier(type(of: $0.held.command)))
    }
    let findings = [
      waiting.isEmpty ? behindText(left) : noAnswerText(waiting), waitingText(left),
      runningText(left),
    ].compactMap(\.self)
    repeatUpdates()
    runtime.requestShutdown()
    effects.finishAll()
    let issues = newIssues()
    let fails = !findings.isEmpty || issues.contains { !allowedIssues.contains($0.kind) }
    if fails { for issue in issues { place.fail(text(of: issue)) } }
    for text in findings { place.fail(text) }
  }

  /// The failure of commands that still wait for their time or for other commands.
  private func waitingText(_ left: Set<ObjectIdentifier>) -> String? {
    let commands = runtime.waitingCommands.filter {
      !left.contains(ObjectIdentifier(type(of: leaf(of: $0.command))))
    }
    if commands.isEmpty { return nil }
    return failureText(
      "\(counted(commands.count, "command")) \(commands.count == 1 ? "waits" : "wait") for time"
        + " to pass, or for other commands.", [("Commands", waitingText(commands))],
      why: "The test has not checked what the app does after the wait.",
      fix:
        "let time pass with `advance(by:)`, answer the other commands, cancel the waiting ones,"
        + " or say `finish(ignoringPending: […])` with the type of the innermost command.")
  }

  /// The failure of commands that never began, because one before them needs no answer.
  private func behindText(_ left: Set<ObjectIdentifier>) -> String? {
    let commands = runtime.commandsBehindOthers.filter {
      !left.contains(ObjectIdentifier(type(of: leaf(of: $0))))
    }
    if commands.isEmpty { return nil }
    let types = Set(commands.map { "\(type(of: leaf(of: $0))).self" }).sorted()
    return failureText(
      "\(counted(commands.count, "command")) never began.",
      [
        ("Commands", shownList(commands)),
        ("Behind", shownList(pending + runtime.waitingCommands.map(\.command))),
      ],
      why: "A command that is ignored, or that may be pending, has not ended. So nothing behind it"
        + " begins, and the test has not checked what follows.",
      fix: "answer it with `answer(…)`, or say"
        + " `finish(ignoringPending: [\(types.joined(separator: ", "))])`.")
  }

  /// The failure of interpreters that run for real and can still send messages.
  private func runningText(_ left: Set<ObjectIdentifier>) -> String? {
    let others = left.union(effects.pending.map { ObjectIdentifier(type(of: $0.held.command)) })
    let commands = runtime.liveCommands.filter { !others.contains(ObjectIdentifier($0.type)) }
    if commands.isEmpty { return nil }
    return failureText(
      "\(counted(commands.count, "command")) \(commands.count == 1 ? "has" : "have") not ended.",
      [("Commands", commands.map(\.name.fullName).joined(separator: ", "))],
      why: "An interpreter that keeps its dispatcher may still send messages.",
      fix:
        "let time pass with `advance(by:)`, release the dispatcher in the interpreter when it is"
        + " done, or say `finish(ignoringPending: […])`.")
  }

  private func noAnswerText(_ waiting: [PendingEffects.Pending]) -> String {
    let lines = waiting.map { pending in
      "  \(valueText(pending.shown))" + (pending.startedAt.map { ", started at \($0)" } ?? "")
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
        "The test has not checked what the app does with the answer.",
        "To fix this, answer \(it), or say"
          + " `finish(ignoringPending: [\(types.joined(separator: ", "))])`.",
      ]).joined(separator: "\n")
  }
}
