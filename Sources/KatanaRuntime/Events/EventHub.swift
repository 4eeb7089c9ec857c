import Katana

/// Calls the event handlers of one runtime. Created only for a runtime that has event handlers.
final class EventHub: @unchecked Sendable {
  // Sendable, because the lists are constant, and the rest is used inside of steps only.
  private let clock: any RuntimeClock
  private let handlers: [Handler]
  /// The kinds that at least one event handler wants.
  private let wanted: EventHandler.Kinds
  /// The number of the message whose step is executed; 0 outside of such a step.
  var step: UInt64 = 0
  private var runs: [RunID: ToldRun] = [:]
  /// The time at which the current update began, if an event handler wants times.
  private var updateStart = Duration.zero
  private var lastID: UInt64 = 0

  private struct Handler {
    let kinds: EventHandler.Kinds
    let handle: @Sendable (RuntimeEvent) -> Void
  }

  /// A run whose start was reported.
  private struct ToldRun {
    let id: UInt64
    let command: ValueName
    let cause: UInt64
    let scope: AnyAddress
    /// Whether its end was reported.
    var hasEnded = false
  }

  init(_ eventHandlers: [EventHandler], to runtime: ObservedRuntime) {
    clock = runtime.clock
    handlers = eventHandlers.map { Handler(kinds: $0.kinds, handle: $0.make(runtime)) }
    wanted = eventHandlers.reduce(into: []) { $0.formUnion($1.kinds) }
  }

  func wants(_ kind: EventHandler.Kinds) -> Bool { wanted.contains(kind) }

  private func tell(_ kind: EventHandler.Kinds, _ fact: consuming RuntimeEvent.Fact) {
    let event = RuntimeEvent(fact: fact, time: now)
    for handler in handlers where handler.kinds.contains(kind) { handler.handle(event) }
  }

  /// The current time; `nil` if no event handler wants times.
  private var now: Duration? { wants(.times) ? clock.now : nil }

  // MARK: Messages

  func handling(_ envelope: consuming Envelope) { tell(.updates, .handling(envelope)) }

  /// Stores the time before an update, if an event handler wants times.
  func updateBegins() { if wants(.times) { updateStart = clock.now } }

  func handled(_ envelope: @autoclosure () -> Envelope, _ commands: [any Command]) {
    guard wants(.messages) else { return }
    let envelope = envelope()
    let duration = wants(.times) ? clock.now.subtracting(updateStart) : nil
    tell(
      .messages,
      .handled(HandledMessage(envelope: envelope, commands: commands, duration: duration)))
  }

  func notHandled(_ message: @autoclosure () -> UnhandledMessage) {
    if wants(.messages) { tell(.messages, .notHandled(message())) }
  }

  // MARK: Commands

  func started(_ run: RunID, _ command: ValueName, cause: UInt64, in scope: AnyAddress) {
    let told = ToldRun(id: nextID(), command: command, cause: cause, scope: scope)
    runs[run] = told
    tell(told, .started)
  }

  /// Called before a message of a run is handled.
  func answered(_ run: RunID, number: UInt64) {
    if let told = runs[run] { tell(told, .answered(number: number)) }
  }

  func failed(_ run: RunID, _ error: any Error) { end(run, .failed(error)) }

  func cancelled(_ run: RunID) { end(run, .cancelled(by: causingMessage)) }

  /// The number of the message that causes what happens now; `nil` outside of the step of a
  /// message.
  var causingMessage: UInt64? { step == 0 ? nil : step }

  /// Called when the last dispatcher of a run was released.
  func finished(_ run: RunID) {
    end(run, .finished)
    runs[run] = nil
  }

  private func end(_ run: RunID, _ step: CommandEvent.Step) {
    guard let told = runs[run], !told.hasEnded else { return }
    runs[run]?.hasEnded = true
    tell(told, step)
  }

  private func tell(_ run: ToldRun, _ step: CommandEvent.Step) {
    command(run.id, run.command, cause: run.cause, in: run.scope, step)
  }

  /// Reports an event of a command that no interpreter performs at the moment.
  func command(
    _ id: UInt64, _ name: ValueName, cause: UInt64, in scope: AnyAddress,
    _ step: CommandEvent.Step
  ) {
    tell(
      .commands,
      .command(
        CommandEvent(
          step: step, id: id, command: name, cause: cause == 0 ? nil : cause, address: scope)))
  }

  func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  // MARK: The rest

  func subscription(
    _ id: Int, _ subscription: any Subscription, in scope: AnyAddress,
    _ step: SubscriptionEvent.Step
  ) {
    guard wants(.subscriptions) else { return }
    tell(
      .subscriptions,
      .subscription(
        SubscriptionEvent(
          step: step, id: id, subscription: ValueName(subscription), cause: causingMessage,
          address: scope)))
  }

  func issue(_ issue: RuntimeIssue) { if wants(.issues) { tell(.issues, .issue(issue)) } }
  func modelReplaced(after number: UInt64) { tell(.messages, .modelReplaced(after: number)) }
  func started() { tell(.lifecycle, .started) }
  func ended() { tell(.lifecycle, .ended) }
}
