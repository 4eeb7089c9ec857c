import Katana
import KatanaRuntime

/// Runs each update again, at once and at the end of the test: one that depends on a clock, on
/// randomness or on global state that changes meanwhile gives another result.
struct Repetition<AppModel: Model> {
  private struct Step {
    var before: AppModel
    var message: any Message
    var after: AppModel
    var commands: [any Command]
    var place: TestPlace
  }

  private let update: (AppModel, any Message) -> (AppModel, [any Command])
  private let declarations: SubscriptionDeclarations<AppModel>?
  private var steps: [Step] = []

  init(
    _ updater: some Updater<AppModel>, _ subscriptions: (any SubscriptionProvider<AppModel>)?
  ) {
    self.update = { model, message in updater.update(model: model, message: message) }
    self.declarations = subscriptions?.declarations
  }

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
    for step in steps { _ = differs(step) }
    steps = []
  }

  private func differs(_ step: Step) -> Bool {
    let (after, commands) = update(step.before, step.message)
    let updates =
      Difference.first(between: step.after, and: after)
      ?? Difference.first(between: step.commands, and: commands)
    if let updates, case .unequal = updates.reason {
      let path = updates.path.isEmpty ? "the whole" : updates.path
      let name = Label(step.message).fullName
      step.place.fail(RuntimeIssue.impureUpdate(message: name, difference: path).text)
      return true
    }
    return subscriptionsDiffer(step)
  }

  private func subscriptionsDiffer(_ step: Step) -> Bool {
    guard let declarations else { return false }
    let (first, second) = (
      declarations.subscriptions(model: step.after, message: step.message),
      declarations.subscriptions(model: step.after, message: step.message)
    )
    guard let difference = Difference.first(between: first, and: second) else { return false }
    let path = difference.path.isEmpty ? "the whole" : difference.path
    let name = Label(step.message).fullName
    step.place.fail(RuntimeIssue.impureSubscriptions(message: name, difference: path).text)
    return true
  }
}
