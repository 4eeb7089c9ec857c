import KatanaRuntime
import Synchronization

/// Commands that wait, run, and are tried again.
enum CommandGrowth {
  static var all: [Growth] { cancelled + running + settled }

  // MARK: Commands that are cancelled beside others

  private static var cancelled: [Growth] {
    [
      cancelling("G.queue", "a command waits in a queue of n and is cancelled", enqueue),
      cancelling("G.queues", "a command waits in one of n queues and is cancelled") { id in
        Perform(Hold().queued(id: max(id, 0), .atMost(1)).cancellable(id: id))
      },
      cancelling(
        "G.queue-inside",
        "a command inside of a queue waits in another one with n others and is cancelled"
      ) { id in
        Perform(
          Hold().queued(id: "queue", .atMost(1)).queued(id: id, .atMost(1)).cancellable(id: id))
      },
      cancelling(
        "G.delayed", "a command is delayed and cancelled while n others wait for their time",
        sizes: [10, 1_000, 20_000]
      ) { id in
        Perform(Hold().delayed(by: .seconds(3_600)).cancellable(id: id, cancelInFlight: true))
      },
      cancelling(
        "G.cancellable", "a command with an id is started and cancelled while n others run"
      ) { id in
        Perform(Hold().cancellable(id: id, cancelInFlight: true))
      },
    ]
  }

  /// - Parameter begin: The message that begins a command with an id. That of the last one is -1.
  private static func cancelling(
    _ name: String, _ title: String, sizes: [Int] = [10, 1_000, 100_000],
    _ begin: @escaping (Int) -> Perform
  ) -> Growth {
    Growth(name: name, title: title, sizes: sizes, limit: Growth.ofTables) { count in
      let runtime = try performing()
      for id in 0...count { runtime.dispatch(begin(id)) }
      return .sending([begin(-1), cancel(-1)], to: runtime)
    }
  }

  // MARK: Commands that run

  private static var running: [Growth] {
    [
      ending(
        "G.queue-turn", "a command ends, the next of n has its turn, another one waits",
        sizes: [10, 1_000, 20_000], limit: 1.2, enqueue(0)),
      ending(
        "G.queue-running", "a command starts and ends while n others of its queue run",
        Perform(Hold().queued(id: "queue", .atMost(.max)))),
      ending(
        "G.consequences",
        "a command starts and ends while n others run whose consequences have the same id",
        Perform(Hold().cancellable(id: "all", withConsequences: true))),
      Growth(
        name: "G.running", title: "a command starts and ends while n others run"
      ) { running in
        let runtime = try performing()
        for _ in 0..<running { runtime.dispatch(Perform(Hold())) }
        return .sending([Perform(Quick())], to: runtime)
      },
      Growth(
        name: "G.chain",
        title: "the last of a chain of n commands with consequences begins one that is cancelled",
        sizes: [10, 1_000, 10_000], limit: Growth.ofTables
      ) { count in
        func walk(_ step: Int) -> Perform {
          Perform(Hold().cancellable(id: step, withConsequences: true))
        }
        let holder = Holder()
        let runtime = try performing(holder)
        runtime.dispatch(walk(0))
        for step in 1..<count { holder.dispatchers.removeLast()(walk(step)) }
        return .direct { times in
          for _ in 0..<times {
            holder.dispatchers[0](walk(-1))
            runtime.dispatch(cancel(-1))
            holder.releaseLast()
          }
        }
      },
      Growth(
        name: "G.on-cancel", title: "a handler of a cancellation is added to n others",
        sizes: [10, 1_000, 20_000], limit: Growth.ofTables
      ) { count in
        let holder = Holder()
        let runtime = try performing(holder)
        runtime.dispatch(Perform(Hold()))
        let dispatch = holder.dispatchers[0]
        for _ in 0..<count { dispatch.onCancel {} }
        return .direct { times in
          for _ in 0..<times { dispatch.onCancel {} }
          // Or the command would be cancelled by now, and keep no handler.
          withExtendedLifetime(runtime) {}
        }
      },
    ]
  }

