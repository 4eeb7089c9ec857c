import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// The section "Subscriptions".

// Sample 13: the signature.

struct DownloadSubscriptions: MessageSubscriptionProvider {
  func subscriptions(model: AppModel, message: (any Message)?) -> [any Subscription] {
    guard message is DownloadMessage else { return [] }
    return [TickSubscription.eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter))]
  }
}

@Test func subscriptionsFollowFromTheModelAndTheMessageThatChangedIt() {
  let provider: any MessageSubscriptionProvider<AppModel> = DownloadSubscriptions()
  #expect(provider.subscriptions(model: AppModel(), message: nil).isEmpty)
  let declared = provider.subscriptions(model: AppModel(), message: DownloadMessage.finished)
  #expect(
    declared as? [TickSubscription]
      == [.eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter))])
}

// Sample 14: the protocols. What they ask for is what the two interpreters below implement;
// `AnySubscription` and `AnySubscriptionProvider` are existential types now.

@Test func subscriptionsOfManyTypesStandInAListWithoutAWrapper() {
  let declared: [any Subscription] = [
    TickSubscription.eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter)),
    NotificationSubscription.appDidEnterBackground(
      Reply(AppNotificationMessage.handleDidEnterBackground)),
  ]
  #expect(difference(declared, declared) == nil)
  #expect(difference(declared, declared.reversed()) != nil)
}

// Sample 15: notifications.

struct NotificationEvent: Equatable, Sendable {
  var name: String

  init(_ notification: Notification) { name = notification.name.rawValue }
}

enum NotificationSubscription: Subscription {
  /// The app did enter in background
  case appDidEnterBackground(Reply<NotificationEvent>)
}

extension NotificationSubscription {
  var notificationName: Notification.Name {
    switch self {
    case .appDidEnterBackground: .appDidEnterBackground
    }
  }

  func message(for event: NotificationEvent) -> any Message {
    switch self {
    case .appDidEnterBackground(let reply): reply(event)
    }
  }
}

extension Notification.Name {
  static let appDidEnterBackground = Notification.Name("appDidEnterBackground")
}

final class NotificationSubscriptionInterpreter: SubscriptionInterpreter {
  typealias Sub = NotificationSubscription

  private let center: NotificationCenter
  private let subscription: Sub
  private let dispatch: SubscriptionDispatcher<Sub>
  private var token: (any NSObjectProtocol)?

  init(
    center: NotificationCenter, subscription: Sub,
    dispatch: SubscriptionDispatcher<Sub>
  ) {
    self.center = center
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() {
    token = center.addObserver(
      forName: subscription.notificationName, object: nil, queue: nil
    ) { [dispatch] notification in
      let event = NotificationEvent(notification)
      dispatch { $0.message(for: event) }
    }
  }

  func stop() {
    if let token { center.removeObserver(token) }
    token = nil
  }
}

enum AppNotificationMessage: Message, Equatable {
  case handleDidEnterBackground(NotificationEvent)
}

struct NotificationSubscriptionProvider: SubscriptionProvider {
  func subscriptions(model: AppModel) -> [any Subscription] {
    [
      NotificationSubscription.appDidEnterBackground(
        Reply(AppNotificationMessage.handleDidEnterBackground))
    ]
  }
}

func notificationInterpreter(_ center: NotificationCenter) -> Interpreter {
  .subscription { subscription, dispatch in
    NotificationSubscriptionInterpreter(
      center: center, subscription: subscription, dispatch: dispatch)
  }
}

@Test func aNotificationSubscriptionIsEqualToOneWithTheSameReply() {
  let one = NotificationSubscription.appDidEnterBackground(
    Reply(AppNotificationMessage.handleDidEnterBackground))
  let same = NotificationSubscription.appDidEnterBackground(
    Reply(AppNotificationMessage.handleDidEnterBackground))
  let other = NotificationSubscription.appDidEnterBackground(Reply { _ in AMessage.increase })
  #expect(one == same)
  #expect(one != other)
}

@Test func aNotificationArrivesAsAMessageWhileTheSubscriptionRuns() {
  let center = NotificationCenter()
  let subscription = NotificationSubscription.appDidEnterBackground(
    Reply(AppNotificationMessage.handleDidEnterBackground))
  let recorder = RecordingDispatcher()
  let interpreter = NotificationSubscriptionInterpreter(
    center: center, subscription: subscription,
    dispatch: recorder.subscriptionDispatcher(for: subscription))
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(recorder.messages.isEmpty)
  interpreter.start()
  center.post(name: .appDidEnterBackground, object: nil)
  center.post(name: Notification.Name("another"), object: nil)
  interpreter.stop()
  center.post(name: .appDidEnterBackground, object: nil)
  let event = NotificationEvent(Notification(name: .appDidEnterBackground))
  #expect(
    recorder.messages as? [AppNotificationMessage] == [.handleDidEnterBackground(event)])
}

