import Katana
import KatanaRuntime

/// The commands and subscriptions of an app that a test performs by hand.
final class PendingEffects: @unchecked Sendable {
  // Sendable, because an app test runs on one thread; see `StepRecorder`.

  /// A command that waits for its answer.
  struct Pending {
    let number: Int
    let held: HeldCommand
    let startedAt: TestPlace?

    /// The command with the child that returned it.
    var shown: any Command {
      held.scope.steps.isEmpty ? held.command : ScopedCommand(held.command, in: held.scope)
    }
  }

  /// A subscription that runs.
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

    /// The subscription with the child that declares it.
    var shown: any Subscription {
      held.scope.steps.isEmpty ? payload : ScopedSubscription(payload, in: held.scope)
    }

    func start() { effects.running.append(self) }
    func stop() { effects.running.removeAll { $0 === self } }
  }

  /// The same, of one type.
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
  /// The commands that were answered, and where.
  private(set) var answered: [(command: any Command, place: TestPlace)] = []
  /// The commands that the app has cancelled, and when.
  private(set) var cancelled: [(command: any Command, place: TestPlace)] = []
  /// What the test does now.
  var place: TestPlace?
  private var count = 0

  func interpreters(beside others: [Interpreter]) -> [Interpreter] {
    [
      .holdingCommands(beside: others) { [unowned self] held in
        count += 1
        let number = count
        pending.append(Pending(number: number, held: held, startedAt: place))
        held.onCancel { [unowned self] in cancelled(number) }
      },
      .holdingSubscriptions { [unowned self] in running($0, $1) },
    ]
  }

  /// Removes a command that gets its last answer.
  func finish(_ command: Pending, at place: TestPlace) {
    pending.removeAll { $0.number == command.number }
    answered.append((command.shown, place))
    command.held.end()
  }

  /// Removes a command that the app has cancelled.
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
