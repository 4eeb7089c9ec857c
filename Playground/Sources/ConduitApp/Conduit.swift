import API
import APIInterpreters
import Authentication
import AuthenticationInterpreters
import ConduitLines
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
import Terminal
import TerminalInterpreters

/// Connects the features with the interpreters of their effects. No other file depends on both.
struct Conduit {
  let options: Options
  let environment: [String: String]
  /// What carries the requests to a server that is not in the same process.
  var transport: any HTTPTransport = URLSessionTransport.shared
  /// The event handlers that receive each event, such as a recorder's.
  var eventHandlers: [EventHandler] = []

  /// Runs the program, and ends the process when the command `EndProgram` says so.
  func run() async throws -> Never {
    let properties = Console.standard.properties
    if options.isScreen, let error = NoScreenError(properties) { throw error }
    let embedded = options.server == nil ? try embeddedServer() : nil
    let server = options.server ?? Self.embeddedAddress
    let status =
      options.isScreen
      ? try await runScreen(server, embedded) : try await runLines(server, embedded, properties)
    await embedded?.stop()
    exit(status)
  }

  private func runLines(
    _ server: URL, _ embedded: Server?, _ properties: TerminalProperties
  ) async throws -> Int32 {
    let ending = EndProgramInterpreter()
    let runtime = try runtime(
      program(server: server, properties: properties), server, embedded, ending)
    runtime.start()
    let status = await ending.status
    await finish(runtime)
    return status ?? runtime.model.terminal.exitStatus
  }

  private func runScreen(_ server: URL, _ embedded: Server?) async throws -> Int32 {
    let ending = EndProgramInterpreter()
    let runtime = try runtime(screenProgram(server: server), server, embedded, ending)
    // Returns when the runtime has ended, and the terminal is as before.
    let screen = Task { try await runtime.runOnTerminal(conduitView, usesMouse: true) }
    _ = await ending.status
    await finish(runtime)
    try await screen.value
    let failures = runtime.model.reader.failuresAtEnd
    for failure in failures { writeToStandardError("error: \(failure)") }
    return failures.isEmpty ? 0 : 1
  }

  private func runtime<AppModel: Model>(
    _ program: Program<AppModel>, _ server: URL, _ embedded: Server?,
    _ ending: EndProgramInterpreter
  ) throws -> Runtime<AppModel> {
    let history = History()
    return try Runtime(
      program,
      interpreters: interpreters(
        server: server, history: history, ending: ending,
        transport: embedded.map(InProcessTransport.init)),
      options: RuntimeOptions(
        eventHandlers: eventHandlers + (options.isLogging ? [.log(to: writeToStandardError)] : []),
        history: history))
  }

  /// Lets what waits for its time be done now, such as a deletion.
  private func finish(_ runtime: Runtime<some Model>) async {
    await runtime.finish(within: options.timeLimit + .seconds(1))
  }

  /// Returns the program of the screen.
  func screenProgram(server: URL) -> Program<ConduitScreenModel> {
    Program(
      model: ConduitScreenModel(authentication: authentication(server)),
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
    return Program(
      model: AppModel(
        authentication: authentication(server),
        drafts: DraftsModel(pathPrefix: Self.draftsPrefix),
        terminal: TerminalModel(
          isInteractive: isInteractive, style: style,
          command: options.command.map(instructions(of: conduitLines).line))),
      appFeature,
      commands: greeting(server: server, isInteractive: isInteractive).map {
        Print($0, in: style)
      }
        + [
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
    transport: (any HTTPTransport)? = nil
  ) -> [Interpreter] {
    let client = APIClient(
      server: server, timeLimit: options.timeLimit, transport: transport ?? self.transport)
    return [
      .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type }),
      .subscription(client.session),
      .sessions(in: sessionFile.map { SessionFile($0) }),
      .files(),
      .time(),
      .terminal(),
      .signals(),
      .command(PerformInterpreter()),
      .command(ending),
      .command(FindCausesInterpreter(history: history)),
    ]
  }

  /// The file in which the session is saved; `nil` if it is not saved.
  ///
  /// The user must name the file. A session with the embedded server is never saved, because that
  /// server ends with the program.
  private var sessionFile: String? {
    guard options.server != nil, let path = environment["CONDUIT_SESSION"], !path.isEmpty else {
      return nil
    }
    return path
  }

  private func authentication(_ server: URL) -> AuthenticationModel {
    AuthenticationModel(savedServer: sessionFile.map { _ in server.absoluteString })
  }
}

@Sendable func writeToStandardError(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
