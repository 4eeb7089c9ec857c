import Katana
import KatanaRuntime

/// Sees what the messages of a runtime cause, from one action of the test to the next.
final class StepRecorder<AppModel: Model>: @unchecked Sendable {
  // Sendable, because an app test runs on one thread: its runtime handles messages on the thread that
  // sends them, and the interpreters given must use the clock of the test.
  private let declarations: SubscriptionDeclarations<AppModel>?
  private let initialCommands: [any Command]
  private var repetition: Repetition<AppModel>
  private var declared: [any Subscription] = []
  private var current: StepResult<AppModel>?
  private var before: AppModel?
  private var place: TestPlace?
  /// The messages that came between two actions.
  private(set) var unstated: [String] = []

  init(
    _ updater: some Updater<AppModel>, _ subscriptions: (any SubscriptionProvider<AppModel>)?,
    _ initialCommands: [any Command]
  ) {
    self.declarations = subscriptions?.declarations
    self.initialCommands = initialCommands
    self.repetition = Repetition(updater, subscriptions)
  }

  var interceptor: Interceptor<AppModel> {
    Interceptor(
      before: { [self] _, model in
        before = model
        return .handle
      },
      after: { [self] envelope, model, commands in record(envelope.message, model, commands) })
  }

  /// Begins an action of the test.
  func begin(_ model: AppModel, at place: TestPlace) {
    self.place = place
    unstated = []
    current = StepResult(before: model, after: model, declaredBefore: declared)
  }

  func recordStart(_ model: AppModel) {
    current?.commands = initialCommands
    declared = declarations?.subscriptions(model: model, message: nil) ?? []
  }

  private func record(_ message: any Message, _ model: AppModel, _ commands: [any Command]) {
    declared = declarations?.subscriptions(model: model, message: message) ?? []
    if current == nil { unstated.append(Label(message).description) }
    current?.commands += commands
    if let before, let place { repetition.record(before, message, model, commands, at: place) }
    before = nil
  }

  /// What the action has done, which ends.
  func result(after model: AppModel) -> StepResult<AppModel> {
    defer { current = nil }
    var result = current ?? StepResult(before: model, after: model)
    result.after = model
    result.declaredAfter = declared
    return result
  }

  func repeatUpdates() { repetition.repeatAll() }
}
