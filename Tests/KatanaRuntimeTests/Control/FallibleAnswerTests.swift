import KatanaRuntime
import Testing

/// Answers whose values say whether the command has failed.
@Suite struct FallibleAnswerTests {
  // Sendable, because a test uses it on one thread.
  private struct Give<Value>: Command, @unchecked Sendable {
    var value: Value
    var reply = Reply { (_: Value) in Heard.word("given") }
  }
  private class Receipt: @unchecked Sendable {}
  private final class BadReceipt: Receipt, FallibleAnswer, @unchecked Sendable {
    var commandError: (any Error)? { WorkFailure(code: 1) }
  }
  private enum Verdict: FallibleAnswer {
    case good, bad
    var commandError: (any Error)? { self == .bad ? WorkFailure(code: 1) : nil }
  }
  private enum Fault: Error { case fault }

  /// Answers twice, first without a failure, and returns whether the second answer was one.
  private func fails<Value>(_ first: Value, then second: Value) async throws -> Bool {
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(Give<Value>.self) { (give: Give<Value>, dispatch: Dispatcher) in
          dispatch.answer(give.reply, with: give.value)
        }
      ])
    runtime.start()
    #expect(try await runtime.settle(Ask(commands: [Give(value: first)])).isSuccess)
    let outcome = try await runtime.settle(Ask(commands: [Give(value: second)]))
    await runtime.shutdown()
    return !outcome.isSuccess
  }

  /// An answer is a failure also if an earlier one of its type was none.
  @Test func eachValueIsAskedWhetherItIsAFailure() async throws {
    #expect(try await fails(Verdict.good, then: .bad))
    #expect(try await fails(Outcome<Int, Fault>.success(1), then: .failure(.fault)))
    #expect(try await fails(nil as Fault?, then: .fault))
    #expect(try await fails(nil as (any Error)?, then: Fault.fault))
    #expect(try await fails(Verdict??.some(.good), then: .bad))
    #expect(try await fails(1 as Any, then: Fault.fault))
    #expect(try await fails(1 as Any?, then: Fault.fault))
    #expect(try await fails(AnyHashable(1), then: AnyHashable(Fault.fault)))
    #expect(try await fails(1 as any Sendable, then: Verdict.bad))
    #expect(try await fails(Int?.some(1) as Any, then: Fault.fault))
    #expect(try await fails(Int?.some(1) as any Sendable, then: Fault.fault))
    #expect(try await fails(Optional(Int?.some(1) as Any), then: Fault.fault))
    #expect(try await fails(Receipt(), then: BadReceipt()))
    #expect(try await !fails(1, then: 2))
    #expect(try await !fails(1 as Int?, then: 2))
    #expect(try await !fails(nil as String?, then: "a"))
  }
}
