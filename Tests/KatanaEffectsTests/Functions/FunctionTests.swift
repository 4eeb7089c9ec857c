import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct FunctionTests {
  enum Index: Message, Equatable {
    case built(Int)
    case price(ElementEvent<Int>)
    case name(ElementEvent<String>)
  }
  struct Failure: Error, CustomStringConvertible { var description: String { "no words" } }
  struct Prices: Subscription {
    var share: String
    var reply: Reply<ElementEvent<Int>>
  }

  private let recorder = RecordingDispatcher()

  // MARK: Functions

  @Test func whatTheFunctionReturnsIsTheAnswer() async {
    let run = recorder.run(.functions(), Call("build", Reply(Index.built)) { 3 })
    await recorder.expect(Index.built(3))
    await run.ended()
  }

  @Test func anErrorIsThatOfTheCommand() async {
    let run = recorder.run(
      .functions(), Call("build", Reply(Index.built)) { throw Failure() })
    await run.ended(throwing: Failure.self)
  }

  @Test func theNameAndTheReplyAreTheIdentity() {
    #expect(
      Call("build", Reply(Index.built)) { 3 } == Call("build", Reply(Index.built)) { 4 })
    #expect(Call("build", Reply(Index.built)) { 3 } != Call("b", Reply(Index.built)) { 3 })
    #expect("\(Call("build", Reply(Index.built)) { 3 })".contains("build"))
  }

  // MARK: Sequences

  private func numbers() -> (AsyncStream<Int>, AsyncStream<Int>.Continuation) {
    AsyncStream.makeStream(of: Int.self)
  }

  @Test func eachElementIsAMessageAndTheEndIsOne() async {
    let (stream, continuation) = numbers()
    let prices = recorder.start(
      .functions(), Elements(of: "prices", Reply(Index.price)) { stream })
    continuation.yield(3)
    await recorder.expect(Index.price(.element(3)))
    continuation.yield(4)
    continuation.finish()
    await recorder.expect(Index.price(.element(4)), Index.price(.ended))
    prices.stop()
    await prices.ended()
  }

  @Test func anErrorIsTheLastMessage() async {
    let prices = recorder.start(
      .functions(),
      Elements(of: 7, Reply(Index.name)) {
        AsyncThrowingStream<String, any Error> { continuation in
          continuation.yield("a")
          continuation.finish(throwing: Failure())
        }
      })
    await recorder.expect(Index.name(.element("a")), Index.name(.failed("no words")))
    prices.stop()
    await prices.ended()
  }

  @Test func stoppingCancelsTheIteration() async {
    let (stream, continuation) = numbers()
    let ended = AsyncStream.makeStream(of: Bool.self)
    continuation.onTermination = {
      if case .cancelled = $0 { ended.continuation.yield(true) }
    }
    let prices = recorder.start(
      .functions(), Elements(of: "prices", Reply(Index.price)) { stream })
    continuation.yield(1)
    await recorder.expect(Index.price(.element(1)))
    prices.stop()
    for await isCancelled in ended.stream {
      #expect(isCancelled)
      break
    }
    await prices.ended()
    recorder.expectNoMore()
  }

  /// A sequence of one element, and of 99 more as soon as its task is cancelled.
  private struct Heedless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let never = AsyncStream.makeStream(of: Never.self)
    private var count = 0

    func makeAsyncIterator() -> Self { self }

    mutating func next() async -> Int? {
      count += 1
      if count > 1 { for await _ in never.stream {} }
      return count > 100 ? nil : count
    }
  }

  @Test(arguments: [true, false])
  func aSequenceThatIgnoresTheCancellationIsNotIteratedAnyMore(hasOwnType: Bool) async {
    let prices =
      hasOwnType
      ? start(
        .subscription(Prices.self, reply: \.reply) { _ in Heedless() },
        Prices(share: "ACME", reply: Reply(Index.price)))
      : start(.functions(), Elements(of: 1, Reply(Index.price)) { Heedless() })
    #expect(await recorder.next(as: Index.self) == .price(.element(1)))
    prices.stop()
    await prices.ended()
    recorder.expectNoMore()
  }

  /// A running subscription of any type.
  private struct Started {
    let stop: () -> Void
    let ended: () async -> Void
  }

  private func start(_ interpreter: Interpreter, _ subscription: some Subscription) -> Started {
    let running = recorder.start(interpreter, subscription)
    return Started {
      running.stop()
    } ended: {
      await running.ended()
    }
  }

  @Test func aTypeOfItsOwnIsRunByAClosure() async {
    let interpreter = Interpreter.subscription(Prices.self, reply: \.reply) { prices in
      AsyncStream { continuation in
        continuation.yield(prices.share.count)
        continuation.finish()
      }
    }
    let prices = recorder.start(interpreter, Prices(share: "ACME", reply: Reply(Index.price)))
    await recorder.expect(Index.price(.element(4)), Index.price(.ended))
    prices.stop()
    await prices.ended()
  }

  @Test func anAppTestEmitsElements() {
    struct Board: Model, Equatable {
      typealias Receives = Index
      var last = 0
    }
    struct BoardFeature: TypedUpdater, SubscriptionProvider {
      func update(model: inout Board, message: Index) -> [any Command] {
        if case .price(.element(let price)) = message { model.last = price }
        return []
      }
      func subscriptions(model: Board) -> [any Subscription] {
        [Elements(of: "prices", reply { .price($0) }) { AsyncStream<Int> { _ in } }]
      }
    }
    let app = AppTest(Program(model: Board(), BoardFeature()))
    app.start(subscriptions: [
      .started(Elements(of: "prices", Reply(Index.price)) { AsyncStream<Int> { _ in } })
    ])
    app.emit(\Elements.reply, with: .element(5)) { $0.last = 5 }
    app.finish()
  }
}
