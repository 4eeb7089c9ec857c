import API
import APIInterpreters
import Articles
import Authentication
import AuthenticationInterpreters
import ConduitBackend
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaRuntime
import Terminal
import TerminalInterpreters

/// The wiring: the one place that knows both what the features ask for and who performs it.
struct Conduit {
  let options: Options
  let environment: [String: String]

  /// Runs until the user leaves; returns the status for the program's caller.
  func run() async throws -> Int32 {
    if let server = options.server { return try await run(with: server) }
    let backend = try await BackendServer.start()
    let status = try await run(with: backend.url)
    await backend.stop()
    return status
  }

  private func run(with server: URL) async throws -> Int32 {
    let (ending, end) = AsyncStream.makeStream(of: Int32.self)
    let screen = Screen(style: Style(hasColor: hasColor))
    let runtime = try makeRuntime(server: server, screen: screen) { end.yield($0) }
    runtime.start()
    let status = await ending.first { _ in true }
    await runtime.shutdown()
    // Who calls the program from a script wants to know whether a line has failed.
    return status == 0 && !isInteractive && screen.hasFailed ? 1 : status ?? 0
  }

  private var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  private func makeRuntime(
    server: URL, screen: Screen, quit: @escaping @Sendable (Int32) -> Void
  ) throws -> Runtime<AppModel> {
    let history = History()
    // The app is at work until it knows whether a session was remembered: lines wait.
    let terminal = TerminalModel(isInteractive: isInteractive, isPerforming: true)
    return try Runtime(
      Program(
        model: AppModel(terminal: terminal),
        appFeature,
        commands: greeting(server: server, isInteractive: isInteractive) + [
          Perform(AuthenticationMessage.opened, done: Reply(TerminalMessage.performed))
        ]),
      interpreters: interpreters(
        server: server, screen: screen, history: history, quit: quit),
      options: RuntimeOptions(
        interceptors: options.isLogging ? [.log(to: writeToStandardError)] : [], history: history))
  }

  private func greeting(server: URL, isInteractive: Bool) -> [any Command] {
    let connected = Output.connected(
      server: server.absoluteString, isEmbedded: options.server == nil)
    let hint = Output.hint("type help to see what you can do, quit to leave")
    return [Show(connected)] + (isInteractive ? [Show(hint)] : [])
  }

  func interpreters(
    server: URL, screen: Screen, history: History, quit: @escaping @Sendable (Int32) -> Void
  ) -> [Interpreter] {
    let client = APIClient(server: server, timeLimit: options.timeLimit)
    let file = SessionFile(at: sessionPlace, for: server)
    return [
      .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type }),
      .subscription { session, _ in APISessionInterpreter(client: client, session: session) },
      .command(RememberSessionInterpreter(file: file)),
      .command(ForgetSessionInterpreter(file: file)),
      .command(RecallSessionInterpreter(file: file)),
      .time(),
      .command(ShowInterpreter(screen: screen)),
      .command(PromptInterpreter(screen: screen)),
      .command(PerformInterpreter()),
      .command(FindCausesInterpreter(history: history)),
      .command(QuitInterpreter(quit)),
      .subscription(InterruptInterpreter.self),
      .subscription { [isInteractive] in
        InputInterpreter(
          from: STDIN_FILENO, showing: isInteractive ? screen : nil, subscription: $0, dispatch: $1)
      },
    ]
  }

  /// Only sessions with a server that outlives the program are worth remembering, and only if the
  /// user says where.
  private var sessionPlace: URL? {
    guard options.server != nil, let path = environment["CONDUIT_SESSION"], !path.isEmpty else {
      return nil
    }
    return URL(filePath: path)
  }

  private var hasColor: Bool {
    isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
  }
}

@Sendable func writeToStandardError(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
