import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct NotificationTests {
  enum Life: Message, Equatable {
    case changed(PostedNotification)
    case slept
  }
  private static let changed = Notification.Name("changed")
  private let center = NotificationCenter()
  private let recorder = RecordingDispatcher()

  @Test func aNotificationOfTheNameBecomesAMessage() async {
    let posted = recorder.start(
      .notifications(from: center), NotificationPosted(Self.changed, Reply(Life.changed)))
    center.post(name: Notification.Name("other"), object: nil)
    center.post(
      name: Self.changed, object: nil,
      userInfo: [
        "name": "ada", "isNew": true, "one": 1, "half": 0.5, "small": UInt8(7),
        "number": NSNumber(3),
        "list": [1, "two"], "nested": ["deep": false], "when": Date(timeIntervalSince1970: 3),
        "odd": Odd(), AnyHashable(5): "a number",
      ])
    await recorder.expect(
      Life.changed(
        PostedNotification(
          Self.changed,
          userInfo: [
            "name": .text("ada"), "isNew": .flag(true), "one": .integer(1), "half": .number(0.5),
            "small": .integer(7), "number": .integer(3),
            "list": .list([.integer(1), .text("two")]),
            "nested": .dictionary(["deep": .flag(false)]),
            "when": .date(Date(timeIntervalSince1970: 3)), "odd": .other("Odd()"),
            "5": .text("a number"),
          ])))
    recorder.expectNoMore()
    posted.stop()
    await posted.ended()
  }
  private struct Odd {}

  @Test func theObserverIsRemoved() async {
    let posted = recorder.start(
      .notifications(from: center), NotificationPosted(Self.changed, Reply(Life.slept)))
    center.post(name: Self.changed, object: nil)
    posted.stop()
    center.post(name: Self.changed, object: nil)
    await recorder.expect(Life.slept)
    // This fails if the notification centre still holds the closure, and so the dispatcher.
    await posted.ended()
    recorder.expectNoMore()
  }

  @Test func aMessageIsHandledBeforePostReturns() throws {
    struct App: Model { var isAsleep = false }
    let runtime = try Runtime(
      Program(
        model: App(),
        CombinedUpdater<App>([
          .full(
            FunctionUpdater(takes: .all) { model, _ in
              var model = model
              model.isAsleep = true
              return (model, [])
            }),
          .full(
            FunctionSubscriptionProvider<App> { _ in
              [NotificationPosted(Self.changed, Reply(Life.slept))]
            }),
        ])), interpreters: [.notifications(from: center)])
    runtime.start()
    center.post(name: Self.changed, object: nil)
    #expect(runtime.model.isAsleep)
    runtime.requestShutdown()
  }
}
