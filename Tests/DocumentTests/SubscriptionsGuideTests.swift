import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/subscriptions.md, in its order.

struct Radio: Model, Equatable {
  typealias Receives = RadioMessage

  var station: String?
  var heard: [String] = []
  var isSleepTimerOn = false
  var minutesLeft = 30
  var volumeLimit = 10
}

enum RadioMessage: Message, Equatable {
  case tuned(String?)
  case heard(String)
  case sleepTimerTapped
  case ticked(Tick)
}

struct SongPlayed: Subscription {
  var station: String
  var reply: Reply<String>
}

struct RadioSubscriptions: SubscriptionProvider {
  func subscriptions(model: Radio) -> [any Subscription] {
    var all: [any Subscription] = [VolumeLimit(limit: model.volumeLimit)]
    if let station = model.station {
      all.append(SongPlayed(station: station, reply: Reply(RadioMessage.heard)))
    }
    if model.isSleepTimerOn {
      all.append(Every(.seconds(60), Reply(RadioMessage.ticked)))
    }
    return all
  }
}

struct RadioUpdater: TypedUpdater {
  func update(model: inout Radio, message: RadioMessage) -> [any Command] {
    switch message {
    case .tuned(let station): model.station = station
    case .heard(let song): model.heard.append(song)
    case .sleepTimerTapped: model.isSleepTimerOn.toggle()
    case .ticked(let tick):
      model.minutesLeft -= tick.intervals
      model.isSleepTimerOn = model.minutesLeft > 0
    }
    return []
  }
}

struct VolumeLimit: Subscription {
  var limit: Int

  struct ID: Hashable, Sendable {}
  var id: ID { ID() }
}

final class VolumeLimitInterpreter: SubscriptionInterpreter {
  private let receiver: Receiver
  private let limit: Int

  init(receiver: Receiver, limit: Int) {
    self.receiver = receiver
    self.limit = limit
  }

  func start() { receiver.limit(to: limit) }
  func stop() { receiver.limit(to: nil) }

  func update(to subscription: VolumeLimit) -> Bool {
    receiver.limit(to: subscription.limit)
    return true
  }
}

final class SongPlayedInterpreter: SubscriptionInterpreter {
  typealias Sub = SongPlayed

  private let receiver: Receiver
  private let subscription: SongPlayed
  private let dispatch: SubscriptionDispatcher<SongPlayed>

  init(
    receiver: Receiver, subscription: SongPlayed, dispatch: SubscriptionDispatcher<SongPlayed>
  ) {
    self.receiver = receiver
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() {
    receiver.listen(to: subscription.station) { [dispatch] song in dispatch { $0.reply(song) } }
  }

  func stop() { receiver.stopListening(to: subscription.station) }
}

final class Receiver: Sendable {
  private let listeners = Locked<[String: @Sendable (String) -> Void]>([:])
  let log = Lines()

  func listen(to station: String, _ listener: @escaping @Sendable (String) -> Void) {
    log.add("+\(station)")
    listeners.withLock { $0[station] = listener }
  }

  func stopListening(to station: String) {
    log.add("-\(station)")
    listeners.withLock { $0[station] = nil }
  }

  func limit(to limit: Int?) { log.add("limit \(limit.map(String.init) ?? "off")") }

  func play(_ song: String, on station: String) { listeners.withLock { $0[station] }?(song) }
}

struct Battery: Subscription {
  var reply: Reply<Int>
  var buffering: MessageBuffering { .latest }
}

final class BatteryInterpreter: PlainSubscriptionInterpreter {
  private let dispatch: SubscriptionDispatcher<Battery>

  init(subscription: Battery, dispatch: SubscriptionDispatcher<Battery>) {
    self.dispatch = dispatch
  }

