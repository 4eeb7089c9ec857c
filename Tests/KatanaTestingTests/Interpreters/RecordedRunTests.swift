import KatanaRuntime
import Testing

@testable import KatanaTesting

@Suite struct RecordedRunTests {
  private let clock = ManualClock()
  private let recorder: RecordingDispatcher
  init() { recorder = RecordingDispatcher(clock: clock) }

  @Test func anAsyncInterpreterRunsByTheControlledClock() async {
    let run = recorder.run(UploadInterpreter(), Upload())
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    await recorder.expect(UploadMessage.progressed(0.5))
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    await recorder.expect(UploadMessage.progressed(1), UploadMessage.finished)
    await run.ended()
    recorder.expectNoMore()
    #expect(run.lateMessages.isEmpty)
  }

  @Test func aSyncInterpreterHasSentWhenRunReturns() async {
    let run = recorder.run(InstantUploadInterpreter(), Upload())
    let expected: [any Message] = [UploadMessage.progressed(1), UploadMessage.finished]
    #expect(difference(recorder.messages, expected) == nil)
    await run.ended()
  }

  @Test func anInterpreterOfManyTypesIsGivenOneOfThem() async {
    let run = recorder.run(RequestInterpreter(), GetTodo())
    await recorder.expect(RequestMessage.answered("/todo"))
    await run.ended()
  }

  @Test func anInterpreterThatAskedIsToldOfItsCancellation() async {
    struct Listening: CommandInterpreter {
      let kept = Locked<Dispatcher?>(nil)
      func interpret(_ command: Upload, dispatch: Dispatcher) {
        kept.withLock { $0 = dispatch }
        dispatch.onCancel { [kept] in _ = kept.withLock { $0.take() } }
      }
    }
    let run = recorder.run(Listening(), Upload())
    run.cancel()
    await run.ended()
    recorder.expectNoMore()
  }

  @Test func anInterpreterThatEndsItsRuntimeEndsNoOther() async {
    await recorder.run(QuitInterpreter(), Upload()).ended()
    await recorder.run(InstantUploadInterpreter(), Upload()).ended()
    await recorder.expect(UploadMessage.progressed(1), UploadMessage.finished)
    recorder.expectNoMore()
  }