@Test func aStoppedNotificationInterpreterIsFreed() {
  let center = NotificationCenter()
  let subscription = NotificationSubscription.appDidEnterBackground(
    Reply(AppNotificationMessage.handleDidEnterBackground))
  let recorder = RecordingDispatcher()
  var interpreter: NotificationSubscriptionInterpreter? = NotificationSubscriptionInterpreter(
    center: center, subscription: subscription,
    dispatch: recorder.subscriptionDispatcher(for: subscription))
  weak let freed = interpreter
  interpreter?.start()
  interpreter?.stop()
  interpreter = nil
  #expect(freed == nil)
  withExtendedLifetime(center) {}
}

@Test func theAppListensForAsLongAsItsModelDeclaresTheSubscription() throws {
  let center = NotificationCenter()
  let runtime = try Runtime(
    Program(
      model: AppModel(counterActivated: true),
      CombinedUpdater([
        .full(AppMessageUpdater()),
        .full(
          TypedFunctionUpdater { (model: inout AppModel, message: AppNotificationMessage) in
            model.a += 1
            return []
          }),
        .full(
          FunctionSubscriptionProvider { model in
            model.counterActivated
              ? NotificationSubscriptionProvider().subscriptions(model: model) : []
          }),
      ])), interpreters: [notificationInterpreter(center)])
  center.post(name: .appDidEnterBackground, object: nil)
  runtime.start()
  #expect(runtime.model.a == 0)
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(runtime.model.a == 1)
  runtime.dispatch(AppMessage.switchCounter(on: false))
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(runtime.model.a == 1)
  #expect(runtime.statistics.handled == 2)
}

@Test func theRuntimeFreesAnInterpreterWhoseSubscriptionWasRemoved() throws {
  let center = NotificationCenter()
  nonisolated(unsafe) weak var made: NotificationSubscriptionInterpreter?
  let runtime = try Runtime(
    Program(
      model: AppModel(counterActivated: true),
      CombinedUpdater([
        .full(AppMessageUpdater()),
        .full(
          FunctionSubscriptionProvider { model in
            model.counterActivated
              ? NotificationSubscriptionProvider().subscriptions(model: model) : []
          }),
      ])),
    interpreters: [
      .subscription { subscription, dispatch -> NotificationSubscriptionInterpreter in
        let interpreter = NotificationSubscriptionInterpreter(
          center: center, subscription: subscription, dispatch: dispatch)
        made = interpreter
        return interpreter
      }
    ])
  runtime.start()
  #expect(made != nil)
  runtime.dispatch(AppMessage.switchCounter(on: false))
  #expect(made == nil)
}

/// The interpreter as the proposal wrote it: what is given to `addObserver` keeps `self`, and what is
/// given to `removeObserver` was never added.
private final class LeakingInterpreter: SubscriptionInterpreter, @unchecked Sendable {
  typealias Sub = NotificationSubscription

