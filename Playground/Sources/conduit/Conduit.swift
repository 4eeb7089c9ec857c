import API
import APIInterpreters
import Authentication
import ConduitBackend
import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime
import Lines
import Terminal
import TerminalInterpreters

/// Connects the features with the interpreters of their effects. No other file depends on both.
struct Conduit {
  let options: Options
  let environment: [String: String]
  /// The event handlers that receive each event, such as a recorder's.
  var eventHandlers: [EventHandler] = []

  /// Runs the program, and ends the process when the command `EndProgram` says so.
  func run() async throws {
    var backend: BackendServer?
    let server: URL
    if let url = options.server {
      server = url
    } else {
      let embedded = try await BackendServer.start()
      (server, backend) = (embedded.url, embedded)
    }
    let history = History()
    let ending = EndProgramInterpreter()
    let runtime = try Runtime(
      program(server: server, properties: Console.standard.properties),
      interpreters: interpreters(server: server, history: history, ending: ending),
      options: RuntimeOptions(
        eventHandlers: eventHandlers + (options.isLogging ? [.log(to: writeToStandardError)] : []),
        history: history))
    runtime.start()
    // With piped input, the output must not depend on the time.
    let isWatched = Console.standard.properties.isInteractive
    let publishing = Task { [backend] in
      if isWatched { try await backend?.publishSamples(every: .seconds(15)) }
    }
    let status = await ending.status
    publishing.cancel()
    // What waits for its time is done now, such as a deletion.
    await runtime.finish(within: options.timeLimit + .seconds(1))
    await backend?.stop()
    exit(status ?? runtime.model.terminal.exitStatus)
  }

  /// Returns the program for a server and a terminal.
  func program(server: URL, properties: TerminalProperties) -> Program<AppModel> {
    let isInteractive = properties.isInputTerminal && properties.isOutputTerminal
    let style = Style(
      hasColor: properties.hasColor, width: properties.size?.columns, isJSON: options.isJSON)
    let memory = sessionFolder.map { _ in SessionMemory(server: server.absoluteString) }
    return Program(
      model: AppModel(
        authentication: AuthenticationModel(memory: memory),
        terminal: TerminalModel(
          isInteractive: isInteractive, style: style,
          command: options.command.map(instructions(of: appLines).line))),
      appFeature,
      commands: greeting(server: server, isInteractive: isInteractive).map {
        Print($0, in: style)
      } + [
        // The first prompt comes after the saved session is loaded.
        Perform(AuthenticationMessage.opened, done: Reply(TerminalMessage.performed))
      ])
  }

  private func greeting(server: URL, isInteractive: Bool) -> [Output] {
    let kind = options.server == nil ? " (embedded, sample data)" : ""
    let connected = Output(
      "conduit: connected to ", Output.Span(server.absoluteString, .link), Output.Span(kind))
    let hint = Output.hint("type help to see what you can do, quit to leave")
    if options.command != nil || options.isJSON { return [] }
    return isInteractive ? [connected, hint] : [connected]
  }

  func interpreters(
    server: URL, history: History, ending: EndProgramInterpreter
  ) -> [Interpreter] {
    let client = APIClient(server: server, timeLimit: options.timeLimit)
    return [
      .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type }),
      .subscription(client.session),
      .store(sessionFolder),
      .time(),
      .terminal(),
      .signals(),
      .command(PerformInterpreter()),
      .command(ending),
      .command(FindCausesInterpreter(history: history)),
    ]
  }

  /// The folder in which the session is saved; `nil` if it is not saved.
  ///
  /// The user must name the folder. A session with the embedded server is never saved, because that
  /// server ends with the program.
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
