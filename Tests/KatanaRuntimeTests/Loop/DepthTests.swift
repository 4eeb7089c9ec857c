import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Contract 4 and 3: a long chain needs no stack and no memory, and its caller is given back.
@Suite struct DepthTests {
  struct Chain: Model { var left: Int }
  struct Next: Message {}
  struct Go: Command {}

  struct ChainUpdater: TypedUpdater {
    func update(model: inout Chain, message: Next) -> [any Command] {
      model.left -= 1
      return model.left > 0 ? [Go()] : []
    }
  }

  struct GoInterpreter: CommandInterpreter {
    func interpret(_ command: Go, dispatch: Dispatcher) { dispatch(Next()) }
  }

  /// In a process of its own, where no other test uses memory; every handling thread but the first
  /// one has the 512 KiB of stack that the system gives to its pools.
  @Test func aChainOfAMillionStepsUsesConstantStackAndMemory() async {
    await #expect(processExitsWith: .success) {
      let history = History()
      let runtime = try Runtime(
        Program(model: Chain(left: 1_000_000), ChainUpdater()),
        interpreters: [.command(GoInterpreter())], options: RuntimeOptions(history: history))
      runtime.start()
      let thread = Thread { runtime.dispatch(Next()) }
      thread.stackSize = 512 * 1_024
      thread.start()
      for await model in runtime.models where model.left <= 900_000 { break }
      let before = residentBytes()
      for await model in runtime.models where model.left == 0 { break }
      let growth = residentBytes() - before
      precondition(runtime.statistics.handled == 1_000_000)
      precondition(growth < 1_000_000 || isUnderSanitizer, "memory grew by \(growth) bytes")
      precondition(history.entries(leadingTo: history.latest).count == 4_096)
    }
  }

  @Test func theCallerWorksForOneBurstOnly() async throws {
    let runtime = try Runtime(
      Program(model: Chain(left: 100_000), ChainUpdater()),
      interpreters: [.command(GoInterpreter())])
    let caller = Locked(0)
    let mine = currentThread
    let observation = runtime.observe { (_: Chain) in
      if currentThread == mine { caller.withLock { $0 += 1 } }
    }
    runtime.start()
    runtime.dispatch(Next())
    let handledHere = caller.withLock { $0 }
    #expect(handledHere >= 1_000)
    #expect(handledHere <= 1_025)
    for await model in runtime.models where model.left == 0 { break }
    observation.cancel()
  }
}
