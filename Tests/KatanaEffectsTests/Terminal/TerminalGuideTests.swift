import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// The program of Docs/effects-terminal.md.

struct Tasks: Model, Equatable {
  var names: [String] = []
}

enum TasksMessage: Message, Equatable {
  case answered(PromptAnswer<String>)
}

struct TasksUpdater: TypedUpdater {
  static func ask(_ model: Tasks) -> Prompt {
    Prompt("> ", history: model.names, Reply(TasksMessage.answered))
  }

  func update(model: inout Tasks, message: TasksMessage) -> [any Command] {
    switch message {
    case .answered(.entered(let name)):
      model.names.append(name)
      return [Print("\(model.names.count) tasks"), Self.ask(model)]
    case .answered(.endOfInput): return [Print("bye"), ExitProcess()]
    case .answered(.interrupted): return [ExitProcess(130)]
    case .answered(.failed(let error)):
      return [Print("\(error)", to: .standardError), ExitProcess(1)]
    }
  }
}

let tasksProgram = Program(
  model: Tasks(), TasksUpdater(), commands: [TasksUpdater.ask(Tasks())])

struct FoundFile {
  var name: String
  var size: Int

  /// Returns the commands that print a file whose name another user has chosen.
  static func output(of file: FoundFile) -> [any Command] {
    let name = TerminalText.plain(file.name)
    return [Print("\(name): \(file.size) bytes")]
  }
}

// A note that is written in the user's editor.

struct Note: Model, Equatable {
  var text = ""
}

enum NoteMessage: Message, Equatable {
  case editRequested
  case written(FileError?)
  case edited(Outcome<ProgramExit, ProgramError>)
  case read(Outcome<String, FileError>)
}

struct NoteUpdater: TypedUpdater {
  func update(model: inout Note, message: NoteMessage) -> [any Command] {
    switch message {
    case .editRequested:
      return [WriteFile("note.md", text: model.text, reply { .written($0) })]
    case .written(nil): return [RunInTerminal.editor("note.md", reply { .edited($0) })]
    case .edited(.success(.status(0))): return [ReadTextFile("note.md", reply { .read($0) })]
    case .read(.success(let text)): model.text = text
    case .written, .edited, .read: return [Print("The note stays as it was.")]
    }
    return []
  }
}

// A timer with a bar.

struct Stopwatch: Model, Equatable {
  var seconds = 0
  var isFocused = true
}

enum StopwatchMessage: Message, Equatable {
  case ticked(Tick)
  case happened(TerminalEvent)
  case interrupted
}

struct StopwatchFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Stopwatch, message: StopwatchMessage) -> [any Command] {
    switch message {
    case .ticked(let tick): model.seconds += tick.intervals
    case .happened(.key(KeyStroke(.character("q")))), .interrupted: return [ExitProcess()]
    case .happened: break
    }
    return []
  }

  func subscriptions(model: Stopwatch) -> [any Subscription] {
    let bar = String(repeating: "=", count: model.seconds)
    return [
      TerminalScreen(["\(model.seconds) s", bar], area: .fullScreen),
      TerminalInput(reply { .happened($0) }),
      SignalReceived(.interrupt, reply(.interrupted)),
      Every(.seconds(1), reply { .ticked($0) }),
    ]
  }
}

let stopwatchProgram = Program(model: Stopwatch(), StopwatchFeature())

@Suite struct TerminalGuideTests {
  @Test func aNoteIsWrittenInTheEditor() {
    let files = VirtualFiles()
    let terminal = VirtualTerminal(programs: { _ in
      files["note.md"] = "tea"
      return .success(.status(0))
    })
    let app = AppTest(
      Program(model: Note(), NoteUpdater()), interpreters: [.terminal(terminal), .files(files)])
    app.send(NoteMessage.editRequested, exhaustive: [])
    app.advance(by: .zero, exhaustive: [])
    #expect(app.model.text == "tea")
    app.finish()
  }

