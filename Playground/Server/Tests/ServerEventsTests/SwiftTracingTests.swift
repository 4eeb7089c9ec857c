import InMemoryTracing
import KatanaRuntime
import KatanaTesting
import Testing
import Tracing

@Suite struct SwiftTracingTests {
  typealias Perform = ServerTest.Perform

  private let test: ServerTest

  init() throws { test = try ServerTest() }

  /// Each span with the names of its parents, in the order of their ends.
  private var paths: [String] {
    let spans = test.tracer.finishedSpans
    func path(_ span: FinishedInMemorySpan) -> String {
      let parent = spans.first { $0.spanID == span.parentSpanID }
      return (parent.map { path($0) + " / " } ?? "") + span.operationName
    }
    return spans.map(path)
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(test.tracer.finishedSpans.first { $0.operationName == name })
  }

  @Test func aRunIsBelowItsMessageAndAnAnswerIsBelowItsRun() {
    test.runtime.dispatch(Perform(ServerTest.Answer()))
    #expect(paths == ["Perform", "Perform / Answer / Perform", "Perform / Answer"])
    #expect(Set(test.tracer.finishedSpans.map(\.traceID)).count == 1)
    #expect(test.tracer.activeSpans.isEmpty)
  }

  @Test func messagesFromTheOutsideBeginTraces() {
    ServiceContext.withValue(test.tracer.startSpan("request").context) {
      test.runtime.dispatch(Perform())
      test.runtime.dispatch(Perform())
    }
    #expect(paths == ["Perform", "Perform"])
    #expect(Set(test.tracer.finishedSpans.map(\.traceID)).count == 2)
  }

  @Test func aSpanOfARunLastsUntilItsEnd() throws {
    test.runtime.dispatch(Perform(ServerTest.Hold()))
    #expect(test.tracer.activeSpans.map(\.operationName) == ["Hold"])
    test.release()
    #expect(test.tracer.activeSpans.isEmpty)
    #expect(try span("Hold").attributes == ["katana.end": "finished"])
    #expect(try span("Hold").status == SpanStatus(code: .ok))
  }

  @Test func aFailureIsRecordedByTheNameOfItsType() async throws {
    try await test.runtime.settle(Perform(ServerTest.Fail()))
    let span = try span("Fail")
    #expect(span.errors.map { "\($0.error)" } == ["Failure"])
    #expect(span.status == SpanStatus(code: .error, message: "Failure"))
    #expect(span.attributes == ["katana.end": "failed"])
  }

  @Test func aCancelledRunHasEnded() throws {
    test.runtime.dispatch(Perform(ServerTest.Hold().cancellable(id: "a")))
    test.runtime.dispatch(Perform(Cancel(id: "a")))
    #expect(test.tracer.activeSpans.isEmpty)
    #expect(try span("Hold").attributes == ["katana.end": "cancelled"])
    #expect(try span("Hold").status == nil)
    test.release()
  }

  @Test func aRunThatHasWaitedIsBelowTheMessageThatWantedIt() {
    test.runtime.dispatch(Perform(ServerTest.Answer().delayed(by: .seconds(1))))
    test.runtime.dispatch(ServerTest.Change.requests([]))
    test.clock.advance(by: .seconds(1))
    #expect(
      paths == [
        "Perform", "Change.requests", "Perform / Answer / Perform", "Perform / Answer",
      ])
  }

  @Test func messagesOfASubscriptionBeginTracesWithALink() throws {
    test.runtime.dispatch(ServerTest.Change.listens(true, ServerTest.secret))
    #expect(paths == ["Change.listens", "Perform"])
    let link = try #require(try span("Perform").links.first)
    #expect(link.context.inMemorySpanContext == (try span("Change.listens").spanContext))
  }

  @Test func theShapeOfAnAddressIsAnAttribute() throws {
    test.runtime.dispatch(ServerTest.Change.requests([ServerTest.secret]))
    test.runtime.dispatch(
      Perform(ServerTest.Answer()), to: ServerTest.Server.at.requests[ServerTest.secret])
    let spans = test.tracer.finishedSpans.filter { $0.operationName != "Change.requests" }
    #expect(spans.map(\.operationName) == ["Perform", "Perform", "Answer"])
    for span in spans {
      #expect(span.attributes.get("katana.address") == "Server.at.requests[…]")
    }
  }

  @Test func payloadsNeverAppear() async throws {
    try await performEverything(on: test)
    for span in test.tracer.finishedSpans {
      #expect(!"\(span)".contains(ServerTest.secret))
      #expect(!span.errors.contains { "\($0.error)".contains(ServerTest.secret) })
    }
    #expect(test.tracer.finishedSpans.count == 15)
  }
}

/// All that can happen to messages and commands, with payloads, ids and errors that hold the secret.
func performEverything(on test: ServerTest) async throws {
  let row = ServerTest.Server.at.requests[ServerTest.secret]
  let fail = ServerTest.Fail().retried(Retry(1)).onFailure(ServerTest.Perform())
  test.runtime.dispatch(ServerTest.Change.requests([ServerTest.secret]))
  test.runtime.dispatch(ServerTest.Change.listens(true, ServerTest.secret))
  try await test.runtime.settle(ServerTest.Perform(ServerTest.Answer()).to(row))
  try await test.runtime.settle(ServerTest.Perform(fail))
  try await test.runtime.settle(ServerTest.Perform(ServerTest.Fail()).to(row))
  test.runtime.dispatch(ServerTest.Change.requests([]))
  test.runtime.dispatch(ServerTest.Perform(), to: row)
  await test.runtime.deliver(ServerTest.Unknown())
  await test.runtime.shutdown()
}
