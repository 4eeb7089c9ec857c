import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct RecordingDispatcherTests {
  enum Event: Message, Equatable { case first, second, late }
  enum Other: Message { case first }
  struct Source: Subscription { var reply: Reply<Event> }
  struct Loaded: Message, Equatable {
    var id = 1
    var name = "milk"
    var token = Secret("hunter2")
  }
  struct Computed: Message { var compute: @Sendable () -> Int }

  private let recorder = RecordingDispatcher()

  @Test func messagesAreKeptInOrder() {
    recorder.dispatcher(Event.first)
    recorder.dispatcher(Event.second)
    #expect(difference(recorder.messages, [Event.first, Event.second]) == nil)
  }

  @Test func aTestMayWaitForTheNextMessage() async {
    let dispatch = recorder.dispatcher
    recorder.dispatcher(Event.first)
    let sending = Task.detached { dispatch(Event.late) }
    #expect(await recorder.next(as: Event.self) == .first)
    #expect(await recorder.next(as: Event.self) == .late)
    await sending.value
    recorder.expectNoMore()
  }

  @Test func severalTasksMayWaitAndEachGetsItsOwnMessage() async {
    let (recorder, dispatch) = (recorder, recorder.dispatcher)
    let taken = await withTaskGroup(of: Event?.self) { group in
      for _ in 0..<3 { group.addTask { await recorder.next(as: Event.self) } }
      group.addTask {
        for event in [Event.first, .second, .late] { dispatch(event) }
        return nil
      }
      return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
    }
    #expect(Set(taken) == [.first, .second, .late])
    recorder.expectNoMore()
  }

  @Test func subscriptionsSendThroughItToo() {
    struct Made: Message, Equatable { var event: Event }
    let source = Source(reply: Reply(Made.init))
    recorder.subscriptionDispatcher(for: source).callAsFunction { $0.reply(.first) }
    #expect(difference(recorder.messages, [Made(event: .first)]) == nil)
  }

  @Test func expectedMessagesMayBeEquatableOrComparedByTheirParts() async {
    recorder.dispatcher(Event.first)
    recorder.dispatcher(Other.first)
    recorder.dispatcher(Loaded())
    await recorder.expect(Event.first, Other.first, Loaded())
    recorder.expectNoMore()
  }

  @Test func whereNothingArrivesTheTestFailsAndGoesOn() async {
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    recorder.dispatcher(Event.first)
    clock.schedule(after: .seconds(2)) {}
    let found = await failures {
      await recorder.expect(Event.first, Event.second, Event.late, within: .milliseconds(1))
      #expect(await recorder.next(within: .milliseconds(1)) == nil)
    }
    let text = """
      No message arrived within 0.001 seconds of real time.
        Awaited: Event.second
        Arrived before: Event.first
        Scheduled on the clock: 1 action, at 2.0 seconds; it is 0.0 seconds
      Nothing was sent, or it is still on its way.
      To fix this, cause the event that the interpreter waits for, such as by advancing the clock, \
      or allow more real time with `within:`.
      """
    #expect(
      found.map(\.text) == [
        text, text.replacing("Awaited: Event.second", with: "Awaited: a message"),
      ])
  }

  @Test func aFailedWaitNamesWhatCameTooLateAndLeavesOutOtherClocks() async {
    let gate = Gate()
    let recorder = RecordingDispatcher(clock: .system)
    let run = recorder.run(StubbornUploadInterpreter(gate: gate), Upload())
    await recorder.expect(UploadMessage.progressed(0.5))
    run.cancel()
    gate.open()
    await run.ended()
    let found = await failures {
      _ = await recorder.next(as: UploadMessage.self, within: .milliseconds(1))
    }
    #expect(
      found.map(\.text) == [
        """
        No message arrived within 0.001 seconds of real time.
          Awaited: a message of type UploadMessage
          Arrived before: UploadMessage.progressed(0.5)
          Sent too late, after cancel() or stop(): UploadMessage.progressed(1.0), UploadMessage.finished
          Ended: Upload
        Nothing was sent, or it is still on its way.
        To fix this, cause the event that the interpreter waits for, such as by advancing the \
        clock, or allow more real time with `within:`.
        """
      ])
  }

  @Test func aTaskThatIsCancelledDoesNotWait() async {
    let recorder = recorder
    let waiting = Task {
      await failures { _ = await recorder.next(within: .seconds(1_000)) }.count
    }
    waiting.cancel()
    #expect(await waiting.value == 1)
  }

  @Test func anotherMessageFailsTheTest() async {
    recorder.dispatcher(Event.second)
    recorder.dispatcher(Other.first)
    recorder.dispatcher(Loaded(id: 2))
    recorder.dispatcher(Event.first)
    let line = #line + 2
    let found = await failures {
      await recorder.expect(Event.first)
      await recorder.expect(Event.first)
      await recorder.expect(Loaded())
      #expect(await recorder.next(as: Other.self) == nil)
    }
    #expect(found.map(\.place.line) == (0..<4).map { UInt(line + $0) })
    #expect(
      found.map(\.text) == [
        """
        The next message is not the expected one (− expected, + actual).
          − Event.first    (missing)
          + Event.second   (unexpected)
        """,
        """
        The next message is not the expected one (− expected, + actual).
          − Event.first   (missing)
          + Other.first   (unexpected)
        """,
        """
        The next message is not the expected one (− expected, + actual).
          ~ Loaded(id: 1, name: "milk", token: •••)   (differs)
              .id
                − 1
                + 2
        """,
        """
        The next message is of another type.
          Expected: a message of type Other
          Arrived: Event.first
        """,
      ])
  }

  @Test func messagesThatCannotBeComparedFailTheTest() async {
    recorder.dispatcher(Computed { 1 })
    let found = await failures { await recorder.expect(Computed { 1 }) }
    #expect(
      found.map(\.text) == [
        """
        The next message is not the expected one (− expected, + actual).
          ~ Computed(compute: (Function))   (differs)
              .compute
                ? @Sendable () -> Int      (cannot be compared: not Equatable)
        """
      ])
  }

  @Test func messagesThatTheTestHasNotTakenFailIt() async {
    for event in [Event.first, .second, .late] { recorder.dispatcher(event) }
    await recorder.expect(Event.first)
    let found = failures { recorder.expectNoMore() }
    #expect(
      found.map(\.text) == [
        """
        2 messages arrived that the test did not expect.
          Arrived: Event.second, Event.late
        To fix this, expect each with `expect(…)` or take it with `next()`, or send fewer.
        """
      ])
  }
}
