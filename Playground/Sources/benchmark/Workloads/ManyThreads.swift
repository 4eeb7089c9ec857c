import Dispatch
import Foundation
import Katana
import KatanaRuntime

/// W7: several threads dispatch to one runtime; the updater checks that each thread's order is kept.
enum ManyThreads {
  static var rows: [Row] {
    [1, 2, 4, 8].map { width in
      Row(
        name: "W7.\(width)",
        title: "\(width) thread\(width == 1 ? "" : "s"), each message once and in order",
        floor: "F1", goals: [.nanoseconds(atMost: 200)],
        minimum: 200_000, counted: 10_000, isOneThread: false
      ) {
        let crowd = try Crowd(width)
        return .direct { times in crowd.send(times) }
      }
    }
  }
}

/// Threads that send numbered messages to one runtime.
private final class Crowd: @unchecked Sendable {
  // Sendable, because the state is constant but for `sent`, which the threads only read.
  private let width: Int
  private let runtime: Runtime<Sequences>
  private let isHandled = DispatchSemaphore(value: 0)
  private var sent = 0

  init(_ width: Int) throws {
    self.width = width
    self.runtime = try Runtime(
      Program(model: Sequences(width), Sequences.updater),
      interpreters: [.command(SignalInterpreter(semaphore: isHandled))],
      options: RuntimeOptions(softLimit: .max))
    runtime.start()
  }

  /// Sends so many messages from all threads together, and waits until all have been handled.
  func send(_ times: Int) {
    let each = max(1, times / width)
    let group = DispatchGroup()
    for thread in 0..<width {
      group.enter()
      Thread.detachNewThread { [self, first = sent] in
        for number in first..<(first + each) {
          runtime.dispatch(Numbered(thread: thread, number: number))
        }
        group.leave()
      }
    }
    group.wait()
    sent += each
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
