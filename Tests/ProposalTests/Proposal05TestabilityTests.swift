import Foundation
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
    subscription: subscription, dispatch: recorder.subscriptionDispatcher(for: subscription))
  impl.start()
  clock.advance(by: .seconds(10))
  impl.stop()

  #expect(recorder.messages.count == 10)
  for message in recorder.messages {
    #expect(message as? TestMessage == .testMessage)
  }
}

@Test func aStoppedTickSubscriptionDispatchesNothing() async {
  let subscription = TickSubscription.eachNumberOfSeconds(3, Reply(TestMessage.testMessage))
  let clock = ManualClock()
  let recorder = RecordingDispatcher(clock: clock)
  let ticks = recorder.start(TickSubscriptionInterpreter.self, subscription)
  clock.advance(by: .seconds(8))
  await recorder.expect(TestMessage.testMessage, TestMessage.testMessage)
  recorder.expectNoMore()
  ticks.stop()
  await ticks.ended()
  #expect(clock.scheduledCount == 0)
}

// "The same approach can be applied also to commands interpreters."

@Test func aCommandInterpreterIsTestedByItself() {
  let recorder = RecordingDispatcher()
  let interpreter = AuthenticationCommandInterpreter()

  interpreter.interpret(.performLogout, dispatch: recorder.dispatcher)

  #expect(recorder.messages as? [AuthenticationMessage] == [.logoutDone])
}

// The whole app of the proposal, without its effects: the test answers for the server.

extension APICommand {
  /// The reply of either case, so that a test has a key path to it.
  fileprivate var reply: Reply<Result<Payload, APIFailure>> {
    switch self {
    case .get(_, let reply), .post(_, let reply): reply
    }
  }
}

@Test func aWholeAppIsTestedStepByStep() {
  let url = URL(filePath: "/todos/1")
  let tick = TickSubscription.eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter))
  let app = AppTest(
    Program(
      model: AppModel(),
      CombinedUpdater([
        .full(CombinedUpdater<AppModel>([.full(appUpdater), .full(AppMessageUpdater())])),
        .full(TickSubscriptionProvider()),
      ])), interpreters: [.subscription(TickSubscriptionInterpreter.self)])
  app.send(
    AppMessage.getTodo(url),
    commands: [APICommand<Todo>.get(url, Reply(AppMessage.manageGetTodo))])
  app.send(AppMessage.switchCounter(on: true), subscriptions: [.started(tick)]) {
    $0.counterActivated = true
  }
  app.advance(by: .seconds(2), sends: [AppMessage.increaseCounter, AppMessage.increaseCounter]) {
    $0.a = 2
  }
  app.answer(\APICommand<Todo>.reply, with: .success(Todo(title: "Write"))) {
    $0.todo = Todo(title: "Write")
  }
  app.send(AppMessage.switchCounter(on: false), subscriptions: [.stopped(tick)]) {
    $0.counterActivated = false
  }
  app.advance(by: .seconds(2))
  app.finish()
}
