import API
import APIInterpreters
import Authentication
import ConduitScreen
import ConduitServer
import ConduitServerInterpreters
import Drafts
import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaTerminalViews
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
    let properties = Console.standard.properties
    if options.isScreen, let error = NoScreenError(properties) { throw error }
    let embedded = options.server == nil ? try embeddedServer() : nil
    let server = options.server ?? Self.embeddedAddress
    let status =
      if options.isScreen {
        try await run(screenProgram(server: server), embedded, server) { runtime in
          // Returns when the runtime has ended.
          Task { try await runtime.runOnTerminal(conduitView) }
        } status: { _ in
          0
        }
      } else {
        try await run(program(server: server, properties: properties), embedded, server) {
          $0.start()
        } status: {
          $0.terminal.exitStatus
        }
      }
    await embedded?.stop()
    exit(status)
  }

  /// Runs a program until it ends itself, and returns the exit status.
  private func run<AppModel: Model>(
    _ program: Program<AppModel>, _ embedded: Server?, _ server: URL,
    start: (Runtime<AppModel>) -> Void, status: (AppModel) -> Int32
  ) async throws -> Int32 {
    let transport: any HTTPTransport =
      embedded.map(InProcessTransport.init) ?? URLSessionTransport.shared
    let history = History()
    let ending = EndProgramInterpreter()
    let runtime = try Runtime(
      program,
      interpreters: interpreters(
        server: server, history: history, ending: ending, transport: transport),
      options: RuntimeOptions(
        eventHandlers: eventHandlers + (options.isLogging ? [.log(to: writeToStandardError)] : []),
        history: history))
    start(runtime)
    let stated = await ending.status
    // What waits for its time is done now, such as a deletion.
    await runtime.finish(within: options.timeLimit + .seconds(1))
    return stated ?? status(runtime.model)
  }

  /// Returns the program of the screen.
  func screenProgram(server: URL) -> Program<ConduitScreenModel> {
    let memory = sessionFolder.map { _ in SessionMemory(server: server.absoluteString) }
    return Program(
      model: ConduitScreenModel(authentication: AuthenticationModel(memory: memory)),
      conduitScreenFeature, commands: [Send(ReaderMessage.opened)])
  }

  /// The address of the embedded server. It opens no socket, so no other program reaches it.
  private static let embeddedAddress: URL = {
    guard let url = URL(string: "http://in-process") else { preconditionFailure("an address") }
    return url
  }()

  /// Starts a server in this process, where others publish while a person watches.
  private func embeddedServer() throws -> Server {
    var model = ServerModel.sample
    // With piped input, the output must not depend on the time.
    if Console.standard.properties.isInteractive { model.samples.interval = .seconds(15) }
    return try Server(model)
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
        drafts: DraftsModel(pathPrefix: Self.draftsPrefix),
        terminal: TerminalModel(
          isInteractive: isInteractive, style: style,
          command: options.command.map(instructions(of: appLines).line))),
      appFeature,
      commands: greeting(server: server, isInteractive: isInteractive).map {
        Print($0, in: style)
      }
        + (namedFolder?.problem.map { [Print(.failure([$0]), in: style)] } ?? []) + [
          // The first prompt comes after the saved session is loaded.
          Perform(AuthenticationMessage.opened, done: Reply(TerminalMessage.performed))
        ])
  }

  /// The beginning of the paths of files for the editor, which no other process can guess.
  private static let draftsPrefix = FileManager.default.temporaryDirectory
    .appending(path: "conduit-\(UUID().uuidString)-").path

  private func greeting(server: URL, isInteractive: Bool) -> [Output] {
    let kind = options.server == nil ? " (embedded, sample data)" : ""
    let connected = Output(
      "conduit: connected to ", Output.Span(server.absoluteString, .link), Output.Span(kind))
    let hint = Output.hint("type help to see what you can do, quit to leave")
    if options.command != nil || options.isJSON { return [] }
    return isInteractive ? [connected, hint] : [connected]
  }

  func interpreters(
    server: URL, history: History, ending: EndProgramInterpreter,
    transport: any HTTPTransport = URLSessionTransport.shared
  ) -> [Interpreter] {
    let client = APIClient(server: server, timeLimit: options.timeLimit, transport: transport)
    return [
      .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type }),
      .subscription(client.session),
      .store(sessionFolder),
      .files(),
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
    namedFolder.flatMap { $0.problem == nil ? $0.path : nil }
  }

  private var namedFolder: SessionFolder? {
    guard options.server != nil, let path = environment["CONDUIT_SESSION"], !path.isEmpty else {
      return nil
    }
    return SessionFolder(path: path)
  }
}

@Sendable func writeToStandardError(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
