import Katana
import KatanaComparison
import KatanaRuntime

/// Runs each update again, at once and several times at the end of the test: one that depends on a
/// clock, on randomness or on global state that changes meanwhile gives another result.
struct Repetition<AppModel: Model> {
  private struct Step {
    var before: AppModel
    var message: any Message
    var after: AppModel
    var commands: [any Command]
    var place: TestPlace
  }

  private let feature: FeatureTree<AppModel>
  private var steps: [Step] = []

  init(_ feature: FeatureTree<AppModel>) { self.feature = feature }

  mutating func record(
    _ before: AppModel, _ message: any Message, _ after: AppModel, _ commands: [any Command],
    at place: TestPlace
  ) {
    let step = Step(
      before: before, message: message, after: after, commands: commands, place: place)
    if !differs(step) { steps.append(step) }
  }

  /// Runs all steps once more. Each was equal to its repetition when it was recorded.
  mutating func repeatAll() {
    // Of a choice between two values, six runs miss the difference once in 32 times; long tests
    // have many steps that may show it.
    let times = steps.count > 100 ? 1 : 4
    for step in steps {
      for _ in 0..<times where differs(step) { break }
    }
    steps = []
  }

  private func differs(_ step: Step) -> Bool {
    let (after, commands) = feature.update(model: step.before, message: step.message)
    let name = ValueName(step.message).fullName
    if let path = path(from: step.after, to: after) ?? path(from: step.commands, to: commands) {
      step.place.fail(RuntimeIssue.impureUpdate(message: name, difference: path).detailedText)
      return true
    }
    let first = feature.subscriptions(model: step.after, message: step.message)
    let second = feature.subscriptions(model: step.after, message: step.message)
    guard let path = path(from: first, to: second) else { return false }
    step.place.fail(RuntimeIssue.impureSubscriptions(message: name, difference: path).detailedText)
    return true
  }

  /// Where two values differ; what cannot be compared, and what is not even equal to itself, such
  /// as a NaN, is taken to be equal.
  private func path(from first: Any, to second: Any) -> String? {
    if Comparison.areEqual(first, second, apartFromIncomparable: true)
      || !Comparison.areEqual(first, first, apartFromIncomparable: true)
    {
      return nil
    }
    let path = Difference.first(between: first, and: second)?.path ?? ""
    return path.isEmpty ? "the whole" : path
  }
}