  func start() { dispatch { $0.reply(100) } }
  func stop() {}
}

func radioInterpreters(_ receiver: Receiver) -> [Interpreter] {
  [
    .subscription { SongPlayedInterpreter(receiver: receiver, subscription: $0, dispatch: $1) },
    .subscription { subscription, _ -> VolumeLimitInterpreter in
      receiver.log.add("made")
      return VolumeLimitInterpreter(receiver: receiver, limit: subscription.limit)
    },
    .time(),
    .subscription(BatteryInterpreter.self),
  ]
}

@Test func aTunedRadioListensToItsStation() {
  let subscriptions = RadioSubscriptions().subscriptions(model: Radio(station: "jazz"))
  let song = SongPlayed(station: "jazz", reply: Reply(RadioMessage.heard))
  #expect(difference(subscriptions, [VolumeLimit(limit: 10), song]) == nil)
}

@Test func theInterpreterSendsWhatTheReceiverPlays() async {
  let receiver = Receiver()
  let recorder = RecordingDispatcher()
  let song = SongPlayed(station: "jazz", reply: Reply(RadioMessage.heard))
  let listening = recorder.start(song) {
    SongPlayedInterpreter(receiver: receiver, subscription: $0, dispatch: $1)
  }

  receiver.play("So What", on: "jazz")
  await recorder.expect(RadioMessage.heard("So What"))
  listening.stop()
  receiver.play("Blue in Green", on: "jazz")
  await listening.ended()
  recorder.expectNoMore()
}

@Test func theSleepTimerCountsMinutes() throws {
  let clock = ManualClock()
  let runtime = try Runtime(
    Program(model: Radio(), CombinedUpdater([.full(RadioUpdater()), .full(RadioSubscriptions())])),
    interpreters: radioInterpreters(Receiver()), options: RuntimeOptions(clock: clock))
  runtime.start()
  runtime.dispatch(RadioMessage.sleepTimerTapped)
  clock.advance(by: .seconds(60 * 31))
  #expect(runtime.model.minutesLeft == 0)
  runtime.requestShutdown()
  #expect(clock.scheduledCount == 0)
}

@Test func theGuideQuotesTheErrorOfTwoPayloadsUnderOneID() throws {
  let recorder = IssueRecorder()
  let two = FunctionSubscriptionProvider<Radio> { _ in
    [VolumeLimit(limit: 1), VolumeLimit(limit: 2)]
  }
  let runtime = try Runtime(
    Program(model: Radio(), CombinedUpdater([.full(RadioUpdater()), .full(two)])),
    interpreters: radioInterpreters(Receiver()), options: RuntimeOptions(issues: recorder.handler))
  runtime.start()
  runtime.requestShutdown()
  #expect(recorder.kinds == [.conflictingSubscriptions])
  #expect(try guide("subscriptions").quotes(#require(recorder.issues.first).text))
}

struct Deadline: Subscription {
  var delay: Duration
  var reply: Reply<Void>
}

final class DeadlineInterpreter: PlainSubscriptionInterpreter {
  private let subscription: Deadline
  private let dispatch: SubscriptionDispatcher<Deadline>
  private var alarm: ScheduledAction?

  init(subscription: Deadline, dispatch: SubscriptionDispatcher<Deadline>) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() {
    alarm = dispatch.clock.schedule(after: subscription.delay) { [dispatch] in
      dispatch { $0.reply() }
    }
  }

  func stop() { alarm?.cancel() }
}

@Test func aDeadlineCallsBackWithinTheAdvance() {
  let clock = ManualClock()
  let recorder = RecordingDispatcher(clock: clock)
  let deadline = Deadline(delay: .seconds(3), reply: Reply(RadioMessage.heard("the bell")))
  let first = DeadlineInterpreter(
    subscription: deadline, dispatch: recorder.subscriptionDispatcher(for: deadline))
  first.start()
  clock.advance(by: .seconds(3))
  #expect(difference(recorder.messages, [RadioMessage.heard("the bell")]) == nil)
  let second = DeadlineInterpreter(
    subscription: deadline, dispatch: recorder.subscriptionDispatcher(for: deadline))
  second.start()
  second.stop()
  #expect(clock.scheduledCount == 0)
}