  private let center: NotificationCenter
  private let dispatch: SubscriptionDispatcher<Sub>

  init(
    center: NotificationCenter, dispatch: SubscriptionDispatcher<Sub>
  ) {
    self.center = center
    self.dispatch = dispatch
  }

  func start() {
    _ = center.addObserver(forName: .appDidEnterBackground, object: nil, queue: nil) {
      notification in
      let event = NotificationEvent(notification)
      self.dispatch { $0.message(for: event) }
    }
  }

  func stop() { center.removeObserver(self) }
}

@Test func theProposalsOwnStopRemovesNothing() {
  let center = NotificationCenter()
  let subscription = NotificationSubscription.appDidEnterBackground(
    Reply(AppNotificationMessage.handleDidEnterBackground))
  let recorder = RecordingDispatcher()
  var interpreter: LeakingInterpreter? = LeakingInterpreter(
    center: center, dispatch: recorder.subscriptionDispatcher(for: subscription))
  weak let leaked = interpreter
  interpreter?.start()
  interpreter?.stop()
  interpreter = nil
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(recorder.messages.count == 1)
  #expect(leaked != nil)
}

@Test func evenALeakedInterpreterReachesNothingAfterItsSubscriptionWasRemoved() throws {
  let center = NotificationCenter()
  let runtime = try Runtime(
    Program(
      model: AppModel(counterActivated: true),
      CombinedUpdater([
        .full(AppMessageUpdater()),
        .full(
          FunctionSubscriptionProvider { model in
            model.counterActivated
              ? NotificationSubscriptionProvider().subscriptions(model: model) : []
          }),
      ])), interpreters: [.subscription { LeakingInterpreter(center: center, dispatch: $1) }])
  runtime.start()
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(runtime.statistics.handled == 1)
  runtime.dispatch(AppMessage.switchCounter(on: false))
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(runtime.statistics.handled == 2)
}

// Sample 16: ticks, only while the model wants them.

enum TickSubscription: Subscription {
  // tick each X seconds sending the message
  case eachNumberOfSeconds(Int, Reply<Void>)
}

struct TickSubscriptionProvider: SubscriptionProvider {
  func subscriptions(model: AppModel) -> [any Subscription] {
    if model.counterActivated {
      // if the counter is active we send an increase counter message each second
      [TickSubscription.eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter))]
    } else {
      // otherwise we don't do anything
      []
    }
  }
}

@Test func theCounterIncreasesEachSecondWhileItIsActivated() throws {
  let clock = ManualClock()
  let runtime = try Runtime(
    Program(
      model: AppModel(),
      CombinedUpdater([.full(AppMessageUpdater()), .full(TickSubscriptionProvider())])),
    interpreters: [.subscription(TickSubscriptionInterpreter.self)],
    options: RuntimeOptions(clock: clock))
  runtime.start()
  clock.advance(by: .seconds(10))
  #expect(runtime.model.a == 0)
  runtime.dispatch(AppMessage.switchCounter(on: true))
  clock.advance(by: .seconds(10))
  #expect(runtime.model.a == 10)
  runtime.dispatch(AppMessage.switchCounter(on: false))
  clock.advance(by: .seconds(10))
  #expect(runtime.model.a == 10)
  #expect(clock.scheduledCount == 0)
}

@Test func aSubscriptionThatIsStillDeclaredIsNotRestarted() throws {
  let clock = ManualClock()
  let runtime = try Runtime(
    Program(
      model: AppModel(counterActivated: true),
      CombinedUpdater([.full(AppMessageUpdater()), .full(TickSubscriptionProvider())])),
    interpreters: [.subscription(TickSubscriptionInterpreter.self)],
    options: RuntimeOptions(clock: clock))
  runtime.start()
  clock.advance(by: .milliseconds(600))
  runtime.dispatch(AppMessage.increaseCounter)
  clock.advance(by: .milliseconds(600))
  #expect(runtime.model.a == 2)
}
