import Katana
import KatanaRuntime

/// The commands that a test answers, and the subscriptions whose events it emits.
final class PendingEffects: @unchecked Sendable {
  // Sendable, because an app test runs on one thread; see `StepRecorder`.

  /// A command without an answer.
  struct Pending {
    let number: Int
    let held: HeldCommand
    let startedAt: TestPlace?

    /// The command, wrapped in the scope of the child that returned it.
    var shown: any Command {
      held.scope.steps.isEmpty ? held.command : LayeredCommand(held.command, in: held.scope)
    }
  }

  /// A running subscription whose events the test emits.
  class Running {
    fileprivate(set) var payload: any Subscription
    let held: HeldSubscription
    private unowned let effects: PendingEffects

    fileprivate init(
      _ payload: any Subscription, _ held: HeldSubscription, _ effects: PendingEffects
    ) {
      self.payload = payload
      self.held = held
      self.effects = effects
    }

    /// The subscription, wrapped in the scope of the child that declares it.
    var shown: any Subscription {
      held.scope.steps.isEmpty ? payload : LayeredSubscription(payload, in: held.scope)
    }

    func start() { effects.running.append(self) }
    func stop() {
      // Looked for from the end: subscriptions that end together stop in reverse order.
      guard let index = effects.running.lastIndex(where: { $0 === self }) else { return }
      effects.running.remove(at: index)
    }
  }

  /// A running subscription of one type, as a `SubscriptionInterpreter` requires.
  private final class RunningOf<Sub: Subscription>: Running, SubscriptionInterpreter {
    func update(to subscription: Sub) -> Bool {
      payload = subscription
      return true
    }
  }

  private func running<Sub: Subscription>(
    _ subscription: Sub, _ held: HeldSubscription
  ) -> any SubscriptionInterpreter { RunningOf<Sub>(subscription, held, self) }

  private(set) var pending: [Pending] = []
  fileprivate(set) var running: [Running] = []
  /// The answered commands, each with the place of its last answer.
  private(set) var answered: [(command: any Command, place: TestPlace)] = []
  /// The commands that the app cancelled, each with the place of the call that led to it.
  private(set) var cancelled: [(command: any Command, place: TestPlace)] = []
  /// The place of the current call of the test.
  var place: TestPlace?
  private var count = 0

  func interpreters(beside others: [Interpreter]) -> [Interpreter] {
    [
      .holdingCommands(beside: others) { [unowned self] held in
        count += 1
        let number = count
        pending.append(Pending(number: number, held: held, startedAt: place))
        held.dispatch?.onCancel { [unowned self] in cancelled(number) }
      },
      .holdingSubscriptions { [unowned self] in running($0, $1) },
    ]
  }

  /// Removes a command after its last answer, and ends its run.
  func finish(_ command: Pending, at place: TestPlace) {
    pending.removeAll { $0.number == command.number }
    answered.append((command.shown, place))
    command.held.end()
  }

  /// Removes a command that the app cancelled, and ends its run.
  private func cancelled(_ number: Int) {
    guard let place, let index = pending.firstIndex(where: { $0.number == number }) else { return }
    let command = pending.remove(at: index)
    cancelled.append((command.shown, place))
    command.held.end()
  }

  func finishAll() {
    for command in pending { command.held.end() }
    pending = []
  }
}
