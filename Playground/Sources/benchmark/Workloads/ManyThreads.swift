import Dispatch
import Foundation
import KatanaRuntime
import Synchronization

/// W7: several threads dispatch to one runtime; the updater checks that each thread's order is kept.
enum ManyThreads {
  static var rows: [Row] { [1, 2, 4, 8].flatMap { width in [floor(width), row(width)] } }

  private static func row(_ width: Int) -> Row {
    Row(
      name: "W7.\(width)",
      title: "\(width) thread\(width == 1 ? "" : "s"), each message once and in order",
      floor: "W7.floor-\(width)", goals: [.nanoseconds(atMost: 200)],
      minimum: 200_000, counted: 10_000, isOneThread: false
    ) {
      let target = try OrderedTarget(width)
      return .direct { times in
        let each = max(1, times / width)
        Crowd.run(width) { thread in target.send(each, from: thread) }
        target.finish(each)
      }
    }
  }

  /// The same number of threads at a lock and an array.
  private static func floor(_ width: Int) -> Row {
    Row(
      name: "W7.floor-\(width)", title: "\(width) thread\(width == 1 ? "" : "s") at F1",
      minimum: 200_000, counted: 10_000, isOneThread: false
    ) {
      let loop = LockedLoop()
      return .direct { times in
        Crowd.run(width) { _ in
          for number in 0..<max(1, times / width) { loop.dispatch(Add(amount: number)) }
        }
      }
    }
  }
}

/// Threads that begin together.
private enum Crowd {
  /// Runs a function on a number of threads, and waits for them.
  static func run(_ width: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let (group, ready) = (DispatchGroup(), Counted())
    for thread in 0..<width {
      group.enter()
      Thread.detachNewThread {
        ready.value.add(1, ordering: .acquiringAndReleasing)
        while ready.value.load(ordering: .acquiring) < width { sched_yield() }
        body(thread)
        group.leave()
      }
    }
    group.wait()
  }

  private final class Counted: Sendable { let value = Atomic(0) }
}

/// A runtime to which threads send numbered messages.
private final class OrderedTarget: @unchecked Sendable {
  // Sendable, because the state is constant but for `sent`, which the threads only read.
  private let runtime: Runtime<Sequences>
  private let isHandled = DispatchSemaphore(value: 0)
  private let width: Int
  private var sent = 0

  init(_ width: Int) throws {
    self.width = width
    self.runtime = try Runtime(
      Program(model: Sequences(width), Sequences.updater),
      interpreters: [.command(SignalInterpreter(semaphore: isHandled))],
      options: RuntimeOptions(softLimit: .max))
    runtime.start()
  }

  func send(_ count: Int, from thread: Int) {
    for number in sent..<(sent + count) {
      runtime.dispatch(Numbered(thread: thread, number: number))
    }
  }

  /// Waits until so many messages of each thread have been handled.
  func finish(_ count: Int) {
    sent += count
    runtime.dispatch(Finish())
    isHandled.wait()
    require(runtime.model == Sequences(width, next: sent))
  }
}

/// What each thread should send next.
private struct Sequences: Model, Equatable {
  var next: [Int]
  var errors = 0

  init(_ width: Int, next: Int = 0) { self.next = Array(repeating: next, count: width) }

  static let updater = CombinedUpdater<Sequences>([
    .full(NumberedUpdater()), .full(FinishUpdater()),
  ])
}

private struct Numbered: Message {
  var thread: Int
  var number: Int
}

private struct NumberedUpdater: TypedUpdater {
  func update(model: inout Sequences, message: Numbered) -> [any Command] {
    if model.next[message.thread] != message.number { model.errors += 1 }
    model.next[message.thread] += 1
    return []
  }
}

private struct Finish: Message {}
private struct Signal: Command {}

private struct FinishUpdater: TypedUpdater {
  func update(model: inout Sequences, message: Finish) -> [any Command] { [Signal()] }
}

private struct SignalInterpreter: CommandInterpreter {
  let semaphore: DispatchSemaphore
  func interpret(_ command: Signal, dispatch: Dispatcher) { semaphore.signal() }
}
