#if os(macOS) || os(Linux)
  import Foundation
  import Katana
  import KatanaConsole
  import KatanaConsoleInterpreters
  import KatanaConsoleTesting
  import KatanaRuntime
  import KatanaTesting
  import Testing

  /// What no system could hand to a program as it is written.
  struct RefusedLaunch: Sendable, CustomTestStringConvertible {
    var program = "env"
    var arguments: [String] = []
    var environment: [String: String]? = ["PATH": "/usr/bin:/bin"]
    var folder: String?
    /// `nil` for a program that runs.
    var error: ProgramError?

    var testDescription: String {
      "\(program.debugDescription) \(arguments.map { $0.prefix(9).debugDescription }) in"
        + " \(folder?.debugDescription ?? "-"), \((environment ?? [:]).keys.sorted())"
    }
  }

  extension RealEffects.TwinTests {
    private static func other(_ reason: String) -> ProgramError {
      .other(program: "env", reason: reason)
    }

    private static let nul = other("a variable of the environment contains a NUL")
    private static let name = other(
      "the name of a variable of the environment is empty or contains \"=\"")

    static let launches: [RefusedLaunch] =
      [
        RefusedLaunch(program: "", error: .notFound(program: "")),
        RefusedLaunch(program: "env\0", error: .notFound(program: "env\0")),
        RefusedLaunch(arguments: ["a", "b\0c"], error: other("an argument contains a NUL")),
        RefusedLaunch(environment: ["A": "b\0"], error: nul),
        RefusedLaunch(environment: ["A\0": "b"], error: nul),
        RefusedLaunch(environment: ["A=B": "c"], error: name),
        RefusedLaunch(environment: ["=": "c"], error: name),
        RefusedLaunch(environment: ["": "c"], error: name),
        // A combining mark forms one character with the sign before it.
        RefusedLaunch(environment: ["A=\u{338}": "c"], error: name),
        RefusedLaunch(folder: "", error: .workingDirectoryNotFound(path: "")),
        RefusedLaunch(folder: "/\0", error: .workingDirectoryNotFound(path: "/\0")),
        RefusedLaunch(
          arguments: ["-u", "A", "printf", "%s", "", "=", "a\nb"],
          environment: ["PATH": "/usr/bin:/bin", "A": "=\n", "a b": "é"], folder: "/"),
      ] + tooLong

    #if os(Linux)
      /// The length of a text with its NUL, from `execve(2)`.
      private static let limit = 32 * Int(getpagesize())

      private static let tooLong = [
        RefusedLaunch(
          arguments: [String(repeating: "a", count: limit)],
          error: other("Argument list too long")),
        RefusedLaunch(
          environment: ["A": String(repeating: "a", count: limit - 2)],
          error: other("Argument list too long")),
        RefusedLaunch(
          arguments: ["true", String(repeating: "a", count: limit - 1)],
          environment: [
            "PATH": "/usr/bin:/bin", "A": String(repeating: "a", count: limit - 3),
          ]),
      ]
    #else
      private static let tooLong: [RefusedLaunch] = []
    #endif

    @Test(arguments: launches)
    func programsRefuseTheSame(_ launch: RefusedLaunch) async {
      let virtual = VirtualPrograms(events: { _ in [.ended(.status(0))] }) { _ in
        .success(ProgramResult())
      }
      for (name, programs) in twins(.processes(), .processes(virtual)) {
        let recorder = RecordingDispatcher()
        recorder.run(
          programs,
          RunProgram(
            launch.program, launch.arguments, environment: launch.environment,
            workingDirectory: launch.folder, Reply(ProgramMessage.ran)))
        guard case .ran(let result) = await recorder.next(as: ProgramMessage.self) else { continue }
        #expect(result.error == launch.error, "\(name)")
      }
    }

    @Test(arguments: launches)
    func programsThatSendLinesRefuseTheSame(_ launch: RefusedLaunch) async throws {
      let virtual = VirtualPrograms(events: { _ in [.ended(.status(0))] }) { _ in
        .success(ProgramResult())
      }
      for (name, programs) in twins(.processes(), .processes(virtual)) {
        let runtime = try Runtime(
          Program(model: Launched(launch: launch), LaunchedUpdater()), interpreters: [programs])
        runtime.start()
        for await model in runtime.models where model.end != nil { break }
        await runtime.shutdown()
        #expect(
          runtime.model.end == launch.error.map { .failed($0) } ?? .ended(.status(0)), "\(name)")
      }
    }

    @Test(arguments: launches)
    func programsOfTheTerminalRefuseTheSame(_ launch: RefusedLaunch) async throws {
      let console = try PseudoTerminal().console()
      let virtual = VirtualTerminal(programs: { _ in .success(.status(0)) })
      let pipe = TestPipe()
      let noTerminal = Console(input: pipe.reading, output: pipe.writing, error: pipe.writing)
      let command = RunInTerminal(
        launch.program, launch.arguments, environment: launch.environment,
        workingDirectory: launch.folder, Reply(ConsoleMessage.ran))
      for (name, terminal) in twins(.terminal(console), .terminal(virtual)) {
        #expect(await answer(to: command, by: terminal)?.error == launch.error, "\(name)")
      }
      let pipes = VirtualTerminal(isTerminal: false, programs: { _ in .success(.status(0)) })
      for (name, terminal) in twins(.terminal(noTerminal), .terminal(pipes)) {
        let error = ProgramError.noTerminal(program: launch.program)
        #expect(await answer(to: command, by: terminal)?.error == error, "\(name)")
      }
    }

    private func answer(
      to command: RunInTerminal, by terminal: Interpreter
    ) async -> Outcome<ProgramExit, ProgramError>? {
      let recorder = RecordingDispatcher()
      recorder.run(terminal, command)
      guard case .ran(let result) = await recorder.next(as: ConsoleMessage.self) else { return nil }
      return result
    }

    @Test func noProgramKeepsLessThanNothing() async {
      let virtual = VirtualPrograms { _ in .success(ProgramResult(output: Data("a\n".utf8))) }
      for (name, programs) in twins(.processes(), .processes(virtual)) {
        let recorder = RecordingDispatcher()
        recorder.run(
          programs, RunProgram("echo", ["a"], outputLimit: -1, Reply(ProgramMessage.ran)))
        #expect(
          await recorder.next(as: ProgramMessage.self)
            == .ran(.success(ProgramResult(isCut: true))), "\(name)")
      }
    }
  }

  private struct Launched: Model {
    var launch: RefusedLaunch
    var end: ProgramEvent?
  }

  private struct LaunchedUpdater: TypedUpdater, SubscriptionProvider {
    func update(model: inout Launched, message: ProgramMessage) -> [any Command] {
      switch message {
      case .event(let event) where event.isEnd: model.end = event
      default: break
      }
      return []
    }

    func subscriptions(model: Launched) -> [any Subscription] {
      [
        ProgramOutput(
          model.launch.program, model.launch.arguments, environment: model.launch.environment,
          workingDirectory: model.launch.folder, reply { .event($0) })
      ]
    }
  }

  extension ProgramEvent {
    fileprivate var isEnd: Bool {
      switch self {
      case .ended, .failed: true
      case .lines, .errorLines: false
      }
    }
  }
#endif
