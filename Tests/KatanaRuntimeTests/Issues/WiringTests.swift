import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Bad wiring is caught with a text that says how to fix it; the texts are part of the promise.
@Suite struct WiringTests {
  protocol Family: Command {}
  struct Member<Payload>: Family {}

  struct FamilyInterpreter: CommandInterpreter {
    let log: Log
    func interpret(_ command: any Family, dispatch: Dispatcher) { log("\(type(of: command))") }
  }

  private func wiringError(
    _ interpreters: [Interpreter], effects: [any Effect.Type] = []
  ) -> String? {
    do {
      _ = try Runtime(
        Program(model: Notes(), NotesUpdater(effects: effects)), interpreters: interpreters)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func twoInterpretersForOneCommand() {
    #expect(
      wiringError([.command(Doing { _, _ in }), .command(DoingAsync { _, _ in })]) == """
        2 interpreters could be found for the command Do; exactly 1 is required.
          First: Doing
          Second: DoingAsync
        Which of them performs the command would depend on their order.
        To fix this, remove one of them from the runtime's `interpreters`.
        """)
  }

  @Test func twoInterpretersForOneSubscription() {
    let board = SourceBoard()
    #expect(
      wiringError([board.interpreter, board.interpreter]) == """
        2 interpreters could be found for the subscription Source; exactly 1 is required.
          First: SourceInterpreter
          Second: SourceInterpreter
        Which of them runs the subscription would depend on their order.
        To fix this, remove one of them from the runtime's `interpreters`.
        """)
  }

