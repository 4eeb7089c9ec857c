import Articles
import Authentication
import Katana
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

  func line(_ text: String) -> TerminalMessage { .received(.line(Secret(text))) }

  @Test func aLineWaitsForTheOneBefore() {
    let test = makeTest()
    test.send(line("tags"), commands: [tags]) { $0.isPerforming = true }
    test.send(line("me")) { $0.waiting = [Secret("me")] }
    test.send(line("help")) { $0.waiting = [Secret("me"), Secret("help")] }
    test.send(.performed, commands: [me]) { $0.waiting = [Secret("help")] }
  }

  @Test func aMistakeIsShownInItsTurnAndHoldsNothingUp() {
    let test = makeTest()
    test.send(line("tags"), commands: [tags]) { $0.isPerforming = true }
    test.send(line("tgas")) { $0.waiting = [Secret("tgas")] }
    test.send(line("")) { $0.waiting.append(Secret("")) }
    test.send(line("me")) { $0.waiting.append(Secret("me")) }
    test.send(
      .performed,
      commands: [Show(.failure(["unknown command \"tgas\"; try: help"])), me]
    ) { $0.waiting = [] }
  }

  @Test func nothingIsPerformedBeforeTheAppIsReady() {
    let test = makeTest(TerminalModel(isPerforming: true))
    test.send(line("tags")) { $0.waiting = [Secret("tags")] }
    test.send(.performed, commands: [tags]) { $0.waiting = [] }
  }

  @Test func theEndOfTheInputWaitsForWhatIsStillRunning() {
    let test = makeTest()
    test.send(line("tags"), commands: [tags]) { $0.isPerforming = true }
    test.send(line("me")) { $0.waiting = [Secret("me")] }
    test.send(.received(.end)) { $0.hasEnded = true }
    test.send(.performed, commands: [me]) { $0.waiting = [] }
    test.send(.performed, commands: [Quit(status: 0)]) {
      $0.isPerforming = false
      $0.isQuitting = true
    }
  }

  @Test func theEndOfTheInputEndsAnIdleProgram() {
    makeTest().send(.received(.end), commands: [Quit(status: 0)]) {
      $0.hasEnded = true
      $0.isQuitting = true
    }
  }

  @Test func quittingDropsTheLinesThatWaitAndThoseThatCome() {
    let quit = Perform(TerminalMessage.quitRequested, done: Reply(TerminalMessage.performed))
    let test = makeTest()
    test.send(line("quit"), commands: [quit]) { $0.isPerforming = true }
    test.send(line("tags")) { $0.waiting = [Secret("tags")] }
    test.send(.quitRequested, commands: [Quit(status: 0)]) {
      $0.waiting = []
      $0.isQuitting = true
    }
    test.send(.performed) { $0.isPerforming = false }
    test.send(line("me")) { $0.waiting = [Secret("me")] }
    test.send(.received(.end)) { $0.hasEnded = true }
  }

  @Test func anInterruptEndsTheProgramAtOnce() {
    let test = makeTest()
    test.send(line("tags"), commands: [tags]) { $0.isPerforming = true }
    test.send(line("me")) { $0.waiting = [Secret("me")] }
    test.send(.interrupted, commands: [Quit(status: 130)]) {
      $0.waiting = []
      $0.isQuitting = true
    }
  }

  @Test func somebodyAtATerminalIsAskedForEachLine() {
    let test = makeTest(TerminalModel(isInteractive: true, isPerforming: true))
    test.send(.performed, commands: [Prompt.ask]) { $0.isPerforming = false }
    test.send(line("tags"), commands: [Prompt.answered, tags]) { $0.isPerforming = true }
    test.send(.performed, commands: [Prompt.ask]) { $0.isPerforming = false }
    test.send(line(""), commands: [Prompt.answered, Prompt.ask])
    test.send(.received(.end), commands: [Prompt.withdraw, Quit(status: 0)]) {
      $0.hasEnded = true
      $0.isQuitting = true
    }
  }

  @Test func anInterruptTakesThePromptAway() {
    makeTest(TerminalModel(isInteractive: true)).send(
      .interrupted, commands: [Prompt.withdraw, Quit(status: 130)]
    ) { $0.isQuitting = true }
  }

  @Test func helpIsShown() { makeTest().send(.helpRequested, commands: [Show(.help)]) }

  @Test func causesAreShownWhenTheyAreFound() {
    let causes = [Cause(sender: "Input", message: "received", place: "A/B.swift:1")]
    let app = AppTest(Program(model: TerminalModel(), TerminalUpdater()))
    app.send(
      .causesRequested, commands: [FindCauses(Reply(TerminalMessage.causesFound))])
    app.answer(\FindCauses.reply, with: causes, commands: [Show(.causes(causes))])
    app.finish(ignoringPending: [Show.self])
  }

  @Test func noLineIsPrinted() {
    let test = makeTest(TerminalModel(isPerforming: true))
    test.send(line("login a@b.c hunter22")) { $0.waiting = [Secret("login a@b.c hunter22")] }
    #expect(!"\(test.model)".contains("hunter22"))
    #expect(!"\(line("login a@b.c hunter22"))".contains("hunter22"))
  }

  @Test func linesAndInterruptsAreAlwaysHeard() {
    let app = AppTest(
      Program(
        model: TerminalModel(),
        CombinedUpdater([.full(TerminalUpdater()), .full(TerminalSubscriptions())])))
    let interrupt = Interrupt(Reply(TerminalMessage.interrupted))
    let input = Input(Reply(TerminalMessage.received))
    app.start(subscriptions: [.started(interrupt), .started(input)])
    #expect(difference(app.running, [interrupt, input]) == nil)
    app.emit(\Input.reply, with: .line(Secret("tags")), commands: [tags]) {
      $0.isPerforming = true
    }
    app.answer(\Perform.done, with: ()) { $0.isPerforming = false }
    app.emit(\Interrupt.reply, with: (), commands: [Quit(status: 130)]) { $0.isQuitting = true }
    app.finish(ignoringPending: [Quit.self])
  }
}
