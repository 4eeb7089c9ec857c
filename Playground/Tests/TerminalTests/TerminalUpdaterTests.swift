import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Terminal
import Testing

@Suite struct TerminalUpdaterTests {
  /// What a feature brings.
  enum Asked: Message, Codable, Equatable {
    case tags, deletion, failed, stopped, offered, hint, answered, event
    case logIn(Secret<String>?)
  }

  struct AskedPresenter: Presenter {
    func output(for message: Asked) -> Output? {
      switch message {
      case .deletion: .success("it will be deleted")
      case .failed: .failure(["it has failed"])
      case .offered: .success("you can take it back").hidden(from: .singleCommand)
      case .hint: .success("so it will be").hidden(from: .json)
      case .answered: Output([]).json(["a": 1])
      case .event: .failure(["it is gone"]).ofNoLine
      case .tags, .stopped, .logIn: nil
      }
    }
  }

  static let lines = FeatureLines(
    instructions: [
      Instruction("tags", "list the tags", Asked.tags),
      Instruction("login", "EMAIL [PASSWORD]", "log in", password: .afterEmail(words: 1)) {
        (words) throws(Mistake) in Asked.logIn(words.password)
      },
      Instruction("delete", "", "delete", isAwaited: false) { _ in Asked.deletion },
    ], presenter: AskedPresenter())

  let feature = terminalFeature([Self.lines], stopped: Asked.stopped)
  let tags = Self.perform(Asked.tags)

  static func perform(_ message: any Message) -> any Command {
    Perform(message, done: Reply(TerminalMessage.performed))
      .cancellable(id: TerminalUpdater.ID.line, withConsequences: true)
  }

  func makeTest(_ model: TerminalModel = TerminalModel()) -> StepTest<TerminalModel> {
    StepTest(feature, model: model)
  }

  func line(_ text: String, _ password: String? = nil) -> TerminalMessage {
    .answered(.entered(Line(text, password: password.map(Secret.init))))
  }

  func show(_ output: Output) -> Print { Print(output, in: .plain) }

  /// The prompt of a program with pipes, which is never seen.
  func prompt(_ history: String...) -> any Command { prompt("", in: history) }

  func prompt(_ text: String, in history: [String]) -> any Command {
    Prompt(text, history: history, Reply { (_: PromptAnswer<String>) in TerminalMessage.performed })
      .cancellable(id: TerminalUpdater.ID.line)
  }

  @Test func theNextLineIsAskedForWhenTheOneBeforeIsPerformed() {
    let test = makeTest()
    test.send(.performed, commands: [prompt()])
    test.send(line("tags"), commands: [tags]) {
      $0.history = ["tags"]
      $0.lineCount = 1
      $0.isPerforming = true
    }
    test.send(.performed, commands: [prompt("tags")]) { $0.isPerforming = false }
  }

  @Test func whatCanBeTakenBackIsNotWaitedFor() {
    let test = makeTest()
    let deletion = Send(Asked.deletion)
      .cancellable(id: TerminalUpdater.ID.undoable, withConsequences: true)
    let next = Send(TerminalMessage.performed)
    test.send(line("delete"), commands: [Sequential([deletion, next])]) {
      $0.history = ["delete"]
      $0.lineCount = 1
      $0.isPerforming = true
    }
    test.send(Asked.deletion, commands: [show(.success("it will be deleted"))])
    // A refusal is that of the line, since the next one is not read before.
    test.send(Asked.failed, commands: [show(.failure(["line 1: it has failed"]))]) {
      $0.hasFailed = true
    }
    test.send(.performed, commands: [prompt("delete")]) { $0.isPerforming = false }
    let error = TerminalError.notRead(reason: "x")
    test.send(
      .answered(.failed(error)),
      commands: [show(.failure(["\(error)"]).ofNoLine), EndProgram(1)]
    ) {
      $0.isQuitting = true
    }
  }

