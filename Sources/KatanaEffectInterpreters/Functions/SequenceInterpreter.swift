import Katana
import KatanaEffects
import KatanaRuntime

/// Sends a message for each element of an async sequence.
final class SequenceInterpreter<Sub: Subscription, Element: Sendable>: SubscriptionInterpreter {
  typealias Iterate = @Sendable (Sub, (Element) -> Void) async throws -> Void

  private let subscription: Sub
  private let dispatch: SubscriptionDispatcher<Sub>
  private let reply: KeyPath<Sub, Reply<ElementEvent<Element>>> & Sendable
  private let iterate: Iterate
  private var task: Task<Void, Never>?

  init(
    subscription: Sub, dispatch: SubscriptionDispatcher<Sub>,
    reply: KeyPath<Sub, Reply<ElementEvent<Element>>> & Sendable, _ iterate: @escaping Iterate
  ) {
    self.subscription = subscription
    self.dispatch = dispatch
    self.reply = reply
    self.iterate = iterate
  }

  func start() {
    task = dispatch.task { [subscription, dispatch, reply, iterate] in
      func send(_ event: ElementEvent<Element>) {
        dispatch.answer({ $0[keyPath: reply] }, with: event)
      }
      do {
        try await iterate(subscription) { send(.element($0)) }
        if !Task.isCancelled { send(.ended) }
      } catch {
        if !Task.isCancelled { send(.failed("\(error)")) }
      }
    }
  }

  func stop() { task?.cancel() }
}
