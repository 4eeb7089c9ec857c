import Articles
import Authentication
import Katana
import KatanaConsole
import KatanaTesting
import Terminal
import Testing

@Suite struct TerminalUpdaterTests {
  let tags = Perform(ArticlesMessage.tagsRequested, done: Reply(TerminalMessage.performed))
  let me = Perform(AuthenticationMessage.accountRequested, done: Reply(TerminalMessage.performed))

  func makeTest(_ model: TerminalModel = TerminalModel()) -> StepTest<TerminalModel> {
    StepTest(
      CombinedUpdater([.full(TerminalUpdater()), .full(TerminalSubscriptions())]), model: model)
  }

  func line(_ text: String) -> TerminalMessage { .answered(.entered(Line(text))) }

  /// The prompt of a program with pipes, which is never seen.
  func prompt(_ history: String...) -> Prompt {
    Prompt("", history: history, Reply { (_: PromptAnswer<String>) in TerminalMessage.performed })
  }

  @Test func theNextLineIsAskedForWhenTheOneBeforeIsPerformed() {
    let test = makeTest()
    test.send(.performed, commands: [prompt()])
    test.send(line("tags"), commands: [tags]) { $0.history = ["tags"] }
    test.send(.performed, commands: [prompt("tags")])
    test.send(line("me"), commands: [me]) { $0.history = ["tags", "me"] }
  }

  @Test func thePromptTurnsTextIntoALine() {
    let reply = TerminalModel().prompt.reply
    #expect(reply(.entered("login a@b.c x y")) as? TerminalMessage == line("login a@b.c x y"))
    #expect(reply(.endOfInput) as? TerminalMessage == .answered(.endOfInput))
    #expect(reply(.interrupted) as? TerminalMessage == .answered(.interrupted))
    let error = TerminalError.notRead(reason: "x")
    #expect(reply(.failed(error)) as? TerminalMessage == .answered(.failed(error)))
  }

  @Test func aMistakeIsShownAndHoldsNothingUp() {
    let test = makeTest()
    test.send(
      line("tgas"),
      commands: [show(.failure(["unknown command \"tgas\"; try: help"])), prompt("tgas")]
    ) {
      $0.history = ["tgas"]
      $0.hasFailed = true
    }
    test.send(line(""), commands: [prompt("tgas")])
    test.send(line("# tags"), commands: [prompt("tgas", "# tags")]) {
      $0.history = ["tgas", "# tags"]
    }
  }

  @Test func aLineThatIsTooLongIsSkipped() {
    makeTest().send(
      .answered(.failed(.lineTooLong(limit: 9))),
      commands: [show(.failure(["a line has more than 9 bytes"])), prompt()]
    ) { $0.hasFailed = true }
  }

  @Test func anInputThatCannotBeReadEndsTheProgram() {
    let error = TerminalError.notRead(reason: "it is broken")
    makeTest().send(
      .answered(.failed(error)),
      commands: [show(.failure([error.description])), ExitProcess(1)]
    ) {
      $0.hasFailed = true
      $0.isQuitting = true
    }
  }

  @Test func anInputThatCannotBeReadIsAFailureAlsoAtATerminal() {
    let error = TerminalError.notRead(reason: "it is broken")
    makeTest(TerminalModel(isInteractive: true)).send(
      .answered(.failed(error)),
      commands: [show(.failure([error.description])), ExitProcess(1)]
    ) {
      $0.hasFailed = true
      $0.isQuitting = true
    }
  }

  @Test func theEndOfTheInputEndsTheProgram() {
    makeTest().send(.answered(.endOfInput), commands: [ExitProcess()]) { $0.isQuitting = true }
  }

  @Test func theStatusTellsAScriptOfAFailure() {
    var model = TerminalModel()
    model.hasFailed = true
    makeTest(model).send(.answered(.endOfInput), commands: [ExitProcess(1)]) {
      $0.isQuitting = true
    }
    makeTest(model).send(.quitRequested, commands: [ExitProcess(1)]) { $0.isQuitting = true }
    model.isInteractive = true
    makeTest(model).send(.quitRequested, commands: [ExitProcess()]) { $0.isQuitting = true }
  }

  @Test func afterQuittingNoLineIsAskedFor() {
    let quit = Perform(TerminalMessage.quitRequested, done: Reply(TerminalMessage.performed))
    let test = makeTest()
    test.send(line("quit"), commands: [quit]) { $0.history = ["quit"] }
    test.send(.quitRequested, commands: [ExitProcess()]) { $0.isQuitting = true }
    test.send(.performed)
  }

