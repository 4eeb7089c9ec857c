import Katana
import KatanaRuntime

/// What all calls of a test have in common.
extension AppTest {
  /// Does something, and compares all that it causes with an expectation. After a failure, it is
  /// only done.
  ///
  /// - Parameters:
  ///   - expectingNoReceiver: Whether messages that it sends are not handled.
  ///   - checksReceivers: Whether that is checked here.
  ///   - action: Returns how many messages it has sent itself.
  func step(
    _ name: String, _ expectation: StepExpectation, at place: TestPlace,
    expectingNoReceiver: Bool = false, checksReceivers: Bool = true,
    allowing allowed: [RuntimeIssue.Kind] = [],
    change: (inout AppModel) -> Void, action: () -> Int
  ) {
    if hasFinished { return place.alone.fail(AppTestTexts.ended(name)) }
    beginIfNeeded(at: place)
    checkSilence(at: place)
    effects.place = place
    let (before, dropped) = (runtime.model, droppedMessages)
    recorder.begin(before, at: place)
    let sent = action()
    let result = recorder.result(after: runtime.model)
    if verdict.hasFailed { return }
    reachability.checkIDs(in: runtime.model, before: before, at: place)
    if expectingNoReceiver {
      if checksReceivers && droppedMessages == dropped {
        place.fail(
          failureText(
            "\(name): no message was dropped.", why: "The test says `expectingNoReceiver: true`.",
            fix: "leave that out, and state what the message causes."))
      }
    } else {
      let others = expectation.exhaustive.contains(.messages) ? droppedMessages - dropped : 0
      checkReceivers(name, own: sent - result.ownMessages.count, others: others, at: place)
    }
    if verdict.hasFailed { return }
    result.check(expectation, of: name, at: place, change: change)
    reportIssues(at: place, allowing: allowed)
  }

  /// Fails if messages were not handled.
  ///
  /// - Parameters:
  ///   - own: How many that the call has sent itself.
  ///   - others: How many in all, if those that it has caused matter.
  private func checkReceivers(_ name: String, own: Int, others: Int, at place: TestPlace) {
    if own > 0 {
      place.fail(
        failureText(
          "\(name): \(own == 1 ? "the message was" : "\(own) messages were") not handled.",
          why: "The child of the model that it goes to, or whose command it comes from, is gone.",
          fix:
            "keep the child, or say `expectingNoReceiver: true` if that is what the test is about.")
      )
    } else if others > 0 {
      place.fail(
        failureText(
          "\(name): \(counted(others, "message")) that it caused \(others == 1 ? "was" : "were") not"
            + " handled.",
          [("Counted", "\(runtime.statistics)")],
          why: "A message is dropped if its command was cancelled or its child is gone.",
          fix: "leave `.messages` out of `exhaustive:` if that is what the test is about."))
    }
  }

  private var droppedMessages: Int {
    let all = runtime.statistics
    return all.gone + all.unknownAddress + all.silenced + all.superseded + all.lost
  }

  /// Begins with nothing stated, unless the test has begun.
  func beginIfNeeded(at place: TestPlace) {
    guard !hasStarted else { return }
    begin(
      StepExpectation(commands: [], subscriptions: [], exhaustive: .everything),
      named: "start (to be stated with `app.start(…)`)", at: place
    ) { _ in }
  }

  func begin(
    _ expectation: StepExpectation, named name: String = "start", at place: TestPlace,
    change: (inout AppModel) -> Void
  ) {
    hasStarted = true
    effects.place = place
    let dropped = droppedMessages
    recorder.beginStart(runtime.model, at: place)
    runtime.start()
    recorder.recordStart(runtime.model)
    let result = recorder.result(after: runtime.model)
    if verdict.hasFailed { return }
    reachability.checkIDs(in: runtime.model, at: place)
    let others = expectation.exhaustive.contains(.messages) ? droppedMessages - dropped : 0
    checkReceivers(name, own: 0, others: others, at: place)
    if verdict.hasFailed { return }
    result.check(expectation, of: name, at: place, change: change)
    reportIssues(at: place)
  }

  /// Problems that the runtime reports are failures of the test, unless it says that they may
  /// happen.
  func reportIssues(at place: TestPlace, allowing allowed: [RuntimeIssue.Kind] = []) {
    let all = issues.issues
    for issue in all.dropFirst(reportedIssues)
    where !(allowedIssues + allowed).contains(issue.kind) {
      place.fail(
        "\(issue.detailedText)\nIf that may happen in this test, make the app with `allowing: [.\(issue.kind)]`."
      )
    }
    reportedIssues = all.count
  }

  /// Fails if something has happened that no call has stated.
  func checkSilence(at place: TestPlace) {
    let names = recorder.unstated
    if names.isEmpty { return }
    place.fail(
      failureText(
        "\(counted(names.count, "message")) came between two calls of the test.",
        [("Messages", names.joined(separator: ", "))],
        why: "What they have caused is stated nowhere.",
        fix: "let time pass with `advance(by:)`, and send with `send(_:)`, `answer(_:with:)` and"
          + " `emit(_:with:)`."))
  }

  func repeatUpdates() { recorder.repeatUpdates() }
}
