import Foundation
import Katana
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// The section "Architecture Testability".

// Sample 17: the test of an updater.

@Test func anUpdaterIsTestedByCallingIt() {
  let updater = AnUpdater()
  let message = UIMessage.logOutTapped
  let model = AppModel()

  let (newModel, commands) = updater.update(model: model, message: message)

  // test the new model is as simple as with the previous katana
  #expect(newModel.isLoading)

  // and testing triggered commands (operations that must be performed) is easy
  #expect(commands.first as? AuthenticationCommand == .performLogout)
}

@Test func allCommandsOfAnUpdateAreComparedAtOnce() {
  let (_, commands) = AnUpdater().update(model: AppModel(), message: .logOutTapped)
  #expect(difference(commands, [AuthenticationCommand.performLogout]) == nil)
  #expect(difference(commands, []) != nil)
  #expect(difference(commands, [Download(parts: 1)]) != nil)
}

// Sample 18: the test of a subscription provider.

@Test func aSubscriptionProviderIsTestedByCallingIt() {
  let subscriptionProvider = TickSubscriptionProvider()
  let message = AppMessage.switchCounter(on: true)
  let model = AppModel(counterActivated: true)

  let subscriptions = subscriptionProvider.subscriptions(model: model, message: message)

  #expect(
    subscriptions.first as? TickSubscription
      == .eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter)))
  #expect(subscriptionProvider.subscriptions(model: AppModel()).isEmpty)
}

// Sample 19: the test of an interpreter.

final class TickSubscriptionInterpreter: PlainSubscriptionInterpreter, Sendable {
  private let subscription: TickSubscription
  private let dispatch: SubscriptionDispatcher<TickSubscription>
  private let isStopped = Atomic(false)

  init(subscription: TickSubscription, dispatch: SubscriptionDispatcher<TickSubscription>) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() {
    switch subscription {
    case .eachNumberOfSeconds(let seconds, _): tick(each: .seconds(seconds))
    }
  }

  func stop() { isStopped.store(true, ordering: .releasing) }

  private func tick(each interval: Duration) {
    dispatch.clock.schedule(after: interval) { [weak self] in
      guard let self, !isStopped.load(ordering: .acquiring) else { return }
      dispatch { subscription in
        switch subscription {
        case .eachNumberOfSeconds(_, let reply): reply()
        }
      }
      tick(each: interval)
    }
  }
}

enum TestMessage: Message, Equatable {
  case testMessage
}

@Test func aTickSubscriptionDispatchesTenTimesInTenSeconds() {
  let subscription = TickSubscription.eachNumberOfSeconds(1, Reply(TestMessage.testMessage))
  let clock = ManualClock()
  let recorder = RecordingDispatcher(clock: clock)

  let impl = TickSubscriptionInterpreter(
    subscription: subscription, dispatch: recorder.dispatch(for: subscription))
  impl.start()
  clock.advance(by: .seconds(10))
  impl.stop()

  #expect(recorder.messages.count == 10)
  for message in recorder.messages {
    #expect(message as? TestMessage == .testMessage)
  }
}

@Test func aStoppedTickSubscriptionDispatchesNothing() {
  let subscription = TickSubscription.eachNumberOfSeconds(3, Reply(TestMessage.testMessage))
  let clock = ManualClock()
  let recorder = RecordingDispatcher(clock: clock)
  let impl = TickSubscriptionInterpreter(
    subscription: subscription, dispatch: recorder.dispatch(for: subscription))
  impl.start()
  clock.advance(by: .seconds(8))
  #expect(recorder.messages.count == 2)
  impl.stop()
  clock.advance(by: .seconds(10))
  #expect(recorder.messages.count == 2)
  #expect(clock.scheduledCount == 0)
}

// "The same approach can be applied also to commands interpreters."

@Test func aCommandInterpreterIsTestedByItself() {
  let recorder = RecordingDispatcher()
  let interpreter = AuthenticationCommandInterpreter()

  interpreter.interpret(.performLogout, dispatch: recorder.dispatch)

  #expect(recorder.messages as? [AuthenticationMessage] == [.logoutDone])
}
