import KatanaRuntime

// The smallest models, messages and effects, on which most workloads rest.

struct Counter: Model {
  var value = 0

  /// The feature of workloads that are about commands.
  static let performing = CombinedUpdater<Counter>([.full(PerformUpdater()), .full(AddUpdater())])
}

struct Add: Message {
  var amount: Int
}

struct AddUpdater: TypedUpdater {
  func update(model: inout Counter, message: Add) -> [any Command] {
    model.value &+= message.amount
    return []
  }
}

/// A message that says which command its update returns. The command is made anew each time.
struct Perform: Message {
  fileprivate let command: @Sendable () -> any Command

  init(_ command: @autoclosure @escaping @Sendable () -> any Command) { self.command = command }
}

private struct PerformUpdater: TypedUpdater {
  func update(model: inout Counter, message: Perform) -> [any Command] { [message.command()] }
}

/// One of many structs.
struct Item: Model, Identifiable {
  typealias Receives = Tick

  var id: Int
  var count = 0
  var width = 1.0
  var isDone = false
}

struct Tick: Message {}

struct TickUpdater: TypedUpdater {
  func update(model: inout Item, message: Tick) -> [any Command] {
    model.count &+= 1
    return []
  }
}

struct Listen: Subscription {
  var number: Int
}

/// A source from which nothing ever comes.
final class SilentInterpreter: PlainSubscriptionInterpreter {
  init(subscription: Listen, dispatch: SubscriptionDispatcher<Listen>) {}
  func start() {}
  func stop() {}
}