  @Test func theNameOfAFileCannotControlTheTerminal() {
    let file = FoundFile(name: "\u{1B}]0;owned\u{7}a\nb.txt", size: 7)
    #expect(FoundFile.output(of: file).first as? Print == Print("a b.txt: 7 bytes"))
  }

  @Test func namesAreAsked() {
    let terminal = VirtualTerminal()
    let app = AppTest(tasksProgram, interpreters: [.terminal(terminal)])
    app.start(commands: [TasksUpdater.ask(Tasks())])
    #expect(terminal.lines == [">"])

    terminal.type("tea\n")
    app.advance(
      by: .zero, sends: [TasksMessage.answered(.entered("tea"))],
      commands: [Print("1 tasks"), TasksUpdater.ask(Tasks(names: ["tea"]))]
    ) { $0.names = ["tea"] }
    #expect(terminal.lines == ["> tea", "1 tasks", ">"])

    terminal.press(.character("d"), .control)
    app.advance(
      by: .zero, sends: [TasksMessage.answered(.endOfInput)],
      commands: [Print("bye"), ExitProcess()])
    #expect(terminal.exitStatus == 0)
    app.finish()
  }

  @Test func namesAreAskedInEveryWorld() {
    let seen = explore(seeds: 100, sending: []) { simulation in
      let terminal = VirtualTerminal(conditions: .chosen(by: simulation))
      terminal.type("te")
      terminal.type("a\ncoffee\n")
      terminal.press(.character("d"), .control)
      return Simulated(tasksProgram, interpreters: [.terminal(terminal)])
        .eventually("both are there, or a text could not be written") {
          $0.names == ["tea", "coffee"] || terminal.exitStatus == 1
        }
        .eventually("the program has ended") { _ in terminal.exitStatus != nil }
    }
    #expect(seen.orders >= 1)
  }

  @Test func aProgramWithPipesGetsLines() {
    let terminal = VirtualTerminal(isTerminal: false)
    terminal.type("tea\ncof")
    terminal.type("fee")
    terminal.endInput()
    let app = AppTest(tasksProgram, interpreters: [.terminal(terminal)])
    app.start(exhaustive: false)
    app.advance(by: .zero, exhaustive: false) { $0.names = ["tea", "coffee"] }
    #expect(terminal.output == "1 tasks\n2 tasks\nbye\n")
    #expect(terminal.exitStatus == 0)
    app.finish()
  }

  @Test func theStopwatchShowsItsBar() {
    let terminal = VirtualTerminal()
    let app = AppTest(stopwatchProgram, interpreters: [.terminal(terminal), .time()])
    app.start(exhaustive: false)
    app.advance(by: .seconds(3), exhaustive: false) { $0.seconds = 3 }
    #expect(terminal.lines == ["3 s", "==="])
    #expect(terminal.screen.isFullScreen && terminal.screen.isCursorHidden)
    terminal.press(.escape)
    terminal.press(.function(6), .shift)
    terminal.type("q")
    app.advance(
      by: .zero,
      sends: [
        StopwatchMessage.happened(.key(KeyStroke(.escape))),
        StopwatchMessage.happened(.key(KeyStroke(.function(6), .shift))),
        StopwatchMessage.happened(.key(KeyStroke(.character("q")))),
      ], commands: [ExitProcess()])
    #expect(terminal.exitStatus == 0)
    app.finish()
  }

  @Test func aNewSizeIsAnEvent() {
    let terminal = VirtualTerminal()
    let app = AppTest(stopwatchProgram, interpreters: [.terminal(terminal)])
    app.start(exhaustive: false)
    terminal.resize(to: TerminalSize(columns: 3, rows: 2))
    app.advance(
      by: .zero,
      sends: [StopwatchMessage.happened(.resized(TerminalSize(columns: 3, rows: 2)))])
    #expect(terminal.lines == ["0 s"])
    app.finish()
  }

  @Test func everythingIsWired() {
    expectWiring(of: tasksProgram, interpreters: [.terminal()])
    expectWiring(of: stopwatchProgram, interpreters: [.terminal(), .signals(), .time()])
  }
}