  @Test(arguments: [TerminalMessage.interrupted, .answered(.interrupted)])
  func anInterruptEndsTheProgramAtOnce(message: TerminalMessage) {
    makeTest().send(message, commands: [ExitProcess(130)]) { $0.isQuitting = true }
  }

  @Test func aUserAtATerminalSeesThePrompt() {
    let plain = makeTest(TerminalModel(isInteractive: true))
    plain.send(.performed, commands: [prompt("conduit> ", in: [])])
    let colored = makeTest(TerminalModel(isInteractive: true, style: Style(hasColor: true)))
    colored.send(.performed, commands: [prompt("\u{1B}[2mconduit>\u{1B}[0m ", in: [])])
  }

  func prompt(_ text: String, in history: [String]) -> Prompt {
    Prompt(text, history: history, Reply { (_: PromptAnswer<String>) in TerminalMessage.performed })
  }

  @Test func aPasswordIsAskedForInSecret() throws {
    let app = AppTest(
      Program(model: TerminalModel(isInteractive: true), TerminalUpdater()))
    let secret = PromptSecret(
      "password: ", Reply { TerminalMessage.passwordAnswered(email: "a@b.c", $0) })
    app.send(.passwordRequested(email: "a@b.c"), commands: [secret])
    let reply = try #require(app.pending(PromptSecret.self).first).reply
    #expect(
      reply(.entered(Secret("hunter22"))) as? TerminalMessage
        == .passwordAnswered(email: "a@b.c", .entered(Secret("hunter22"))))
    app.finish(ignoringPending: [PromptSecret.self])
  }

  @Test func aPasswordLogsIn() {
    let test = makeTest()
    let credentials = Credentials(email: "a@b.c", password: Secret("hunter22"))
    test.send(
      .passwordAnswered(email: "a@b.c", .entered(Secret("hunter22"))),
      commands: [Send(AuthenticationMessage.logInRequested(credentials))])
    test.send(.passwordAnswered(email: "a@b.c", .interrupted))
    test.send(.passwordAnswered(email: "a@b.c", .endOfInput))
    test.send(
      .passwordAnswered(email: "a@b.c", .entered(Secret(""))),
      commands: [show(.failure(["no password was entered"]))]
    ) { $0.hasFailed = true }
  }

  @Test func helpIsShown() { makeTest().send(.helpRequested, commands: [show(.help)]) }

  @Test func causesAreShownWhenTheyAreFound() {
    let causes = [Cause(sender: "Prompt", message: "answered", place: "A/B.swift:1")]
    let app = AppTest(Program(model: TerminalModel(), TerminalUpdater()))
    app.send(
      .causesRequested, commands: [FindCauses(Reply(TerminalMessage.causesFound))])
    app.answer(\FindCauses.reply, with: causes, commands: [show(.causes(causes))])
    app.finish(ignoringPending: [Print.self])
  }

  @Test func noPasswordIsPrintedNorKept() {
    let test = makeTest()
    let credentials = Credentials(email: "a@b.c", password: Secret("hunter22"))
    test.send(
      line("login a@b.c hunter22"),
      commands: [
        Perform(
          AuthenticationMessage.logInRequested(credentials),
          done: Reply(TerminalMessage.performed))
      ])
    #expect(test.model.history == [])
    #expect(!"\(line("login a@b.c hunter22"))".contains("hunter22"))
  }

  @Test func theHistoryHasALimitAndNoLineTwiceInSuccession() {
    let test = makeTest()
    for number in 0..<600 {
      test.send(line("# \(number / 2)"), exhaustive: [])
    }
    test.send(line("# 300"), exhaustive: [])
    #expect(test.model.history.count == 301)
    for number in 0..<600 { test.send(line("# \(number)"), exhaustive: []) }
    #expect(test.model.history.count == TerminalModel.historyLimit)
    #expect(test.model.history.last == "# 599")
  }

  @Test func interruptIsAlwaysSubscribed() {
    let app = AppTest(
      Program(
        model: TerminalModel(),
        CombinedUpdater([.full(TerminalUpdater()), .full(TerminalSubscriptions())])))
    let interrupt = SignalReceived(.interrupt, Reply(TerminalMessage.interrupted))
    app.start(subscriptions: [.started(interrupt)])
    app.emit(\SignalReceived.reply, with: (), commands: [ExitProcess(130)]) {
      $0.isQuitting = true
    }
    app.finish(ignoringPending: [ExitProcess.self])
  }
}
