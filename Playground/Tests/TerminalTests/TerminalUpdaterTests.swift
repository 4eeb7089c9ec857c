import Articles
import Authentication
import Katana
import KatanaTesting
import Terminal
import Testing

@Suite struct TerminalUpdaterTests {
  let updater = TerminalUpdater()
  let done = Reply(TerminalMessage.performed)

  func after(
    _ messages: TerminalMessage..., from model: TerminalModel = TerminalModel()
  ) -> (TerminalModel, [any Command]) {
    var model = model
    var commands: [any Command] = []
    for message in messages { (model, commands) = updater.update(model: model, message: message) }
    return (model, commands)
  }

  func line(_ text: String) -> TerminalMessage { .received(.line(Secret(text))) }

  @Test func aLineIsPerformed() {
    let (model, commands) = after(line("tags"))
    #expect(model.isPerforming)
    #expect(difference(commands, [Perform(ArticlesMessage.tagsRequested, done: done)]) == nil)
  }

  @Test func aLineWaitsForTheOneBefore() {
    let (waiting, none) = after(line("tags"), line("me"), line("help"))
    #expect(none.isEmpty)
    #expect(waiting.waiting == [Secret("me"), Secret("help")])
    let (model, commands) = after(.performed, from: waiting)
    #expect(model.waiting == [Secret("help")])
    #expect(
      difference(commands, [Perform(AuthenticationMessage.accountRequested, done: done)]) == nil)
  }

  @Test func aMistakeIsShownInItsTurnAndHoldsNothingUp() {
    let (waiting, none) = after(line("tags"), line("tgas"), line(""), line("me"))
    #expect(none.isEmpty)
    let (_, commands) = after(.performed, from: waiting)
    let expected: [any Command] = [
      Show(.failure(["unknown command \"tgas\"; try: help"])),
      Perform(AuthenticationMessage.accountRequested, done: done),
    ]
    #expect(difference(commands, expected) == nil)
  }

  @Test func nothingIsPerformedBeforeTheAppIsReady() {
    let starting = TerminalModel(isPerforming: true)
    #expect(after(line("tags"), from: starting).1.isEmpty)
    #expect(after(line("tags"), .performed, from: starting).1.count == 1)
  }

  @Test func theEndOfTheInputWaitsForWhatIsStillRunning() {
    let (model, none) = after(line("tags"), line("me"), .received(.end))
    #expect(none.isEmpty)
    let (last, _) = after(.performed, from: model)
    #expect(!last.isQuitting)
    #expect(difference(after(.performed, from: last).1, [Quit(status: 0)]) == nil)
  }

  @Test func theEndOfTheInputEndsAnIdleProgram() {
    #expect(difference(after(.received(.end)).1, [Quit(status: 0)]) == nil)
  }

  @Test func quittingDropsTheLinesThatWait() {
    let (model, commands) = after(line("quit"), line("tags"), .quitRequested)
    #expect(difference(commands, [Quit(status: 0)]) == nil)
    #expect(after(.performed, line("me"), .received(.end), from: model).1.isEmpty)
  }

  @Test func anInterruptEndsTheProgramAtOnce() {
    let (model, commands) = after(line("tags"), line("me"), .interrupted)
    #expect(model.waiting.isEmpty)
    #expect(difference(commands, [Quit(status: 130)]) == nil)
  }

  @Test func somebodyAtATerminalIsAskedForEachLine() {
    let terminal = TerminalModel(isInteractive: true, isPerforming: true)
    let (idle, first) = after(.performed, from: terminal)
    #expect(difference(first, [Prompt.ask]) == nil)
    let (busy, second) = after(line("tags"), from: idle)
    let expected: [any Command] = [
      Prompt.answered, Perform(ArticlesMessage.tagsRequested, done: done),
    ]
    #expect(difference(second, expected) == nil)
    #expect(difference(after(.performed, from: busy).1, [Prompt.ask]) == nil)
    #expect(difference(after(line(""), from: idle).1, [Prompt.answered, Prompt.ask]) == nil)
    let end: [any Command] = [Prompt.withdraw, Quit(status: 0)]
    #expect(difference(after(.received(.end), from: idle).1, end) == nil)
  }

  @Test func helpAndCausesAreShown() throws {
    #expect(difference(after(.helpRequested).1, [Show(.help)]) == nil)
    let find = try #require(after(.causesRequested).1.first as? FindCauses)
    #expect(find.reply([]) as? TerminalMessage == .causesFound([]))
    #expect(difference(after(.causesFound([])).1, [Show(.causes([]))]) == nil)
  }

  @Test func noLineIsPrinted() {
    let (model, _) = after(line("tags"), line("login a@b.c hunter22"))
    #expect(!"\(model)".contains("hunter22"))
    #expect(!"\(line("login a@b.c hunter22"))".contains("hunter22"))
  }

  @Test func linesAndInterruptsAreAlwaysHeard() {
    let expected: [any Subscription] = [
      Interrupt(Reply(TerminalMessage.interrupted)), Input(Reply(TerminalMessage.received)),
    ]
    let subscriptions = TerminalSubscriptions().subscriptions(model: TerminalModel())
    #expect(difference(subscriptions, expected) == nil)
  }
}