  @Test func whatIsNoCommandFailsTheTest() async {
    let found = await failures { await recorder.run(TextInterpreter(), "upload").ended() }
    #expect(
      found.map(\.text) == [
        """
        String is not a command.
        No runtime would call an interpreter with it.
        To fix this, make String conform to Command.
        """
      ])
  }

  @Test func afterACancellationNothingArrives() async {
    let run = recorder.run(UploadInterpreter(), Upload())
    await clock.waitUntilScheduled()
    run.cancel()
    await run.ended()
    clock.advance(by: .seconds(10))
    recorder.expectNoMore()
    #expect(run.lateMessages.isEmpty)
    #expect(clock.scheduledCount == 0)
  }

  @Test func whatAnInterpreterSendsThatIgnoresItsCancellationIsLate() async {
    let gate = Gate()
    let run = recorder.run(StubbornUploadInterpreter(gate: gate), Upload())
    await recorder.expect(UploadMessage.progressed(0.5))
    run.cancel()
    gate.open()
    await run.ended()
    recorder.expectNoMore()
    let late: [any Message] = [UploadMessage.progressed(1), UploadMessage.finished]
    #expect(difference(run.lateMessages, late) == nil)
    #expect(difference(recorder.messages, [UploadMessage.progressed(0.5)]) == nil)
  }

  @Test func whatWasSentBeforeTheCancellationArrives() async {
    let run = recorder.run(InstantUploadInterpreter(), Upload())
    run.cancel()
    run.cancel()
    await run.ended()
    await recorder.expect(UploadMessage.progressed(1), UploadMessage.finished)
    #expect(run.lateMessages.isEmpty)
  }

  @Test func underConcurrentSendersEachMessageArrivesOrIsLateInOrder() async {
    let (senders, each) = (4, 1_000)
    for _ in 0..<20 {
      let recorder = RecordingDispatcher(clock: clock)
      let run = recorder.run(CrowdInterpreter(), Crowd(senders: senders, each: each))
      _ = await recorder.next()
      run.cancel()
      await run.ended()
      let arrived = recorder.messages.compactMap { $0 as? CrowdMessage }
      let late = run.lateMessages.compactMap { $0 as? CrowdMessage }
      for sender in 0..<senders {
        let numbers = (arrived + late).filter { $0.sender == sender }.map(\.number)
        #expect(numbers == Array(0..<each))
      }
    }
  }

  @Test func aRecorderThatGoesAwayCancelsWhatItRuns() async {
    var recorder: RecordingDispatcher? = RecordingDispatcher(clock: clock)
    recorder?.run(UploadInterpreter(), Upload())
    await clock.waitUntilScheduled()
    recorder = nil
    // The task may be about to note its timer, which it then cancels.
    while clock.scheduledCount > 0 { await Task.yield() }
  }

  @Test func anInterpreterThatGoesOnAfterItsCancellationFailsTheTest() async {
    let gate = Gate()
    let run = recorder.run(StubbornUploadInterpreter(gate: gate), Upload())
    await recorder.expect(UploadMessage.progressed(0.5))
    run.cancel()
    let found = await failures { await run.ended(within: .milliseconds(1)) }
    #expect(
      found.map(\.text) == [
        """
        The interpreter of Upload has not returned within 0.001 seconds of real time.
          Cancelled: yes
          Scheduled on the clock: nothing; it is 0.0 seconds
        It can still send messages.
        To fix this, let it end when its task is cancelled.
        """
      ])
    gate.open()
    await run.ended()
  }

  @Test func anInterpreterThatNeverReturnsFailsTheTest() async {
    let run = recorder.run(UploadInterpreter(), Upload())
    await clock.waitUntilScheduled()
    let line = #line + 1
    let found = await failures { await run.ended(within: .milliseconds(1)) }
    #expect(
      found.map(\.text) == [
        """
        The interpreter of Upload has not returned within 0.001 seconds of real time.
          Cancelled: no
          Scheduled on the clock: 1 action, at 1.0 seconds; it is 0.0 seconds
        It can still send messages.
        To fix this, let it go on: advance the clock, answer its request, or cancel the run. Or \
        allow more real time with `within:`.
        """
      ])
    #expect(found.map(\.place.line) == [UInt(line)])
    run.cancel()
    await run.ended()
  }

  @Test func aDispatcherThatSomebodyKeepsFailsTheTest() async {
    let box = Locked<[Dispatcher]>([])
    let run = recorder.run(LeakyUploadInterpreter(box: box), Upload())
    run.cancel()
    let found = await failures { await run.ended(within: .milliseconds(1)) }
    #expect(
      found.map(\.text) == [
        """
        Something still held the dispatcher of Upload after 0.001 seconds of real time; its interpreter has returned.
          Scheduled on the clock: nothing; it is 0.0 seconds
        A dispatcher that is held can still send messages, so the run has not ended.
        To fix this, release each closure, observer and action that captured `dispatch` when the \
        work is done, or cause the event that it waits for, or allow more time with `within:`.
        """
      ])
    box.withLock { $0 }.first?(UploadMessage.finished)
    recorder.expectNoMore()
    #expect(difference(run.lateMessages, [UploadMessage.finished]) == nil)
    box.withLock { $0 = [] }
    await run.ended()
  }

  @Test func anErrorFailsTheTest() async {
    let run = recorder.run(OfflineUploadInterpreter(), Upload())
    let found = await failures { await run.ended() }
    #expect(
      found.map(\.text) == [
        """
        The interpreter of Upload threw an error.
          Error: Offline(server: "example.org")
        In an app the run ends there, perhaps without the message that the app waits for.
        To fix this, catch the error in the interpreter and dispatch a message that says what \
        happened, or expect the error with `ended(throwing:)`.
        """
      ])
  }

  @Test func anExpectedErrorIsReturned() async {
    let run = recorder.run(OfflineUploadInterpreter(), Upload())
    #expect(await run.ended(throwing: Offline.self) == Offline())
  }

  @Test func anErrorThatNobodyWaitsForFailsTheTestAtItsEnd() async {
    let run = recorder.run(OfflineUploadInterpreter(), Upload())
    // Not by `ended`, which would see the error.
    _ = await run.effect.state.first(within: .seconds(60)) { $0.isOver ? true : nil }
    let found = failures { recorder.expectNoMore() }
    #expect(found.first?.text.contains(#"Offline(server: "example.org")"#) == true)
    await run.ended()
    recorder.expectNoMore()
  }

  @Test func anErrorAfterTheCancellationIsNoFailure() async {
    let run = recorder.run(UploadInterpreter(), Upload())
    await clock.waitUntilScheduled()
    run.cancel()
    await run.ended()
    await run.ended(throwing: CancellationError.self)
  }

  @Test func anExpectedErrorThatIsNotThrownFailsTheTest() async {
    let run = recorder.run(InstantUploadInterpreter(), Upload())
    let other = recorder.run(OfflineUploadInterpreter(), Upload())
    await recorder.expect(UploadMessage.progressed(1), UploadMessage.finished)
    let found = await failures {
      await run.ended(throwing: Offline.self)
      await other.ended(throwing: CancellationError.self)
    }
    #expect(
      found.map(\.text) == [
        """
        The interpreter of Upload did not throw the expected error.
          Expected: Offline
          Thrown: nothing
        """,
        """
        The interpreter of Upload did not throw the expected error.
          Expected: CancellationError
          Thrown: Offline(server: "example.org")
        """,
      ])
  }
}
