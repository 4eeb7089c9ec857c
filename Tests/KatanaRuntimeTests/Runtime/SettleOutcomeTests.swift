import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// What `settle` returns.
@Suite struct SettleOutcomeTests {
  @Test func itsOutcomeSaysWhatFailed() async throws {
    struct Broken: Error {}
    let runtime = try TreeTest.runtime { command, _ in if command.name != "good" { throw Broken() }
    }
    let good = try await runtime.settle(TreeTest.Returning([TreeTest.Work(name: "good")]))
    #expect(good.isSuccess)
    let taken = TreeTest.Returning([
      TreeTest.Work(name: "bad").onFailure(TreeTest.PartMessage.tapped)
    ])
    #expect(try await runtime.settle(taken).isSuccess, "the app takes the error")
    let bad = try await runtime.settle(
      TreeTest.Returning([
        TreeTest.Work(name: "bad"), TreeTest.Work(name: "worse").retried(Retry(1)),
        TreeTest.Work(name: "good"),
      ]))
    #expect(!bad.isSuccess && bad.wasHandled)
    #expect(bad.failures.map(\.command.description) == ["Work", "Work"])
    #expect(bad.failures.allSatisfy { $0.error is Broken })
    runtime.requestShutdown()
  }

  @Test func itsOutcomeSaysThatTheMessageWasNotHandled() async throws {
    let dropping = Interceptor<Notes>(before: { envelope, _ in
      envelope.message as? Note == .add("drop") ? .drop : .handle
    })
    let runtime = try makeRuntime(interceptors: [dropping])
    runtime.start()
    #expect(try await !runtime.settle(Note.add("drop")).isSuccess)
    #expect(try await runtime.settle(Note.add("keep")).isSuccess)
  }

  @Test func aFailureOfADescendantCountsForAllWhoWait() async throws {
    struct Broken: Error {}
    let inner = Locked<SettleOutcome?>(nil)
    let runtime = try makeRuntime([
      .command(
        DoingAsync { command, dispatch in
          if command.name == "inner" { throw Broken() }
          let outcome = try await dispatch.settle(Note.doing("in", [Do("inner")]))
          inner.withLock { $0 = outcome }
        })
    ])
    runtime.start()
    let outer = try await runtime.settle(Note.doing("out", [Do("outer")]))
    #expect(outer.failures.count == 1)
    #expect(inner.withLock { $0 }?.failures.count == 1)
  }
}
