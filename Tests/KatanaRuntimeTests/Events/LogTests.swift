import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct LogTests {
  @Test func aLineSaysWhatEachMessageLedToAndNeverPayloads() throws {
    let log = Log()
    let runtime = try makeRuntime(
      [.command(Doing { _, dispatch in dispatch(Note.add("hunter2"), file: "B.swift", line: 2) })],
      eventHandlers: [.log(to: { log($0) })])
    runtime.start()
    runtime.dispatch(Note.doing("hunter2", [Do("hunter2")]), file: "A.swift", line: 1)
    runtime.dispatch(Note.want([]).to(Notes.at[part: Elsewhere.part]), file: "C.swift", line: 3)
    #expect(
      log.all == [
        "1 Note.doing ← outside (A.swift:1) → Do",
        "2 Note.add ← command Do, caused by 1 (B.swift:2)",
        "   ! The message Note.want has an address that no part of the app has.",
        "   Note.want in Notes.at[part: \"elsewhere\"] was not handled (unknownAddress) ← outside (C.swift:3)",
      ])
  }

  /// The names that an app chooses reach a terminal.
  @Test func aNameCannotControlTheTerminal() async throws {
    let log = Log()
    let issues = IssueRecorder()
    let runtime = try makeRuntime([], eventHandlers: [.log(to: { log($0) })], issues: issues)
    runtime.start()
    runtime.dispatch(Note.add("x"), file: "A\u{1B}[2J.swift", line: 1)
    await runtime.shutdown()
    runtime.dispatch(Note.add("x"), file: "B\n\u{9B}2J.swift", line: 1)
    #expect(log.all[0] == #"1 Note.add ← outside (A\u{1B}[2J.swift:1)"#)
    #expect(log.all[1].hasSuffix(#"(B\n\u{9B}2J.swift:1)"#))
    #expect(issues.issues.map(\.text).joined().contains(#"at: B\n\u{9B}2J.swift:1"#))
  }

  @Test func standardErrorGetsNoControlCharacters() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { reportOnStandardError("a\u{1B}[2J\nb\u{9B}") }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("katana: a\\u{1B}[2J\n  b\\u{9B}\n"))
  }

  /// No line of the app has sent it.
  @Test func aMessageOfTheFrameworkHasNoPlace() async throws {
    let log = Log()
    let test = try EventTest(to: [], eventHandlers: [.log(to: { log($0) })])
    let failing = EventTest.Fail().onFailure(EventTest.Change.sources([]))
    try await test.runtime.settle(EventTest.Run(failing), file: "A.swift", line: 1)
    #expect(log.all.last == "2 Change.sources ← command Send, caused by 1")
  }

  @Test func theLogCanBeLimited() throws {
    struct Tick: Message {}
    let (only, except) = (Log(), Log())
    let runtime = try makeRuntime(eventHandlers: [
      .log(only: [Note.self], to: { only($0) }), .log(except: [Note.self], to: { except($0) }),
    ])
    runtime.start()
    runtime.dispatch(Note.add(""), file: "A.swift", line: 1)
    runtime.dispatch(Tick(), file: "A.swift", line: 2)
    #expect(only.all.first == "1 Note.add ← outside (A.swift:1)")
    #expect(except.all.first == "2 Tick ← outside (A.swift:2)")
  }

  @Test func commandsAndSubscriptionsAreLoggedUnderTheirMessage() async throws {
    let log = Log()
    let test = try EventTest(to: [], eventHandlers: [.log(to: { log($0) })])
    test.runtime.dispatch(
      EventTest.Change.sources([Source(name: "a")]), file: "A.swift", line: 1)
    test.runtime.dispatch(
      EventTest.Run(EventTest.Hold().cancellable(id: "a")), file: "A.swift", line: 2)
    test.runtime.dispatch(EventTest.Run(Cancel(id: "a")), file: "A.swift", line: 3)
    test.runtime.dispatch(EventTest.Change.sources([]), file: "A.swift", line: 4)
    try await test.runtime.settle(EventTest.Run(EventTest.Fail()), file: "A.swift", line: 5)
    test.release()
    #expect(
      log.all == [
        "1 Change.sources ← outside (A.swift:1)", "   + Source",
        "2 Run ← outside (A.swift:2) → Hold", "3 Run ← outside (A.swift:3) → Cancel",
        "   Hold (caused by 2) was cancelled by 3", "4 Change.sources ← outside (A.swift:4)",
        "   − Source", "5 Run ← outside (A.swift:5) → Fail",
        "   Fail (caused by 5) failed: Failure",
        "   ! The interpreter of Fail threw an error.",
      ])
  }
}
