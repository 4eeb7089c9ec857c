import Katana
import KatanaRuntime

// The checks that all calls of a test have in common.
extension AppTest {
  /// Performs an action, and compares all that it causes with an expectation.
  ///
  /// After a failure, the action is performed without a comparison.
  ///
  /// - Parameters:
  ///   - expectingNoReceiver: Whether messages of the action must be dropped.
  ///   - checksReceivers: Whether this function checks that, or the caller.
  ///   - hint: Returns a possible cause if nothing happens, which a failure shows last.
  ///   - known: The kinds of issues that the action notes itself.
  ///   - action: Returns the number of messages that it sent itself.
  func step(
    _ name: String, _ expectation: StepExpectation, at place: TestPlace,
    expectingNoReceiver: Bool = false, checksReceivers: Bool = true,
    noting known: [RuntimeIssue.Kind] = [], hint: () -> String? = { nil },
    change: ((inout AppModel) -> Void)?, action: () -> Int
  ) {
    guard ensureRunning(name, at: place) else { return }
    checkSilence(at: place)
    effects.place = place
    verdict.call(at: place) {
      let (before, dropped) = (runtime.model, droppedMessages)
      recorder.begin(before, at: place)
      let sent = action()
      let result = recorder.result(after: runtime.model)
      noteIssues(at: place, except: known)
      if verdict.hasFailed { return }
      reachability.checkIDs(in: runtime.model, before: before, at: place)
      if expectingNoReceiver {
        let wasHandled = sent > 0 && !result.ownMessages.isEmpty
        if checksReceivers, wasHandled || droppedMessages == dropped {
          place.fail(
            failureText(
              "\(name): \(wasHandled ? "the message was handled" : "no message was dropped").",
              why: "The test says `expectingNoReceiver: true`.",
              fix: "remove `expectingNoReceiver:`, and state what the message causes."))
        }
      } else {
        let others = expectation.exhaustive.contains(.messages) ? droppedMessages - dropped : 0
        let own = sent - result.ownMessages.count
        if own == 0 || checksReceivers {
          checkReceivers(name, own: own, others: others, at: place)
        }
      }
      if verdict.hasFailed { return }
      result.check(
        expectation, of: name, at: place, hint: { result.messages.isEmpty ? hint() : nil },
        change: change)
    }
  }

  /// Fails the test if messages were dropped.
  ///
  /// - Parameters:
  ///   - own: The number of dropped messages that the call itself sent.
  ///   - others: The number of all dropped messages; zero if the test does not check them.
  private func checkReceivers(_ name: String, own: Int, others: Int, at place: TestPlace) {
    if own > 0 {
      place.fail(
        failureText(
          "\(name): \(own == 1 ? "the message was" : "\(own) messages were") not handled.",
          why: "The child that the message is for, or whose command sent it, is gone.",
          fix:
            "keep the child, or say `expectingNoReceiver: true` if the test expects that.")
      )
    } else if others > 0 {
      place.fail(
        failureText(
          "\(name): \(counted(others, "message")) that it caused \(others == 1 ? "was" : "were")"
            + " not handled.",
          [("Counted", "\(runtime.statistics)")],
          why: "A message is dropped if its command was cancelled or its child is gone.",
          fix: "leave `.messages` out of `exhaustive:` if the test expects that."))
    }
  }

  private var droppedMessages: Int {
    let all = runtime.statistics
    return all.gone + all.unknownAddress + all.silenced + all.superseded + all.lost
  }

  /// Starts the app unless it has started. Fails the test and returns `false` if it has ended.
  func ensureRunning(_ name: String, at place: TestPlace) -> Bool {
    if hasFinished {
      place.alone.fail(AppTestTexts.ended(name))
      return false
    }
    beginIfNeeded(at: place)
    return true
  }

  /// Starts the app unless it has started; then nothing may be caused, because nothing is stated.
  func beginIfNeeded(at place: TestPlace) {
    guard !hasStarted else { return }
    begin(
      expectation(commands: [], subscriptions: [], messages: [], exhaustive: nil),
      named: "start (to be stated with `app.start(…)`)", at: place, change: nil)
  }

  func begin(
    _ expectation: StepExpectation, named name: String = "start", at place: TestPlace,
    change: ((inout AppModel) -> Void)?
  ) {
    hasStarted = true
    effects.place = place
    verdict.call(at: place) {
      let dropped = droppedMessages
      recorder.beginStart(runtime.model, at: place)
      runtime.start()
      let result = recorder.result(after: runtime.model)
      noteIssues(at: place)
      if verdict.hasFailed { return }
      reachability.checkIDs(in: runtime.model, at: place)
      let others = expectation.exhaustive.contains(.messages) ? droppedMessages - dropped : 0
      checkReceivers(name, own: 0, others: others, at: place)
      if verdict.hasFailed { return }
      result.check(expectation, of: name, at: place, change: change)
    }
  }

  /// Notes the new issues of the runtime. One that is not allowed fails the test.
  ///
  /// - Parameter known: The kinds of issues that the call itself has noted.
  func noteIssues(at place: TestPlace, except known: [RuntimeIssue.Kind] = []) {
    for issue in newIssues() where !known.contains(issue.kind) {
      let isAllowed = allowedIssues.contains(issue.kind)
      verdict.note(issue: text(of: issue), at: place, fails: !isAllowed)
    }
  }

  /// Returns the issues that the runtime has reported since the last call of this function.
  func newIssues() -> ArraySlice<RuntimeIssue> {
    let all = issues.issues
    defer { reportedIssues = all.count }
    return all.dropFirst(reportedIssues)
  }

  /// Returns the text of an issue for a failure of the test.
  func text(of issue: RuntimeIssue) -> String {
    allowedIssues.contains(issue.kind)
      ? issue.detailedText
      : "\(issue.detailedText)\n"
        + "If that may happen in this test, make the app with `allowing: [.\(issue.kind)]`."
  }

  /// Fails the test if messages were handled between two calls.
  func checkSilence(at place: TestPlace) {
    let names = recorder.unstated
    if names.isEmpty { return }
    place.fail(
      failureText(
        "\(counted(names.count, "message")) came between two calls of the test.",
        [("Messages", names.joined(separator: ", "))],
        why: "The test does not check what they caused.",
        fix: "advance the clock only with `advance(by:)` of the test, and send messages only with"
          + " its `send(_:)`, `answer(_:with:)` and `emit(_:with:)`."))
  }

  func repeatUpdates() { recorder.repeatUpdates() }
}
