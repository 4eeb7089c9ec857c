import KatanaRuntime

/// W6: 1,000 active subscriptions, of which none, one or all change with a message.
enum Subscriptions {
  static var rows: [Row] {
    [
      Row(
        name: "W6.1000.floor", title: "1,000 subscriptions: all change, by hand", counted: 4
      ) {
        let (bare, feed, step) = (BareSubscriptions(), Boxed(Feed()), Boxed(0))
        return .direct { times in
          for _ in 0..<times {
            step.value += 1
            feed.value.replaceAll(step.value)
            bare.declare(feed.value.declared())
          }
        }
      },
      row("fresh", "nothing changes, a fresh equal list") { Look(step: $0) },
      row("kept", "nothing changes that the provider reads") { Add(amount: $0) },
      row("one", "one changes") { ReplaceOne(step: $0) },
      row("all", "all change") { ReplaceAll(step: $0) },
    ]
  }

  private static func row<M: Message>(
    _ variant: String, _ title: String, _ message: @escaping (Int) -> M
  ) -> Row {
    Row(
      name: "W6.1000.\(variant)", title: "1,000 subscriptions: \(title)", floor: "W6.1000.floor",
      counted: 4
    ) {
      let runtime = try started(Board(), feature, [.subscription(SilentInterpreter.self)])
      let step = Boxed(0)
      return .direct { times in
        for _ in 0..<times {
          step.value += 1
          runtime.dispatch(message(step.value))
        }
      }
    }
  }

  /// A model with a part that subscriptions are made from, and one that they do not read.
  private struct Board: Model {
    var count = Counter()
    var feed = Feed()
  }

  private struct Feed: Model {
    private var numbers = Array(0..<1_000)
    var looks = 0

    @inline(never)
    func declared() -> [any Subscription] { numbers.map { Listen(number: $0) } }

    /// One in the middle, another one each time.
    mutating func replaceOne(_ step: Int) {
      numbers[numbers.count / 2 + step % 100] = numbers.count + step
    }

    mutating func replaceAll(_ step: Int) {
      for index in numbers.indices { numbers[index] = step * numbers.count + index }
    }
  }

  /// Changes the part that the provider reads, but not what it declares.
  private struct Look: Message { var step: Int }
  private struct ReplaceOne: Message { var step: Int }
  private struct ReplaceAll: Message { var step: Int }

  private static let feature = CombinedUpdater<Board>([
    .slice(\.count, AddUpdater()),
    changing { (feed, message: Look) in feed.looks = message.step },
    changing { (feed, message: ReplaceOne) in feed.replaceOne(message.step) },
    changing { (feed, message: ReplaceAll) in feed.replaceAll(message.step) },
    .slice(\.feed, FunctionSubscriptionProvider<Feed> { $0.declared() }),
  ])

  private static func changing<M: Message>(
    _ change: @escaping @Sendable (inout Feed, M) -> Void
  ) -> CombinedUpdater<Board>.Part {
    .slice(
      \.feed,
      TypedFunctionUpdater { (feed: inout Feed, message: M) in
        change(&feed, message)
        return []
      })
  }
}

/// The least that keeps objects in step with a list of values: a table from each value to its object, and
/// for each of these an object that a dispatcher would hold. All values have one type, so nothing is
/// looked up by type. No causes, no cancellation, no order of starts and stops, no replies.
private final class BareSubscriptions {
  private var running: [Listen: Listener] = [:]

  /// What a dispatcher of the subscription would hold: whether messages are dropped.
  private final class Source {
    var isOver = false
  }

  private final class Listener {
    let source: Source
    init(_ listen: Listen, _ source: Source) { self.source = source }
    func start() {}
    func stop() { source.isOver = true }
  }

  @inline(never)
  func declare(_ list: [any Subscription]) {
    var next: [Listen: Listener] = [:]
    next.reserveCapacity(list.count)
    var new: [Listen] = []
    for value in list {
      let listen = content(value)
      if let kept = running.removeValue(forKey: listen) {
        next[listen] = kept
      } else {
        new.append(listen)
      }
    }
    for gone in running.values { gone.stop() }
    for listen in new {
      let listener = Listener(listen, Source())
      next[listen] = listener
      listener.start()
    }
    running = next
  }

  private func content(_ value: any Subscription) -> Listen {
    // By its type: a cast would make the floor dearer than it is.
    func open<Value: Subscription>(_ value: Value) -> Listen {
      precondition(Value.self == Listen.self, "all values have one type")
      return unsafeBitCast(value, to: Listen.self)
    }
    return open(value)
  }
}
