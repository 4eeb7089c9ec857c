import KatanaRuntime
import Synchronization

extension Promise {
  package static let order = Promise(
    "order", "one at a time, in order, nothing lost", wanted: 10_000_000
  ) { trial in
    while trial.goesOn {
      try await OrderTrial(messages: min(1_000_000, trial.wanted - trial.cases)).run(trial)
    }
  }
}

/// Eight threads that send in all ways: plainly, and so that interpreters, observers, `start` and
/// `stop` send for them.
private struct OrderTrial {
  let messages: Int
  static let threads = 8
  /// Each thread, the interpreters for each thread, observers, and subscriptions.
  static let senders = 2 * threads + 2
  static let observer = 2 * threads
  static let subscription = 2 * threads + 1

  func run(_ trial: Trial) async throws {
    let witness = Witness()
    let runtime = try makeRuntime(witness)
    let dispatch = runtime.dispatcher
    witness.begin { kind in
      let sender = kind == .observer ? Self.observer : Self.subscription
      dispatch(Numbered(sender: sender, value: witness.next(kind)))
    }
    let observation = runtime.observe { (model: Tally) in
      if model.count.isMultiple(of: 64) { witness.send(.observer) }
    }
    runtime.start()
    let share = messages / Self.threads
    let seed = trial.seed &+ UInt64(trial.cases)
    await onThreads(Self.threads) { index in
      send(share, from: index, seed: seed, runtime)
      trial.count(share)
    }
    let sent = share * Self.threads
    await runtime.wait { $0.isComplete(plainly: sent, witness) }
    observation.cancel()
    await runtime.shutdown()
    let model = runtime.model
    trial.check(model.outOfOrder == 0, "\(model.outOfOrder) messages out of order")
    trial.check(witness.overlaps == 0, "\(witness.overlaps) updates overlapped")
    trial.check(witness.fold() == model, "the model is not the sequential fold of its messages")
    trial.check(runtime.statistics.lost <= 1, "lost: \(runtime.statistics)")
  }

  private func makeRuntime(_ witness: Witness) throws -> Runtime<Tally> {
    try Runtime(
      Program(
        model: Tally(),
        CombinedUpdater([
          .full(TallyUpdater(witness: witness)),
          .full(FunctionSubscriptionProvider<Tally> { $0.isOn ? [Toggled()] : [] }),
        ])),
      interpreters: [
        .command(RelayInterpreter()), .subscription { ToggledInterpreter($0, $1, witness) },
      ],
      options: RuntimeOptions(
        interceptors: [Interceptor(after: { envelope, _, _ in witness.saw(envelope.message) })],
        softLimit: .max, issues: IssueHandler { _ in }))
  }

  private func send(_ count: Int, from index: Int, seed: UInt64, _ runtime: Runtime<Tally>) {
    var numbers = Numbers(seed &+ UInt64(index))
    var values = (plain: 0, relayed: 0)
    for _ in 0..<count {
      if numbers.oneIn(4) {
        values.relayed += 1
        runtime.dispatch(
          Numbered(sender: Self.threads + index, value: values.relayed, isRelayed: true))
      } else {
        values.plain += 1
        let toggles = numbers.oneIn(256)
        runtime.dispatch(Numbered(sender: index, value: values.plain, toggles: toggles))
      }
    }
  }
}

private struct Numbered: Message {
  var sender: Int
  var value: Int
  /// Whether it is sent once more by an interpreter, which is what counts.
  var isRelayed = false
  var toggles = false
}

private struct Relay: Command { var message: Numbered }
private struct Toggled: Subscription {}

private struct Tally: Model, Equatable {
  var last = Array(repeating: 0, count: OrderTrial.senders)
  var count = 0
  var hash = 0
  var outOfOrder = 0
  var isOn = false

  mutating func take(_ message: Numbered) {
    if message.value != last[message.sender] + 1 { outOfOrder += 1 }
    last[message.sender] = message.value
    count += 1
    hash = hash &* 31 &+ message.sender &+ message.value
    if message.toggles { isOn.toggle() }
  }

  func isComplete(plainly sent: Int, _ witness: Witness) -> Bool {
    last[..<OrderTrial.observer].reduce(0, +) == sent
      && last[OrderTrial.observer] == witness.sent(.observer)
      && last[OrderTrial.subscription] == witness.sent(.subscription)
  }
}

private struct TallyUpdater: TypedUpdater {
  let witness: Witness

  func update(model: inout Tally, message: Numbered) -> [any Command] {
    witness.enter()
    defer { witness.leave() }
    if message.isRelayed { return [Relay(message: message)] }
    model.take(message)
    return []
  }
}

private struct RelayInterpreter: CommandInterpreter {
  func interpret(_ command: Relay, dispatch: Dispatcher) {
    var message = command.message
    message.isRelayed = false
    dispatch(message)
  }
}

private final class ToggledInterpreter: SubscriptionInterpreter {
  typealias Sub = Toggled
  private let dispatch: SubscriptionDispatcher<Toggled>
  private let witness: Witness

  init(_ toggled: Toggled, _ dispatch: SubscriptionDispatcher<Toggled>, _ witness: Witness) {
    self.dispatch = dispatch
    self.witness = witness
  }

  // Not through `dispatch`: what a subscription sends is dropped when it stops, and these must all come.
  func start() { witness.send(.subscription) }
  func stop() { witness.send(.subscription) }
}

/// Sees from outside of the model what happens to it.
private final class Witness: @unchecked Sendable {
  // Sendable, because `messages` and the values of senders are used inside steps only, and the rest is
  // set before the runtime starts or atomic.
  enum Kind: Int { case observer, subscription }

  private let inside = Atomic<Int>(0)
  private let overlapCount = Atomic<Int>(0)
  private let fromObserver = Atomic<Int>(0)
  private let fromSubscription = Atomic<Int>(0)
  private var messages: [Numbered] = []
  private var sending: (Kind) -> Void = { _ in }

  func begin(_ sending: @escaping (Kind) -> Void) { self.sending = sending }
  func send(_ kind: Kind) { sending(kind) }
  func next(_ kind: Kind) -> Int { counter(kind) { $0.add(1, ordering: .relaxed).newValue } }
  func sent(_ kind: Kind) -> Int { counter(kind) { $0.load(ordering: .relaxed) } }

  private func counter(_ kind: Kind, _ body: (borrowing Atomic<Int>) -> Int) -> Int {
    kind == .observer ? body(fromObserver) : body(fromSubscription)
  }

  var overlaps: Int { overlapCount.load(ordering: .relaxed) }

  func enter() {
    if inside.exchange(1, ordering: .relaxed) != 0 { overlapCount.add(1, ordering: .relaxed) }
  }

  func leave() { inside.store(0, ordering: .relaxed) }

  func saw(_ message: any Message) {
    if let message = message as? Numbered { messages.append(message) }
  }

  func fold() -> Tally {
    var tally = Tally()
    for message in messages where !message.isRelayed { tally.take(message) }
    return tally
  }
}
