import KatanaRuntime
import Testing

@testable import KatanaTesting

/// The failures of a recorder at which no message arrives.
@Suite struct RecordingFailureTests {
  struct Fetch: Command {}
  struct Fetched: Message, Equatable {}
  struct Offline: Error {}

  struct FetchInterpreter: AsyncCommandInterpreter {
    func interpret(_ command: Fetch, dispatch: Dispatcher) async throws { throw Offline() }
  }

  @Test func aFailureNamesTheErrorThatIsWhyNothingComes() async {
    let recorder = RecordingDispatcher()
    let found = await failures {
      let run = recorder.run(FetchInterpreter(), Fetch())
      await run.ended(throwing: Offline.self)
      await recorder.expect(Fetched(), within: .milliseconds(1))
    }
    #expect(
      text(of: found) == """
        No message arrived within 0.001 seconds of real time.
          Awaited: Fetched()
          Arrived before: none
          Thrown by the interpreter of Fetch: Offline()
          Ended: Fetch
          Scheduled on the clock: nothing; it is 0.0 seconds
        Nothing was sent, or it is still on its way.
        To fix this, cause the event that the interpreter waits for, such as by advancing the \
        clock, or allow more real time with `within:`.
        """)
  }

  @Test func anInterpreterThatCannotBeRegisteredFailsTheTest() async {
    let recorder = RecordingDispatcher()
    let fetching = Interpreter.command(Fetch.self) { _, _ in }
    let found = await failures {
      let run = recorder.run(.group([fetching, fetching]), Fetch())
      await run.ended()
    }
    let first = "2 interpreters could be found for the command Fetch; exactly 1 is required."
    #expect(text(of: found).hasPrefix(first))
  }

  @Test func aTaskThatIsCancelledIsToldSo() async {
    let recorder = RecordingDispatcher()
    let task = Task {
      await failures { await recorder.expect(Fetched()) }
    }
    task.cancel()
    #expect(
      text(of: await task.value) == """
        The task of the test was cancelled while it waited for a message.
          Awaited: Fetched()
        """)
  }

  @Test func anErrorThatTheTestDoesNotHearOfFailsItWhereTheCommandWasStarted() async {
    let line = #line + 3
    let found = await failures {
      let recorder = RecordingDispatcher()
      let run = recorder.run(FetchInterpreter(), Fetch())
      _ = await run.effect.state.first(within: .seconds(60)) { $0.isOver ? true : nil }
    }
    #expect(found.map(\.place.line) == [UInt(line)])
    #expect(
      text(of: found).hasPrefix("The interpreter of Fetch threw an error."))
  }

  @Test func aClosureThatStillRunsIsNotSaidToHaveReturned() async {
    let recorder = RecordingDispatcher()
    let (answers, answer) = AsyncStream<Fetched>.makeStream()
    let waiting = Interpreter.command(Fetch.self) { (_: Fetch, dispatch: Dispatcher) async in
      for await fetched in answers { dispatch(fetched) }
    }
    let run = recorder.run(waiting, Fetch())
    let found = await failures { await run.ended(within: .milliseconds(1)) }
    answer.finish()
    await run.ended()
    #expect(
      text(of: found) == """
        The run of Fetch has not ended within 0.001 seconds of real time.
          Cancelled: no
          Scheduled on the clock: nothing; it is 0.0 seconds
        Its interpreter has not returned, or something still holds its dispatcher. So it can still \
        send messages.
        To fix this, let it go on: advance the clock, answer its request, or cancel the run. Release \
        each closure that captured `dispatch` when the work is done. Or allow more real time with \
        `within:`.
        """)
  }
}
