import Katana
import KatanaComparison
import KatanaRuntime

/// Finds updates that are not pure by running them again.
///
/// Each update is repeated at once, and one or more times at the end of the test. An update that
/// depends on a clock, on randomness or on global state that changes meanwhile gives another
/// result.
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

  /// Repeats all recorded steps. Only steps whose first repetition gave an equal result are kept.
  mutating func repeatAll() {
    // An update that chooses between two values at random needs several runs to show it. A long
    // test has many steps that may show it, so one more run of each is enough.
    let times = steps.count > 100 ? 1 : 4
    for step in steps {
      for _ in 0..<times where differs(step) { break }
    }
    steps = []
  }

  private func differs(_ step: Step) -> Bool {
    let (after, commands) = feature.update(model: step.before, message: step.message)
    let name = ValueName(step.message).fullName
    if let path = Comparison.provenDifference(between: step.after, and: after)
      ?? Comparison.provenDifference(between: step.commands, and: commands)
    {
      step.place.fail(
        withIssue: RuntimeIssue.impureUpdate(message: name, difference: path).detailedText)
      return true
    }
    let first = feature.subscriptions(model: step.after, message: step.message)
    let second = feature.subscriptions(model: step.after, message: step.message)
    guard let path = Comparison.provenDifference(between: first, and: second) else { return false }
    step.place.fail(
      withIssue: RuntimeIssue.impureSubscriptions(message: name, difference: path).detailedText)
    return true
  }
}