  /// Sends a message that begins a command, and ends a command, while others of its kind run or wait.
  private static func ending(
    _ name: String, _ title: String, sizes: [Int] = [10, 1_000, 100_000],
    limit: Double = Growth.ofTables, _ message: Perform
  ) -> Growth {
    Growth(name: name, title: title, sizes: sizes, limit: limit) { count in
      let holder = Holder()
      let runtime = try performing(holder)
      for _ in 0..<count { runtime.dispatch(message) }
      return .direct { times in
        for _ in 0..<times {
          runtime.dispatch(message)
          holder.releaseLast()
        }
      }
    }
  }

  // MARK: Apps that finish, and commands that are waited for

  private static var settled: [Growth] {
    [
      Growth(
        name: "G.finish", title: "an app with n delayed commands finishes",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { waiting in
        .suspending { times in
          for _ in 0..<times {
            guard let runtime = try? performing() else { return require(false) }
            for _ in 0..<waiting {
              runtime.dispatch(Perform(Quick().delayed(by: .seconds(3_600))))
            }
            let result = await runtime.finish()
            require(result.isComplete)
          }
        }
      },
      settling("G.retries", "n commands fail and are tried again at once") { count in
        let failing = Failing().retried(Retry(1)).onFailure(Add(amount: 1))
        return Perform(Concurrent(Array(repeating: failing, count: count)))
      },
      settling("G.tasks", "n tasks of one command at the same time") { count in
        Perform(Tasks(count: count))
      },
      Growth(
        name: "G.settles", title: "n messages that are waited for at once",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { count in
        let runtime = try performing()
        return .suspending { times in
          for _ in 0..<times {
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<count {
                group.addTask { _ = try? await runtime.settle(Perform(Quick())) }
              }
            }
          }
        }
      },
    ]
  }

  /// Sends a message and waits until all that it causes has ended.
  private static func settling(
    _ name: String, _ title: String, _ message: @escaping (Int) -> Perform
  ) -> Growth {
    Growth(
      name: name, title: title, sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
    ) { count in
      let (runtime, sent) = (try performing(), message(count))
      return .suspending { times in
        for _ in 0..<times { _ = try? await runtime.settle(sent) }
      }
    }
  }

  // MARK: Messages and commands

  private static func enqueue(_ id: Int) -> Perform {
    Perform(
      Hold().cancellable(id: id, cancelInFlight: false).queued(id: "queue", .atMost(1))
        .cancellable(id: id, cancelInFlight: false))
  }

  private static func cancel(_ id: Int) -> Perform { Perform(Cancel(id: id)) }

  private static func performing(_ holder: Holder = Holder()) throws -> Runtime<Counter> {
    try started(
      Counter(), Counter.performing,
      [
        .command(Hold.self) { _, dispatch in holder.dispatchers.append(dispatch) },
        .command(Quick.self) { _, _ in }, .command(Failing.self) { _, _ in throw Failure() },
        .command(Tasks.self) { command, dispatch in
          let gathering = Gathering(of: command.count)
          for _ in 0..<command.count { dispatch.task { await gathering.wait() } }
        },
      ])
  }

  private struct Tasks: Command { var count: Int }
  private struct Failing: Command {}
  private struct Failure: Error {}

  /// Lets tasks wait until all have come.
  private final class Gathering: Sendable {
    private let size: Int
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    init(of size: Int) { self.size = size }

    func wait() async {
      await withCheckedContinuation { continuation in
        let all = waiting.withLock { waiting in
          waiting.append(continuation)
          return waiting.count == size ? waiting : []
        }
        for one in all { one.resume() }
      }
    }
  }
}

/// A command that lasts until its dispatcher is released.
struct Hold: Command {}

/// A command that ends at once.
struct Quick: Command {}

/// Keeps the dispatchers of commands that run.
final class Holder: @unchecked Sendable {
  // Sendable, because it is used inside the runtime's steps, or while the runtime is idle.
  var dispatchers: [Dispatcher] = []

  /// Moves the last dispatcher out first: the end of its command may begin another one, so it must not be
  /// released while the list changes.
  func releaseLast() {
    let last = dispatchers.removeLast()
    withExtendedLifetime(last) {}
  }
}