  @Test func noInterpreterForADeclaredCommandOrSubscription() {
    #expect(
      wiringError([], effects: [Do.self]) == """
        0 interpreters could be found for the command Do; exactly 1 is required.
        What the command describes would not happen.
        To fix this, add .command(…) with an interpreter whose Cmd is Do to the runtime's `interpreters`.
        """)
    #expect(
      wiringError([], effects: [Source.self]) == """
        0 interpreters could be found for the subscription Source; exactly 1 is required.
        The model could declare it, but nothing would run.
        To fix this, add .subscription(…) with an interpreter whose Sub is Source to the runtime's \
        `interpreters`.
        """)
    let board = SourceBoard()
    #expect(
      wiringError(
        [.command(Doing { _, _ in }), board.interpreter],
        effects: [Do.self, Source.self]) == nil)
  }

  @Test func allThatIsWrongIsNamedOnce() {
    let all = wiringError(
      [.command(Doing { _, _ in }), .command(DoingAsync { _, _ in })],
      effects: [Source.self, Member<Int>.self, Member<Int>.self])
    #expect(
      all?.split(separator: "\n").filter {
        !$0.hasPrefix(" ") && $0.contains("wrong")
          || $0.contains("exactly 1")
      } == [
        "2 things are wrong with the wiring.",
        "2 interpreters could be found for the command Do; exactly 1 is required.",
        """
        0 interpreters could be found for the subscription Source, the command Member<Int>; exactly 1 is \
        required for each of them.
        """,
      ])
  }

  @Test func overlappingInterpretersOfADeclaredType() {
    let family = Interpreter.command(
      FamilyInterpreter(log: Log()), where: { $0 is any Family.Type })
    #expect(
      wiringError([family, family], effects: [Member<Int>.self])?.hasPrefix(
        "2 interpreters could be found for the command Member<Int>; exactly 1 is required.") == true
    )
  }

  @Test func overlappingInterpretersOfAnUndeclaredTypeAreReportedOnceAndTheFirstRuns() throws {
    let (first, second, issues) = (Log(), Log(), IssueRecorder())
    let runtime = try makeRuntime(
      commands: [Member<Int>(), Member<Int>()],
      [
        .command(FamilyInterpreter(log: first), where: { $0 is any Family.Type }),
        .command(FamilyInterpreter(log: second), where: { $0 is any Family.Type }),
      ], issues: issues)
    runtime.start()
    #expect(first.all == ["Member<Int>", "Member<Int>"])
    #expect(second.all == [])
    #expect(
      issues.issues.map(\.text) == [
        """
        2 interpreters accept the command Member<Int>; exactly 1 is required.
          Interpreters: FamilyInterpreter, FamilyInterpreter
        The first one performs it; the others never receive it.
        To fix this, make the `where:` predicates exclude each other, or register one of the \
        interpreters for exactly Member<Int>.
        """
      ])
  }

  @Test func aPredicateThatAcceptsTooMuch() throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(
      [.command(FamilyInterpreter(log: Log()), where: { _ in true })], issues: issues)
    runtime.start()
    runtime.dispatch(Note.doing("", [Do("x")]))
    #expect(issues.kinds == [.interpreterMismatch])
    #expect(issues.issues[0].text.hasPrefix("An interpreter of Family was given the command Do.\n"))
    #expect(
      issues.issues[0].text.hasSuffix(
        "To fix this, make the `where:` predicate accept only types that are Family."))
  }

  @Test func aCommandThatIsNotPerformedCountsAsCancelled() throws {
    let runtime = try Runtime(
      Program(model: ControlApp(), ControlApp.updater),
      interpreters: [.command(FamilyInterpreter(log: Log()), where: { _ in true })],
      options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime.start()
    runtime.dispatch(Ask(commands: [Sequential([Do("x"), Send(Heard.word("done"))])]))
    #expect(runtime.model.journal.heard == [])
    runtime.requestShutdown()
  }

  @Test func noInterpreterForACommandThatIsUsed() throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(history: History(), issues: issues)
    runtime.start()
    runtime.dispatch(Note.doing("", [Do("x")]), file: "App/View.swift", line: 3)
    #expect(
      issues.issues.map(\.text) == [
        """
        No interpreter for the command Do.
          Cause: doing (App/View.swift:3)
        What the command describes does not happen; the app goes on.
        To fix this, add .command(…) with an interpreter whose Cmd is Do to the runtime's \
        `interpreters`.
        """
      ])
    runtime.dispatch(Note.add("goes on"))
    #expect(runtime.model.entries == ["", "goes on"])
  }

  @Test func noInterpreterForASubscriptionThatIsDeclared() throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(issues: issues)
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x")]))
    runtime.dispatch(Note.add("goes on"))
    #expect(
      issues.issues.map(\.text) == [
        """
        No interpreter for the subscription Source.
        The model declares it, but nothing runs and no message comes.
        To fix this, add .subscription(…) with an interpreter whose Sub is Source to the runtime's \
        `interpreters`.
        """
      ])
  }

  @Test func oneSubscriptionIDWithDifferentPayloads() throws {
    let (board, issues) = (SourceBoard(), IssueRecorder())
    let runtime = try makeRuntime([board.interpreter], issues: issues)
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x", payload: 1), Source(name: "x", payload: 2)]))
    #expect(
      issues.issues.map(\.text) == [
        """
        The subscription Source is declared with different payloads under one id.
          Id: String
        One instance cannot run with two payloads; the first declared one runs, and the others get no \
        messages.
        To fix this, declare equal payloads, or make what differs part of the `id`.
        """
      ])
    runtime.requestShutdown()
  }

  @Test func anInterpreterThatThrows() async throws {
    struct Broken: Error {}
    let issues = IssueRecorder()
    let runtime = try makeRuntime(
      [.command(DoingAsync { _, _ in throw Broken() })], history: History(), issues: issues)
    runtime.start()
    try await runtime.settle(
      Note.doing("", [Do("x")]), file: "App/View.swift", line: 3)
    #expect(
      issues.issues.map(\.text) == [
        """
        The interpreter of Do threw an error.
          Error: Broken
          Cause: doing (App/View.swift:3)
        The run has ended, perhaps without the message that the app waits for.
        To fix this, catch the error in the interpreter and dispatch a message that says what happened.
        """
      ])
  }
}
