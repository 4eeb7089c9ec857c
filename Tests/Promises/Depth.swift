import Foundation
import KatanaRuntime

extension Promise {
  package static let depth = Promise(
    "depth", "a chain of steps needs no stack and no memory", wanted: 1_000_000
  ) { trial in
    let runtime = try Runtime(
      Program(model: Chain(left: trial.wanted), ChainUpdater()),
      interpreters: [.command(ChainInterpreter())], options: RuntimeOptions(history: History()))
    runtime.start()
    let thread = Thread { runtime.dispatch(Link()) }
    thread.stackSize = 512 * 1_024
    thread.start()
    let tenth = trial.wanted / 10
    await runtime.wait { $0.left <= trial.wanted - tenth }
    let before = residentBytes()
    await runtime.wait { $0.left == 0 }
    trial.count(runtime.statistics.handled)
    trial.check(runtime.statistics.handled == trial.wanted, "\(runtime.statistics)")
    trial.checkMemory(since: before)
    await runtime.shutdown()
  }

  package static let bursts = Promise(
    "bursts", "an endless chain holds nobody for longer than a burst", wanted: 10_000
  ) { trial in
    try await holdsNoCaller(trial)
    try await leavesTheMainActorFree(trial)
  }

  private static func holdsNoCaller(_ trial: Trial) async throws {
    let runtime = try endless(.caller)
    let start = ContinuousClock.now
    runtime.dispatch(Link())
    let time = ContinuousClock.now - start
    trial.note("the caller was held for \(milliseconds(time)) ms")
    trial.check(time < trial.patience, "the caller was held for \(time)")
    await runtime.shutdown()
  }

  /// Something else that wants the main actor all the time gets it between bursts.
  @MainActor private static func leavesTheMainActorFree(_ trial: Trial) async throws {
    let runtime = try endless(.main)
    runtime.dispatch(Link())
    var last = ContinuousClock.now
    var longest = Duration.zero
    while trial.goesOn {
      await Task.yield()
      let now = ContinuousClock.now
      longest = max(longest, now - last)
      last = now
      trial.count()
    }
    trial.note("longest gap of the main actor \(milliseconds(longest)) ms")
    trial.check(longest < trial.patience, "the main actor did not answer for \(longest)")
    // A trial that was too short says nothing about that.
    trial.check(
      trial.cases < trial.wanted || runtime.statistics.handled > 10_000, "the chain did not go on")
    await runtime.shutdown()
  }

  private static func endless(_ execution: Execution) throws -> Runtime<Chain> {
    let runtime = try Runtime(
      Program(model: Chain(left: .max), ChainUpdater()),
      interpreters: [.command(ChainInterpreter())], options: RuntimeOptions(execution: execution))
    runtime.start()
    return runtime
  }
}

func milliseconds(_ time: Duration) -> Double {
  (time / .microseconds(1)).rounded() / 1_000
}

private struct Chain: Model { var left: Int }
private struct Link: Message {}
private struct Go: Command {}

private struct ChainUpdater: TypedUpdater {
  func update(model: inout Chain, message: Link) -> [any Command] {
    model.left -= 1
    return model.left > 0 ? [Go()] : []
  }
}

private struct ChainInterpreter: CommandInterpreter {
  func interpret(_ command: Go, dispatch: Dispatcher) { dispatch(Link()) }
}
