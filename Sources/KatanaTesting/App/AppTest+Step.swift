import Katana
import KatanaRuntime

/// What all calls of a test have in common.
extension AppTest {
  /// Does something, and compares all that it causes with an expectation.
  func step(
    _ name: String, _ expectation: StepExpectation, at place: TestPlace,
    allowing allowed: [RuntimeIssue.Kind] = [],
    change: (inout AppModel) -> Void, action: () -> Void
  ) {
    if hasFinished { return place.fail(AppTestTexts.ended(name)) }
    beginIfNeeded(at: place)
    checkSilence(at: place)
    effects.place = place
    let before = runtime.model
    recorder.begin(before, at: place)
    action()
    addressee.checkIDs(in: runtime.model, before: before, at: place)
    recorder.result(after: runtime.model).check(
      expectation, of: name, at: place, change: change)
    reportIssues(at: place, allowing: allowed)
  }

  /// Begins with nothing stated, unless the test has begun.
  func beginIfNeeded(at place: TestPlace) {
    guard !hasStarted else { return }
    begin(
      StepExpectation(commands: [], subscriptions: [], exhaustive: .everything),
      named: "start (to be stated with `app.start(…)`)", at: place)
  }

  func begin(_ expectation: StepExpectation, named name: String = "start", at place: TestPlace) {
    hasStarted = true
    effects.place = place
    recorder.begin(runtime.model, at: place)
    runtime.start()
    recorder.recordStart(runtime.model)
    addressee.checkIDs(in: runtime.model, at: place)
    recorder.result(after: runtime.model).check(expectation, of: name, at: place) { _ in }
    reportIssues(at: place)
  }

  /// Problems that the runtime reports are failures of the test, unless it says that they may
  /// happen.
  func reportIssues(at place: TestPlace, allowing allowed: [RuntimeIssue.Kind] = []) {
    let all = issues.issues
    for issue in all.dropFirst(reportedIssues)
    where !(allowedIssues + allowed).contains(issue.kind) {
      place.fail(
        "\(issue.text)\nIf that may happen in this test, make the app with `allowing: [.\(issue.kind)]`."
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
