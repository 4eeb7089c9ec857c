import Foundation
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// Samples 13 to 16 of Docs/maintaining/from-the-proposal.md.

struct LoginSubscriptions: MessageSubscriptionProvider {
  func subscriptions(model: AppModel, message: (any Message)?) -> [any Subscription] {
    guard message is AuthenticationMessage else { return [] }
    return [TickSubscription.eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter))]
  }
}

let eachSecond = TickSubscription.eachNumberOfSeconds(1, Reply(AppMessage.increaseCounter))
private let background = NotificationSubscription.appDidEnterBackground(
  Reply(AppNotificationMessage.handleDidEnterBackground))

@Test func subscriptionsFollowFromTheModelAndTheMessageThatChangedIt() {
  let model = AppModel()
  #expect(LoginSubscriptions().subscriptions(model: model, message: nil).isEmpty)
  let message = AuthenticationMessage.logoutDone
  let declared = LoginSubscriptions().subscriptions(model: model, message: message)
  #expect(declared as? [TickSubscription] == [eachSecond])
}

@Test func providersAndSubscriptionsStandInListsWithoutAWrapper() {
  let providers: [any MessageSubscriptionProvider<AppModel>] = [
    TickSubscriptionProvider(), NotificationSubscriptionProvider(),
  ]
  var declared: [any Subscription] = []
  for provider in providers {
    declared += provider.subscriptions(model: AppModel(counterActivated: true), message: nil)
  }
  #expect(difference(declared, [eachSecond, background]) == nil)
  #expect(difference(declared, [background, eachSecond]) != nil)
}

enum NotificationSubscription: Subscription {
  /// The app did enter in background
  case appDidEnterBackground(Reply<String>)
}

final class NotificationSubscriptionInterpreter: SubscriptionInterpreter {
  typealias Sub = NotificationSubscription

  private let center: NotificationCenter
  private let dispatch: SubscriptionDispatcher<Sub>
  private var token: (any NSObjectProtocol)?

  init(center: NotificationCenter, dispatch: SubscriptionDispatcher<Sub>) {
    self.center = center
    self.dispatch = dispatch
  }

  func start() {
    token = center.addObserver(forName: .appDidEnterBackground, object: nil, queue: nil) {
      [dispatch] notification in
      let name = notification.name.rawValue
      dispatch { subscription in
        switch subscription {
        case .appDidEnterBackground(let reply): reply(name)
        }
      }
    }
  }

  func stop() {
    if let token { center.removeObserver(token) }
    token = nil
  }
}

enum AppNotificationMessage: Message, Equatable {
  case handleDidEnterBackground(String)
}

struct NotificationSubscriptionProvider: SubscriptionProvider {
  func subscriptions(model: AppModel) -> [any Subscription] {
    [
      NotificationSubscription.appDidEnterBackground(
        Reply(AppNotificationMessage.handleDidEnterBackground))
    ]
  }
}

extension Notification.Name {
  static let appDidEnterBackground = Notification.Name("appDidEnterBackground")
}

@Test func aNotificationArrivesWhileTheSubscriptionRunsAndItsInterpreterIsFreed() {
  let center = NotificationCenter()
  let recorder = RecordingDispatcher()
  var interpreter: NotificationSubscriptionInterpreter? = NotificationSubscriptionInterpreter(
    center: center, dispatch: recorder.subscriptionDispatcher(for: background))
  weak let freed = interpreter
  interpreter?.start()
  center.post(name: .appDidEnterBackground, object: nil)
  center.post(name: Notification.Name("another"), object: nil)
  interpreter?.stop()
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(
    recorder.messages as? [AppNotificationMessage]
      == [.handleDidEnterBackground("appDidEnterBackground")])
  interpreter = nil
  #expect(freed == nil)
  withExtendedLifetime(center) {}
}

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