  @Test func theCausesFitTheWidth() {
    let causes = [
      Cause(
        sender: "Perform", message: "profileRequested",
        place: "TerminalInterpreters/PerformInterpreter.swift:12"),
      Cause(
        sender: "APICommand<Profile>", message: "profileLoaded",
        place: "Profiles/ProfileCommands.swift:8"),
    ]
    let model = TerminalModel(style: Style(hasColor: false, width: 80))
    makeTest(model).send(
      .causesFound(causes),
      commands: [
        Print(
          """
          SENT BY       MESSAGE           WHERE
          Perform       profileRequested  TerminalInterpreters/PerformInterpreter.swift:12
          APICommand<…  profileLoaded     Profiles/ProfileCommands.swift:8
          """)
      ])
  }

  @Test func thePromptTurnsTextIntoALine() throws {
    let app = AppTest(Program(model: TerminalModel(), feature))
    app.start(exhaustive: [])
    app.send(.performed, commands: [prompt()])
    let reply = try #require(app.pending(Prompt.self).first).reply
    #expect(
      reply(.entered("login a@b.c x y")) as? TerminalMessage == line("login a@b.c", "x y"))
    #expect(reply(.endOfInput) as? TerminalMessage == .answered(.endOfInput))
    #expect(reply(.interrupted) as? TerminalMessage == .answered(.interrupted))
    let error = TerminalError.notRead(reason: "x")
    #expect(reply(.failed(error)) as? TerminalMessage == .answered(.failed(error)))
    app.finish(ignoringPending: [Prompt.self])
  }

  @Test func aMistakeNamesTheLineOfAScriptAndHoldsNothingUp() {
    let test = makeTest()
    test.send(
      line("tgas"),
      commands: [show(.failure(["line 1: unknown command \"tgas\"; try: help"])), prompt("tgas")]
    ) {
      $0.history = ["tgas"]
      $0.lineCount = 1
      $0.hasFailed = true
    }
    test.send(line(""), commands: [prompt("tgas")]) { $0.lineCount = 2 }
    test.send(line("# tags"), commands: [prompt("tgas", "# tags")]) {
      $0.history = ["tgas", "# tags"]
      $0.lineCount = 3
    }
  }

  @Test func aMistakeOfAPersonNamesNoLine() {
    let test = makeTest(TerminalModel(isInteractive: true))
    test.send(
      line("tgas"),
      commands: [
        show(.failure(["unknown command \"tgas\"; try: help"])), prompt("conduit> ", in: ["tgas"]),
      ]
    ) {
      $0.history = ["tgas"]
      $0.lineCount = 1
      $0.hasFailed = true
    }
  }

  @Test func aFailureNamesTheLineThatIsPerformed() {
    let test = makeTest()
    test.send(line("# nothing"), exhaustive: [])
    test.send(line("tags"), exhaustive: [])
    test.send(Asked.failed, commands: [show(.failure(["line 2: it has failed"]))]) {
      $0.hasFailed = true
    }
    // What happens by itself does so whatever line is performed.
    test.send(Asked.event, commands: [show(.failure(["it is gone"]))])
    test.send(.performed, exhaustive: [])
    test.send(Asked.failed, commands: [show(.failure(["it has failed"]))])
  }

  @Test func aLineThatIsTooLongIsSkipped() {
    makeTest().send(
      .answered(.failed(.lineTooLong(limit: 9))),
      commands: [show(.failure(["line 1: a line has more than 9 bytes"])), prompt()]
    ) {
      $0.hasFailed = true
      $0.lineCount = 1
    }
  }

  @Test(arguments: [false, true])
  func anInputThatCannotBeReadEndsTheProgram(isInteractive: Bool) {
    let error = TerminalError.notRead(reason: "it is broken")
    makeTest(TerminalModel(isInteractive: isInteractive)).send(
      .answered(.failed(error)),
      commands: [show(.failure([error.description])), EndProgram(1)]
    ) {
      $0.hasFailed = true
      $0.isQuitting = true
    }
  }

  @Test(arguments: [TerminalMessage.answered(.endOfInput), .quitRequested])
  func theEndOfTheInputEndsTheProgram(message: TerminalMessage) {
    makeTest().send(message, commands: [EndProgram()]) { $0.isQuitting = true }
  }

  @Test func theStatusTellsAScriptOfAFailure() {
    #expect(TerminalModel().exitStatus == 0)
    #expect(TerminalModel(hasFailed: true).exitStatus == 1)
    #expect(TerminalModel(isInteractive: true, hasFailed: true).exitStatus == 0)
    let command = TerminalModel(isInteractive: true, command: Line("tags"), hasFailed: true)
    #expect(command.exitStatus == 1)
  }

  @Test func aSingleCommandIsPerformedInPlaceOfTheInput() {
    let test = makeTest(TerminalModel(command: Line("tags")))
    test.send(.performed, commands: [tags]) {
      $0.lineCount = 1
      $0.isPerforming = true
    }
    test.send(Asked.failed, commands: [show(.failure(["it has failed"]))]) {
      $0.hasFailed = true
    }
    test.send(.performed, commands: [EndProgram()]) {
      $0.isPerforming = false
      $0.isQuitting = true
    }
  }

  @Test func afterQuittingNoLineIsAskedFor() {
    let test = makeTest()
    test.send(line("quit"), commands: [Self.perform(TerminalMessage.quitRequested)]) {
      $0.history = ["quit"]
      $0.lineCount = 1
      $0.isPerforming = true
    }
    test.send(.quitRequested, commands: [EndProgram()]) { $0.isQuitting = true }
    test.send(.performed) { $0.isPerforming = false }
  }

  // What could still be taken back is not done, whichever way Ctrl-C comes.
  let interrupted: [any Command] = [
    Cancel(id: TerminalUpdater.ID.line), Cancel(id: TerminalUpdater.ID.undoable), EndProgram(130),
  ]

  @Test(arguments: [TerminalMessage.answered(.interrupted), .interrupted])
  func ctrlCWhileNothingIsPerformedEndsTheProgram(message: TerminalMessage) {
    for model in [TerminalModel(), TerminalModel(isInteractive: true)] {
      makeTest(model).send(message, commands: interrupted) { $0.isQuitting = true }
    }
  }

  @Test func ctrlCEndsAScriptAndASingleCommandWithAllThatTheyHaveCaused() {
    let script = TerminalModel(lineCount: 1, isPerforming: true)
    let command = TerminalModel(
      isInteractive: true, command: Line("tags"), lineCount: 1, isPerforming: true,
      wait: .noticed)
    for model in [script, command] {
      // What says that the program waits disappears.
      let screen = TerminalScreen(["waiting; Ctrl-C stops it"])
      // What waits for an answer says what is left of it.
      let told =
        [
          show(.failure(["stopped; what was already sent may have been done"])),
          Send(Asked.stopped),
        ] as [any Command]
      makeTest(model).send(
        .interrupted, commands: interrupted.dropLast() + told + interrupted.suffix(1),
        subscriptions: model.wait == nil ? [] : [.stopped(screen)]
      ) {
        $0.isQuitting = true
        $0.hasFailed = true
        $0.wait = nil
      }
    }
  }

  @Test func whatFailsAfterTheLastPromptIsInTheStatus() {
    let test = makeTest(TerminalModel(isInteractive: true))
    test.send(Asked.failed, exhaustive: [])
    #expect(test.model.exitStatus == 0)
    test.send(.quitRequested, exhaustive: [])
    #expect(test.model.exitStatus == 0)
    test.send(Asked.event, exhaustive: [])
    #expect(test.model.exitStatus == 1)
  }

  let ticks = Every(.milliseconds(300), Reply(TerminalMessage.waitNoticed))
  let prompting = "conduit> "

  @Test func theFirstCtrlCStopsTheLineAndTheSecondEndsTheProgram() {
    let test = makeTest(TerminalModel(isInteractive: true))
    test.send(
      line("tags"), commands: [tags],
      subscriptions: [.started(TerminalScreen([])), .started(ticks)]
    ) {
      $0.history = ["tags"]
      $0.lineCount = 1
      $0.isPerforming = true
      $0.wait = .unnoticed
    }
    test.send(
      .interrupted,
      commands: [
        Cancel(id: TerminalUpdater.ID.line), Send(Asked.stopped),
        show(.hint("stopped; what was already sent may be done all the same")),
        prompt(prompting, in: ["tags"]),
      ], subscriptions: [.stopped(TerminalScreen([])), .stopped(ticks)]
    ) {
      $0.isPerforming = false
      $0.wait = nil
    }
    test.send(.answered(.interrupted), commands: interrupted) { $0.isQuitting = true }
  }

  @Test func afterAWhileALineSaysThatTheProgramWaits() {
    let app = AppTest(
      Program(model: TerminalModel(isInteractive: true), feature), interpreters: [.time()])
    app.start(exhaustive: [])
    app.send(line("tags"), exhaustive: [])
    app.advance(by: .milliseconds(299))
    let waiting = TerminalScreen(["waiting; Ctrl-C stops it"])
    app.advance(
      by: .milliseconds(1), sends: [TerminalMessage.waitNoticed],
      subscriptions: [.changed(waiting), .stopped(ticks)]
    ) { $0.wait = .noticed }
    app.advance(by: .seconds(10))
    app.answer(
      \Perform.done, with: (), commands: [prompt(prompting, in: ["tags"])],
      subscriptions: [.stopped(waiting)]
    ) {
      $0.isPerforming = false
      $0.wait = nil
    }
    app.finish(ignoringPending: [Prompt.self])
  }

  @Test func aScriptIsNotToldThatTheProgramWaits() {
    makeTest().send(line("tags"), commands: [tags]) {
      $0.history = ["tags"]
      $0.lineCount = 1
      $0.isPerforming = true
    }
  }

  @Test func outputsAreHiddenFromThoseWhoCannotUseThem() {
    let json = Style(hasColor: false, isJSON: true)
    let person = makeTest(TerminalModel(isInteractive: true))
    person.send(Asked.offered, commands: [Print("you can take it back")])
    person.send(Asked.hint, commands: [Print("so it will be")])
    person.send(Asked.answered)
    let command = makeTest(TerminalModel(command: Line("tags")))
    command.send(Asked.offered)
    command.send(Asked.hint, commands: [Print("so it will be")])
    let program = makeTest(TerminalModel(style: json))
    program.send(Asked.offered, commands: [Print(#"{"message":"you can take it back"}"#)])
    program.send(Asked.hint)
    program.send(Asked.answered, commands: [Print(#"{"a":1}"#)])
  }

  @Test func aUserAtATerminalSeesThePrompt() {
    let plain = makeTest(TerminalModel(isInteractive: true))
    plain.send(.performed, commands: [prompt("conduit> ", in: [])])
    let colored = makeTest(TerminalModel(isInteractive: true, style: Style(hasColor: true)))
    colored.send(.performed, commands: [prompt("\u{1B}[2mconduit>\u{1B}[0m ", in: [])])
  }

  @Test func aPasswordThatIsMissingIsAskedForInSecret() throws {
    let app = AppTest(Program(model: TerminalModel(isInteractive: true), feature))
    app.start(exhaustive: [])
    let line = Line("login a@b.c")
    let secret = PromptSecret(
      "password: ", Reply { TerminalMessage.passwordAnswered(line, $0) }
    ).cancellable(id: TerminalUpdater.ID.line)
    app.send(.answered(.entered(line)), commands: [secret]) {
      $0.history = ["login a@b.c"]
      $0.lineCount = 1
      $0.isPerforming = true
    }
    app.answer(
      \PromptSecret.reply, with: .entered(Secret("hunter22")),
      commands: [Self.perform(Asked.logIn(Secret("hunter22")))],
      subscriptions: [.started(TerminalScreen([])), .started(ticks)]
    ) { $0.wait = .unnoticed }
    app.finish(ignoringPending: [Perform.self])
  }

  @Test func noPasswordLeadsBackToThePrompt() {
    for answer in [PromptAnswer<Secret<String>>.interrupted, .endOfInput] {
      makeTest().send(
        .passwordAnswered(Line("login a@b.c"), answer), commands: [prompt()]
      ) { $0.lineCount = 1 }
    }
    makeTest(TerminalModel(lineCount: 1, isPerforming: true)).send(
      .passwordAnswered(Line("login a@b.c"), .entered(Secret(""))),
      commands: [show(.failure(["line 2: no password was entered"])), prompt()]
    ) {
      $0.hasFailed = true
      $0.lineCount = 2
      $0.isPerforming = false
    }
  }

  @Test func theHelpListsAllInstructionsWithTheirSummaries() {
    makeTest().send(
      .helpRequested,
      commands: [
        Print(
          """
          tags                            list the tags
          login EMAIL [PASSWORD]          log in
          delete                          delete
          why                             show what led to the last message
          help                            show this list
          quit                            leave
          """)
      ])
  }

  @Test func aLongUsageHasALineOfItsOwn() {
    let usage = "[--tag TAG] [--author NAME] [--page NUMBER]"
    let long = FeatureLines(
      instructions: [Instruction("articles", usage, "list articles") { _ in Asked.tags }],
      presenter: AskedPresenter())
    let test = StepTest(terminalFeature([long]), model: TerminalModel())
    test.send(
      .helpRequested,
      commands: [
        Print(
          """
          articles \(usage)
                                          list articles
          why                             show what led to the last message
          help                            show this list
          quit                            leave
          """)
      ])
  }

  @Test func onANarrowTerminalEachSummaryHasALineOfItsOwn() {
    let style = Style(hasColor: false, width: 40)
    let test = makeTest(TerminalModel(isInteractive: true, style: style))
    test.send(
      .helpRequested,
      commands: [
        Print(
          """
          tags
              list the tags
          login EMAIL [PASSWORD]
              log in
          delete
              delete
          why
              show what led to the last message
          help
              show this list
          quit
              leave
          """)
      ])
  }

  @Test func causesAreATable() {
    let causes = [
      Cause(sender: "Input", message: "received", place: "A/B.swift:1"),
      Cause(sender: "LogIn", message: "loggedIn", place: "C/D.swift:22"),
    ]
    let app = AppTest(Program(model: TerminalModel(), feature))
    app.start(exhaustive: [])
    app.send(.causesRequested, commands: [FindCauses(Reply(TerminalMessage.causesFound))])
    app.answer(
      \FindCauses.reply, with: causes,
      commands: [
        Print(
          """
          SENT BY  MESSAGE   WHERE
          Input    received  A/B.swift:1
          LogIn    loggedIn  C/D.swift:22
          """)
      ])
    app.send(.causesFound([]), commands: [Print("nothing has happened yet")])
    app.finish(ignoringPending: [Print.self])
  }

  @Test func noPasswordIsPrintedNorKept() {
    let test = makeTest()
    test.send(
      line("login a@b.c", "hunter22"), commands: [Self.perform(Asked.logIn(Secret("hunter22")))]
    ) {
      $0.lineCount = 1
      $0.isPerforming = true
    }
    #expect(!"\(line("login a@b.c", "hunter22"))".contains("hunter22"))
  }

  @Test func theHistoryHasALimitAndNoLineTwiceInSuccession() {
    let test = makeTest()
    for number in 0..<600 { test.send(line("# \(number / 2)"), exhaustive: []) }
    test.send(line("# 300"), exhaustive: [])
    #expect(test.model.history.count == 301)
    for number in 0..<600 { test.send(line("# \(number)"), exhaustive: []) }
    #expect(test.model.history.count == TerminalModel.historyLimit)
    #expect(test.model.history.last == "# 599")
  }

  @Test func interruptIsAlwaysSubscribed() {
    let app = AppTest(Program(model: TerminalModel(), feature))
    let interrupt = SignalReceived(.interrupt, Reply(TerminalMessage.interrupted))
    app.start(subscriptions: [.started(interrupt)])
    app.emit(
      \SignalReceived.reply, with: (), commands: interrupted
    ) { $0.isQuitting = true }
    app.finish(ignoringPending: [EndProgram.self])
  }
}
