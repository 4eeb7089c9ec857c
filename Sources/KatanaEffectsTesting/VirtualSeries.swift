package import Katana
package import KatanaRuntime
import KatanaTesting

/// Sends a list of events of a subscription, one after another, each after the delay that the
/// conditions choose.
package final class VirtualSeries<Sub: Subscription, Event: Sendable>: SubscriptionInterpreter {
  private let events: [Event]
  private let conditions: Conditions
  private let dispatch: SubscriptionDispatcher<Sub>
  private let message: @Sendable (Sub, Event) -> any Message
  private let next = Locked<(action: ScheduledAction?, isStopped: Bool)>((nil, false))

  package init(
    _ events: [Event], _ conditions: Conditions, _ dispatch: SubscriptionDispatcher<Sub>,
    _ message: @escaping @Sendable (Sub, Event) -> any Message
  ) {
    (self.events, self.conditions) = (events, conditions)
    (self.dispatch, self.message) = (dispatch, message)
  }

  package func start() {
    if !conditions.isIdeal { return Self.send(events[...], conditions, next, dispatch, message) }
    for event in events where !next.withLock(\.isStopped) {
      dispatch { [message] in message($0, event) }
    }
  }

  /// Schedules the first event; each schedules the next one.
  private static func send(
    _ events: ArraySlice<Event>, _ conditions: Conditions,
    _ next: Locked<(action: ScheduledAction?, isStopped: Bool)>,
    _ dispatch: SubscriptionDispatcher<Sub>,
    _ message: @escaping @Sendable (Sub, Event) -> any Message
  ) {
    guard let event = events.first, !next.withLock(\.isStopped) else { return }
    let action = conditions.perform(on: dispatch.clock) {
      if next.withLock(\.isStopped) { return }
      dispatch { message($0, event) }
      send(events.dropFirst(), conditions, next, dispatch, message)
    }
    let isTooLate = next.withLock {
      $0.action = action
      return $0.isStopped
    }
    if isTooLate { action.cancel() }
  }

  package func stop() {
    next.withLock {
      $0.isStopped = true
      return $0.action
    }?.cancel()
  }
}
