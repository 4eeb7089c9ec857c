import Katana
import KatanaRuntime

/// Collects what the messages of a runtime cause during each call of the test.
final class StepRecorder<AppModel: Model>: @unchecked Sendable {
  // Sendable, because an app test runs on one thread: its runtime handles messages on the thread
  // that sends them, and its interpreters may use only the clock of the test.
  private let feature: FeatureTree<AppModel>
  private let initialCommands: [any Command]
  private var repetition: Repetition<AppModel>
  private var stated: StatedEffects
  private(set) var declared: [any Subscription] = []
  private var current: StepResult<AppModel>?
  /// The numbers of the messages that were handled in the current call of the test.
  ///
  /// 0 stands for the start of the app.
  private var numbers: Set<UInt64> = []
  private var modelBefore: AppModel?
  private var place: TestPlace?
  /// The largest number of messages that a call may cause.
  private let limit: Int
  private var count = 0
  /// The names of the last messages within the limit, for the failure.
  private var last: [String] = []
  /// The names of the messages that were handled between two calls.
  private(set) var unstated: [String] = []

  init(_ program: Program<AppModel>, limit: Int) {
    self.feature = program.feature
    self.initialCommands = program.commands
    self.limit = max(1, limit)
    self.repetition = Repetition(program.feature)
    self.stated = StatedEffects(program.effects)
  }

  var interceptor: Interceptor<AppModel> {
    Interceptor(
      before: { [self] envelope, model in
        guard isWithinLimit(envelope.message) else { return .drop }
        numbers.insert(envelope.number)
        modelBefore = model
        return .handle
      },
      after: { [self] envelope, model, commands in record(envelope, model, commands) })
  }

  /// Begins a call of the test.
  func begin(_ model: AppModel, at place: TestPlace) {
    self.place = place
    unstated = []
    (count, last) = (0, [])
    numbers = []
    current = StepResult(before: model, after: model, declaredBefore: declared)
  }

  /// Begins the call in which the app starts, with the commands of the program and the
  /// subscriptions of the first model. The messages of these commands are recorded after them.
  func beginStart(_ model: AppModel, at place: TestPlace) {
    begin(model, at: place)
    numbers = [0]
    declared = feature.subscriptions(model: model, message: nil)
    current?.add(SubscriptionChange.all(from: [], to: declared))
    current?.commands = initialCommands
    stated.check(initialCommands, declared, at: place)
  }

  /// Counts a message, and fails the test at the first message above the limit.
  private func isWithinLimit(_ message: any Message) -> Bool {
    count += 1
    if count > limit - 4 && count <= limit { last.append(ValueName(message).description) }
    if count == limit + 1 { place?.fail(endlessText(limit, last)) }
    return count <= limit
  }

  private func record(_ envelope: Envelope, _ model: AppModel, _ commands: [any Command]) {
    let message = envelope.message
    if let place, envelope.line == place.line, "\(envelope.file)" == "\(place.fileID)" {
      current?.ownMessages.append(message)
    } else if !isSaidByACommand(envelope) {
      current?.messages.append(message)
    }
    let before = declared
    declared = feature.subscriptions(model: model, message: message)
    current?.add(SubscriptionChange.all(from: before, to: declared))
    if current == nil { unstated.append(ValueName(message).description) }
    current?.commands += commands
    if let place { stated.check(commands, declared, at: place) }
    if let modelBefore, let place {
      repetition.record(modelBefore, message, model, commands, at: place)
    }
    modelBefore = nil
  }

  /// Whether the message comes from a `Send` or `Dismiss` of the current call, which the test
  /// states as a command.
  private func isSaidByACommand(_ envelope: Envelope) -> Bool {
    guard case .command(let type) = envelope.origin, type == Send.self || type == Dismiss.self
    else { return false }
    // The runtime uses a `Send` too for the message of `timingOut` or `onFailure`. Its envelope
    // names the command that failed.
    return envelope.command?.fullName == "\(type)" && numbers.contains(envelope.cause ?? 0)
  }

  /// Ends the current call, and returns what it caused.
  func result(after model: AppModel) -> StepResult<AppModel> {
    defer { current = nil }
    var result = current ?? StepResult(before: model, after: model)
    result.after = model
    result.declaredAfter = declared
    return result
  }

  func repeatUpdates() { repetition.repeatAll() }
}

private func endlessText(_ limit: Int, _ last: [String]) -> String {
  failureText(
    "One call of the test caused more than \(counted(limit, "message")).",
    [("The last ones", last.joined(separator: ", "))],
    why: "They seem to cause each other for ever. All further messages of the call are dropped.",
    fix: "end the chain of causes, or allow more with `AppTest(…, atMost: …)`.")
}
