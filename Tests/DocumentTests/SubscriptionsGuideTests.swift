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
  var volumeLimit = 10
}

enum RadioMessage: Message, Equatable { case tuned(String?), heard(String), ticked(Tick) }

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
    case .ticked: model = Radio()
    }
    return []
  }
}

struct VolumeLimit: Subscription {
  var limit: Int

  struct ID: Hashable, Sendable {}
  var id: ID { ID() }
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

  func listen(to station: String, _ listener: @escaping @Sendable (String) -> Void) {
    listeners.withLock { $0[station] = listener }
  }

  func stopListening(to station: String) { listeners.withLock { $0[station] = nil } }
  func play(_ song: String, on station: String) { listeners.withLock { $0[station] }?(song) }
}

func radioInterpreters(_ receiver: Receiver, _ limit: Latest<VolumeLimit>) -> [Interpreter] {
  [
    .subscription { SongPlayedInterpreter(receiver: receiver, subscription: $0, dispatch: $1) },
    .subscription(limit),
    .time(),
  ]
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

@Test func theTunedStationIsHeardAndTheLimitIsKnown() throws {
  let (receiver, limit) = (Receiver(), Latest<VolumeLimit>())
  let runtime = try Runtime(
    Program(model: Radio(), RadioUpdater(), RadioSubscriptions()),
    interpreters: radioInterpreters(receiver, limit))
  runtime.start()
  runtime.dispatch(RadioMessage.tuned("jazz"))
  receiver.play("So What", on: "jazz")
  #expect(runtime.model.heard == ["So What"])
  #expect(limit.value == VolumeLimit(limit: 10))
  runtime.requestShutdown()
}
