import KatanaRuntime

/// A model with a part that subscriptions are made from, and one that they do not read.
struct Board: Model, Equatable {
  var count = Count()
  var feed: Feed

  static let updater = CombinedUpdater<Board>([
    .slice(\.count, CountUpdater()), .slice(\.feed, LookUpdater()),
    .slice(\.feed, ReplaceOneUpdater()),
    .slice(\.feed, ReplaceAllUpdater()),
  ])
}

struct Count: Model, Equatable {
  var value = 0
}

struct Feed: Model, Equatable {
  private(set) var numbers: [Int]
  fileprivate(set) var looks = 0

  init(_ count: Int) { numbers = Array(0..<count) }

  @inline(never)
  func declared() -> [any Subscription] { numbers.map { Listen(number: $0) } }

  /// One in the middle, another one each time.
  mutating func replaceOne(_ step: Int) {
    let index = numbers.count / 2 + step % 100
    numbers[index] = numbers.count + step
  }

  mutating func replaceAll(_ step: Int) {
    for index in numbers.indices { numbers[index] = step * numbers.count + index }
  }
}

struct Listen: Subscription {
  var number: Int
}

struct FeedSubscriptions: SubscriptionProvider {
  func subscriptions(model: Feed) -> [any Subscription] { model.declared() }
}

/// The same, which says that it may read all of the model.
struct BoardSubscriptions: SubscriptionProvider {
  func subscriptions(model: Board) -> [any Subscription] { model.feed.declared() }
}

/// A source from which nothing ever comes.
final class SilentInterpreter: PlainSubscriptionInterpreter {
  init(subscription: Listen, dispatch: SubscriptionDispatcher<Listen>) {}
  func start() {}
  func stop() {}
}

struct CountUpdater: TypedUpdater {
  func update(model: inout Count, message: Add) -> [any Command] {
    model.value &+= message.amount
    return []
  }
}

/// Changes the part that the provider reads, but not what it declares.
struct Look: Message { var step: Int }
struct LookUpdater: TypedUpdater {
  func update(model: inout Feed, message: Look) -> [any Command] {
    model.looks = message.step
    return []
  }
}

struct ReplaceOne: Message { var step: Int }
struct ReplaceOneUpdater: TypedUpdater {
  func update(model: inout Feed, message: ReplaceOne) -> [any Command] {
    model.replaceOne(message.step)
    return []
  }
}

struct ReplaceAll: Message { var step: Int }
struct ReplaceAllUpdater: TypedUpdater {
  func update(model: inout Feed, message: ReplaceAll) -> [any Command] {
    model.replaceAll(message.step)
    return []
  }
}
