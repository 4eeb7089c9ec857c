import API
import APIInterpreters
import Articles
import Authentication
import ConduitBackend
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import Terminal
import TerminalInterpreters

/// The wiring: the one place that knows both what the features ask for and who performs it.
struct Conduit {
  let options: Options
  let environment: [String: String]
  /// What is told of each event, for a recording.
  var listeners: [EventListener] = []

  /// Runs until the program ends the process.
  func run() async throws {
    let backend = options.server == nil ? try await BackendServer.start() : nil
    guard let server = options.server ?? backend?.url else { return }
    let history = History()
    let runtime = try Runtime(
      program(server: server, properties: Console.standard.properties),
      interpreters: interpreters(server: server, history: history),
      options: RuntimeOptions(
        listeners: listeners + (options.isLogging ? [.log(to: writeToStandardError)] : []),
        history: history))
    runtime.start()
    // Until `ExitProcess` is performed.
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    withExtendedLifetime((runtime, backend)) {}
  }

  /// The program at its start.
  func program(server: URL, properties: TerminalProperties) -> Program<AppModel> {
    let isInteractive = properties.isInputTerminal && properties.isOutputTerminal
    let style = Style(hasColor: properties.hasColor)
    let memory = sessionFolder.map { _ in SessionMemory(server: server.absoluteString) }
    return Program(
      model: AppModel(
        authentication: AuthenticationModel(memory: memory),
        terminal: TerminalModel(isInteractive: isInteractive, style: style)),
      appFeature,
      commands: greeting(server: server, isInteractive: isInteractive).map {
        Print($0, in: style)
      } + [
        // The first line is asked for when it is known whether a session was remembered.
        Perform(AuthenticationMessage.opened, done: Reply(TerminalMessage.performed))
      ])
  }

  private func greeting(server: URL, isInteractive: Bool) -> [Output] {
    let connected = Output.connected(
      server: server.absoluteString, isEmbedded: options.server == nil)
    let hint = Output.hint("type help to see what you can do, quit to leave")
    return isInteractive ? [connected, hint] : [connected]
  }

  func interpreters(server: URL, history: History) -> [Interpreter] {
    let client = APIClient(server: server, timeLimit: options.timeLimit)
    return [
      .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type }),
      .subscription { session, _ in APISessionInterpreter(client: client, session: session) },
      .store(sessionFolder),
      .time(),
      .terminal(),
      .signals(),
      .command(PerformInterpreter()),
      .command(FindCausesInterpreter(history: history)),
    ]
  }

  /// Only sessions with a server that outlives the program are worth remembering, and only if the
  /// user says where.
  private var sessionFolder: String? {
    guard options.server != nil, let path = environment["CONDUIT_SESSION"], !path.isEmpty else {
      return nil
    }
    return path
  }
}

@Sendable func writeToStandardError(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
