import KatanaRuntime
import Synchronization

/// Commands that wait, run, and are tried again.
enum CommandGrowth {
  static var all: [Growth] {
    [
      Growth(
        name: "G.queue", title: "a command waits in a queue of n and is cancelled",
        sizes: [10, 1_000, 100_000], limit: Growth.ofTables
      ) { waiting in
        let runtime = try started()
        runtime.dispatch(Enqueue(id: -1))
        for id in 0..<waiting { runtime.dispatch(Enqueue(id: id)) }
        return sending([Enqueue(id: waiting), CancelOne(id: waiting)], to: runtime)
      },
      Growth(
        name: "G.queue-turn",
        title: "a command ends, the next of n has its turn, another one waits",
        sizes: [10, 1_000, 20_000]
      ) { waiting in
        let holder = Holder()
        let runtime = try started(holder)
        for _ in 0...waiting { runtime.dispatch(Enqueue(id: 0)) }
        return .direct { times in
          for _ in 0..<times {
            _ = holder.take()
            runtime.dispatch(Enqueue(id: 0))
          }
        }
      },
      Growth(
        name: "G.queue-running", title: "a command starts and ends while n others of its queue run",
        sizes: [10, 1_000, 100_000], limit: Growth.ofTables
      ) { running in try beginningAndEnding(Join(), beside: running) },
      Growth(
        name: "G.queues", title: "a command waits in one of n queues and is cancelled",
        sizes: [10, 1_000, 100_000], limit: Growth.ofTables
      ) { count in
        let runtime = try started()
        for queue in 0..<count { runtime.dispatch(EnqueueIn(queue: queue)) }
        return sending([EnqueueIn(queue: 0, id: -1), CancelOne(id: -1)], to: runtime)
      },
      Growth(
        name: "G.queue-inside",
        title: "a command inside of a queue waits in another one with n others and is cancelled",
        sizes: [10, 1_000, 100_000], limit: Growth.ofTables
      ) { waiting in
        let runtime = try started()
        for id in 0...waiting { runtime.dispatch(EnqueueInside(id: id)) }
        return sending([EnqueueInside(id: -1), CancelOne(id: -1)], to: runtime)
      },
      Growth(
        name: "G.consequences",
        title: "a command starts and ends while n others run whose consequences have the same id",
        sizes: [10, 1_000, 100_000], limit: Growth.ofTables
      ) { running in try beginningAndEnding(Follow(), beside: running) },
      Growth(
        name: "G.running", title: "a command starts and ends while n others run",
        sizes: [10, 1_000, 100_000]
      ) { running in
        let runtime = try started()
        for _ in 0..<running { runtime.dispatch(Begin()) }
        return sending([Quickly()], to: runtime)
      },
      Growth(
        name: "G.cancellable",
        title: "a command with an id is started and cancelled while n others run",
        sizes: [10, 1_000, 100_000], limit: Growth.ofTables
      ) { running in
        let runtime = try started()
        for id in 0..<running { runtime.dispatch(BeginOne(id: id)) }
        return sending([BeginOne(id: -1), CancelOne(id: -1)], to: runtime)
      },
      Growth(
        name: "G.delayed",
        title: "a command is delayed and cancelled while n others wait for their time",
        sizes: [10, 1_000, 20_000], limit: Growth.ofTables
      ) { waiting in
        let runtime = try started()
        for id in 0..<waiting { runtime.dispatch(BeginLater(id: id)) }
        return sending([BeginLater(id: -1), CancelOne(id: -1)], to: runtime)
      },
      Growth(
        name: "G.finish", title: "an app with n delayed commands finishes",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { waiting in
        .suspending { times in
          for _ in 0..<times {
            guard let runtime = try? started() else { return require(false) }
            for id in 0..<waiting { runtime.dispatch(FinishLater(id: id)) }
            let result = await runtime.finish()
            require(result.isComplete)
          }
        }
      },
      Growth(
        name: "G.retries", title: "n commands fail and are tried again at once",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { count in
        let runtime = try started()
        return .suspending { times in
          for _ in 0..<times { _ = try? await runtime.settle(FailAll(count: count)) }
        }
      },
      Growth(
        name: "G.tasks", title: "n tasks of one command at the same time",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { count in
        let runtime = try started()
        return .suspending { times in
          for _ in 0..<times { _ = try? await runtime.settle(StartTasks(count: count)) }
        }
      },
      Growth(
        name: "G.settles", title: "n messages that are waited for at once",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { count in
        let runtime = try started()
        return .suspending { times in
          for _ in 0..<times {
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<count {
                group.addTask { _ = try? await runtime.settle(Quickly()) }
              }
            }
          }
        }
      },
      Growth(
        name: "G.chain",
        title: "the last of a chain of n commands with consequences begins one that is cancelled",
        sizes: [10, 1_000, 10_000], limit: Growth.ofTables
      ) { count in
        let holder = Holder()
        let runtime = try started(holder)
        runtime.dispatch(Walk(step: 0))
        for step in 1..<count { holder.dispatchers.removeLast()(Walk(step: step)) }
        return .direct { times in
          for _ in 0..<times {
            holder.dispatchers[0](Walk(step: -1))
            runtime.dispatch(CancelOne(id: -1))
            let last = holder.dispatchers.removeLast()
            withExtendedLifetime(last) {}
          }
        }
      },
      Growth(
        name: "G.on-cancel", title: "one of n handlers of a cancellation comes and goes",
        sizes: [10, 1_000, 20_000]
      ) { count in
        let holder = Holder()
        let runtime = try started(holder)
        runtime.dispatch(Begin())
        let dispatch = holder.dispatchers[0]
        for _ in 0..<count { dispatch.onCancel {} }
        return .direct { times in
          for _ in 0..<times { dispatch.onCancel {} }
        }
      },
    ]
  }

  /// Sends a message that begins a command, and ends the command, while others of its kind run.
  private static func beginningAndEnding(_ message: some Message, beside count: Int) throws -> Work
  {
    let holder = Holder()
    let runtime = try started(holder)
    for _ in 0..<count { runtime.dispatch(message) }
    return .direct { times in
      for _ in 0..<times {
        runtime.dispatch(message)
        // Moved out first: the end of a command may begin another one.
        let last = holder.dispatchers.removeLast()
        withExtendedLifetime(last) {}
      }
    }
  }

  private static func started(_ holder: Holder = Holder()) throws -> Runtime<Counter> {
    let runtime = try Runtime(
      Program(model: Counter(), feature),
      interpreters: [
        .command(Hold.self) { _, dispatch in holder.dispatchers.append(dispatch) },
        .command(Quick.self) { _, _ in }, .command(Failing.self) { _, _ in throw Failure() },
        .command(Tasks.self) { command, dispatch in
          let gathering = Gathering(of: command.count)
          for _ in 0..<command.count { dispatch.task { await gathering.wait() } }
        },
      ],
      options: RuntimeOptions(issues: .expected))
    runtime.start()
    return runtime
  }

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

  private struct Enqueue: Message { var id: Int }
  private struct EnqueueIn: Message {
    var queue: Int
    var id = 0
  }
  private struct EnqueueInside: Message { var id: Int }
  private struct Join: Message {}
  private struct Follow: Message {}
  private struct Begin: Message {}
  private struct BeginOne: Message { var id: Int }
  private struct BeginLater: Message { var id: Int }
  private struct FinishLater: Message { var id: Int }
  private struct CancelOne: Message { var id: Int }
  private struct Quickly: Message {}
  private struct FailAll: Message { var count: Int }
  private struct StartTasks: Message { var count: Int }
  private struct Walk: Message { var step: Int }
  private struct Tasks: Command { var count: Int }
  private struct Failing: Command {}
  private struct Failure: Error {}
  private struct Hold: Command {}
  private struct Quick: Command {}

  private static let feature = CombinedUpdater<Counter>([
    answering { (_: Begin) in Hold() },
    answering { (message: BeginOne) in
      Hold().cancellable(id: message.id, cancelInFlight: true)
    },
    answering { (message: BeginLater) in
      Hold().delayed(by: .seconds(3_600)).cancellable(id: message.id, cancelInFlight: true)
    },
    answering { (message: FinishLater) in Quick().delayed(by: .seconds(3_600)) },
    answering { (message: Enqueue) in
      Hold().cancellable(id: message.id, cancelInFlight: false).queued(id: "queue", .atMost(1))
        .cancellable(id: message.id, cancelInFlight: false)
    },
    answering { (message: EnqueueIn) in
      Hold().queued(id: message.queue, .atMost(1)).cancellable(id: message.id)
    },
    answering { (message: EnqueueInside) in
      Hold().queued(id: "queue", .atMost(1)).queued(id: message.id, .atMost(1))
        .cancellable(id: message.id)
    },
    answering { (_: Join) in Hold().queued(id: "queue", .atMost(.max)) },
    answering { (_: Follow) in Hold().cancellable(id: "all", withConsequences: true) },
    answering { (message: CancelOne) in Cancel(id: message.id) },
    answering { (_: Quickly) in Quick() },
    answering { (message: Walk) in
      Hold().cancellable(id: message.step, withConsequences: true)
    },
    answering { (message: StartTasks) in Tasks(count: message.count) },
    .full(AddUpdater()),
    answering { (message: FailAll) in
      Concurrent(
        Array(
          repeating: Failing().retried(Retry(1)).onFailure(Add(amount: 1)), count: message.count))
    },
  ])

  private static func answering<M: Message>(
    _ command: @escaping @Sendable (M) -> any Command
  ) -> CombinedUpdater<Counter>.Part {
    .full(TypedFunctionUpdater { (model: inout Counter, message: M) in [command(message)] })
  }
}
