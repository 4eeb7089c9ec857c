import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct HistoryTests {
  enum Command: Katana.Command { case logIn(Secret<String>) }
  enum Message: Katana.Message { case loginTapped, loginFinished(String) }
  struct Empty: Model {}
  struct Updater: TypedUpdater {
    func update(model: inout Empty, message: Message) -> [any Katana.Command] {
      switch message {
      case .loginTapped: [Command.logIn(Secret("hunter2"))]
      case .loginFinished: []
      }
    }
  }
  struct Interpreter: CommandInterpreter {
    func interpret(_ command: Command, dispatch: Dispatcher) {
      dispatch(Message.loginFinished("hunter2"), file: "Auth/Interpreter.swift", line: 22)
    }
  }

  @Test func itSaysWhoDispatchedAMessage() throws {
    let history = History()
    let runtime = try Runtime(
      Program(model: Empty(), Updater()), interpreters: [.command(Interpreter())],
      options: RuntimeOptions(history: history))
    runtime.start()
    runtime.dispatch(Message.loginTapped, file: "App/LoginView.swift", line: 31)
    #expect(history.latest == 2)
    #expect(
      history.chain(of: 2)
        == "loginTapped (App/LoginView.swift:31) → logIn → loginFinished (Auth/Interpreter.swift:22)"
    )
    #expect(history.chain(of: 1) == "loginTapped (App/LoginView.swift:31)")
    #expect(history.entry(2)?.cause == 1)
    #expect(history.entry(2)?.message.fullName == "Message.loginFinished")
  }

  @Test func theMessagesOfASubscriptionNameIt() throws {
    let history = History()
    let board = SourceBoard()
    let runtime = try makeRuntime([board.interpreter], history: history)
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x")]), file: "A.swift", line: 1)
    let dispatch = board.running.withLock { $0["x"] }
    dispatch?(file: "S.swift", line: 9) { $0.reply("a") }
    #expect(history.chain(of: history.latest) == "want (A.swift:1) → Source → add (S.swift:9)")
    runtime.requestShutdown()
  }

  @Test func itHoldsTheNewestOnly() throws {
    let history = History(capacity: 3)
    let runtime = try makeRuntime(history: history)
    runtime.start()
    for number in 1...5 { runtime.dispatch(Note.add("\(number)"), file: "A.swift", line: 1) }
    #expect((1...6).map { history.entry($0)?.number } == [nil, nil, 3, 4, 5, nil])
    #expect(history.chain(of: 1) == "…")
    #expect(History().chain(of: 0) == "")
  }

  @Test func itsCapacityMayBeAnyNumber() throws {
    let history = History(capacity: .max)
    let runtime = try makeRuntime(history: history)
    runtime.start()
    runtime.dispatch(Note.add("1"))
    #expect(history.latest == 1)
  }

  @Test func aChainThatBeganTooLongAgoSaysSo() throws {
    let history = History(capacity: 2)
    let runtime = try makeRuntime(
      [
        .command(
          Doing { command, dispatch in
            let left = Int(command.name)! - 1
            dispatch(
              left == 0 ? Note.add("end") : Note.doing("", [Do("\(left)")]), file: "A.swift",
              line: 1)
          })
      ], history: history)
    runtime.start()
    runtime.dispatch(Note.doing("", [Do("3")]))
    #expect(
      history.chain(of: history.latest) == "… → Do → doing (A.swift:1) → Do → add (A.swift:1)")
  }

  /// The chain of an app that polls is as long as its history.
  @Test func anIssueNamesTheLastCauses() async throws {
    struct DoingError: Error {}
    let issues = IssueRecorder()
    let runtime = try makeRuntime(
      [
        .command(Do.self) { command, dispatch in
          let left = Int(command.name)! - 1
          if left == 0 { throw DoingError() }
          dispatch(Note.doing("", [Do("\(left)")]), file: "A.swift", line: UInt(left))
        }
      ], history: History(), issues: issues)
    runtime.start()
    _ = try await runtime.settle(Note.doing("", [Do("100")]))
    let text = try #require(issues.issues.first).text
    #expect(text.contains("… → Do → doing (A.swift:20)"), "\(text)")
    #expect(!text.contains("A.swift:21"))
    runtime.requestShutdown()
  }

  @Test func labelsNameCasesWithoutLookingAtPayloads() {
    struct Plain: Katana.Message {}
    enum Shy: Katana.Message, CustomStringConvertible, CustomReflectable {
      case open(String)
      case closed
      var description: String { "hunter2" }
      var customMirror: Mirror { Mirror(self, children: ["hunter2": "hunter2"]) }
    }
    #expect(ValueName(Shy.open("hunter2")).fullName == "Shy.open")
    #expect(ValueName(Shy.closed).description == "closed")
    #expect(ValueName(Plain()).fullName == "Plain")
    #expect(ValueName(Shy.open("a")) == ValueName(Shy.open("b")))
    #expect(ValueName(Shy.open("a")) != ValueName(Shy.closed))
  }

  /// What the app has written, and none of the framework's own lines.
  @Test func chainsShowNoMachinery() async throws {
    struct Broken: Error {}
    struct Work: Katana.Command, Equatable {}
    let history = History()
    let runtime = try Runtime(
      Program(
        model: TreeTest.App(),
        CombinedUpdater<TreeTest.App>([
          .full(TreeTest.returning), .full(TreeTest.tapped),
          .full(TypedFunctionUpdater { (_: inout TreeTest.App, _: Done) in [] }),
        ])),
      interpreters: [
        .command(Work.self) { (_: Work, _: Dispatcher) async throws in throw Broken() }
      ],
      options: RuntimeOptions(history: history))
    runtime.start()
    runtime.dispatch(
      TreeTest.Returning([Send(TreeTest.PartMessage.tapped, file: "B.swift", line: 2)]),
      file: "A.swift", line: 1)
    #expect(history.chain(of: 2) == "Returning (A.swift:1) → tapped (B.swift:2)")
    try await runtime.settle(
      TreeTest.Returning([Work().onFailure(TreeTest.PartMessage.tapped)]), file: "A.swift", line: 3)
    #expect(history.chain(of: 4) == "Returning (A.swift:3) → Work → tapped")
    try await runtime.settle(
      TreeTest.Returning([Concurrent([Send(TreeTest.PartMessage.tapped)], then: Done())]),
      file: "A.swift", line: 5)
    #expect(history.chain(of: 7) == "Returning (A.swift:5) → Done")
    runtime.requestShutdown()
  }

  @Test func aTimeOutNamesTheCommandThatWasTooSlow() async throws {
    struct Slow: Katana.Command, Equatable {}
    let (history, clock) = (History(), ManualClock())
    let runtime = try Runtime(
      Program(model: TreeTest.App(), CombinedUpdater<TreeTest.App>([.full(TreeTest.returning)])),
      interpreters: [
        .command(Slow.self) { (_: Slow, dispatch: Dispatcher) async throws in
          try await dispatch.clock.sleep(for: .seconds(100))
        }
      ], options: RuntimeOptions(clock: clock, history: history, issues: IssueRecorder().handler))
    runtime.start()
    runtime.dispatch(
      TreeTest.Returning([Slow().timingOut(after: .seconds(1), Done())]), file: "A.swift", line: 1)
    clock.advance(by: .seconds(1))
    #expect(history.chain(of: 2) == "Returning (A.swift:1) → Slow → Done")
    await runtime.shutdown()
  }

  private struct Done: Katana.Message {}

  @Test func thePlaceOfASendMakesNoDifference() {
    #expect(
      difference(
        [Send(Note.add("a"), file: "A.swift", line: 1)],
        [Send(Note.add("a"), file: "B.swift", line: 2)]) == nil)
    #expect(
      difference([Send(Note.add("a"))], [Send(Note.add("b"))]) != nil)
  }
}
