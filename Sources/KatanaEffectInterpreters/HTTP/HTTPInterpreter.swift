import Dispatch
import Katana
public import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreters of `Fetch`, `FetchJSON`, `DownloadFile`, all other commands that
  /// conform to `HTTPCommand`, `DiscardDownloadPart`, `HTTPProgress`, `ServerSentEvents`,
  /// `WebSocketMessages` and `SendToWebSocket`.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.http()])
  /// ```
  ///
  /// Requests start in the order of their commands. They run concurrently, so their responses may
  /// come in another order; use `Sequential` if one request must follow another.
  ///
  /// Updates need not know the address of the server or the token of the user. They return requests
  /// such as `.get("/articles")`, and the app completes them in one place:
  ///
  /// ```swift
  /// .http(preparing: { request in session.authorized(request, at: "https://api.example.com") })
  /// ```
  ///
  /// - Parameters:
  ///   - transport: The transport that carries the requests.
  ///   - webSockets: The transport that carries WebSockets.
  ///   - prepare: Completes each request before it is sent. For a command, it is called once in its
  ///     step, on the thread of the runtime, after the subscriptions of that step have started. For
  ///     `ServerSentEvents` and `WebSocketMessages`, it is called before each connection.
  public static func http(
    transport: any HTTPTransport = URLSessionTransport.shared,
    webSockets: any WebSocketTransport = URLSessionWebSockets.shared,
    preparing prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest = { $0 }
  ) -> Interpreter {
    http(HTTPClient(transport: transport, webSockets: webSockets, preparing: prepare))
  }

  /// Creates the interpreters with a client that interpreters of the app use too.
  public static func http(_ client: HTTPClient) -> Interpreter {
    .group([
      .command(HTTPInterpreter(client: client), where: { $0 is any HTTPCommand.Type }),
      .command(DiscardDownloadPartInterpreter(client: client)),
      .subscription { HTTPProgressInterpreter($0, $1, client.progress) },
      .subscription { ServerSentEventsInterpreter($0, $1, client) },
      .subscription { WebSocketMessagesInterpreter($0, $1, client) },
      .command(SendToWebSocketInterpreter(client: client)),
    ])
  }
}

/// Sends the requests of all HTTP commands.
struct HTTPInterpreter: CommandInterpreter {
  let client: HTTPClient

  func interpret(_ command: any HTTPCommand, dispatch: Dispatcher) {
    var request = client.prepare(command.request)
    // A file is complete, or it stays as it was.
    if command.destination != nil { request.keepsBeginning = false }
    let transfer = HTTPTransfer(
      request, to: command.sink(for: request), by: client, clock: dispatch.clock
    ) { outcome in
      dispatch.answer(command, with: outcome)
    }
    // Weak, because the transfer holds the dispatcher, and the command must be able to finish.
    dispatch.onCancel { [weak transfer] in transfer?.cancel() }
    client.queue.async { transfer.start() }
  }
}

extension HTTPCommand {
  fileprivate func sink(for request: HTTPRequest) -> any HTTPSink {
    guard let destination else { return MemorySink(for: request) }
    return resumes && ResumableSink.canResume(request)
      ? ResumableSink(path: destination) : FileSink(path: destination)
  }
}

/// Removes the parts of downloads. Downloads that were cancelled before have closed theirs by then,
/// because they do so on the same queue.
struct DiscardDownloadPartInterpreter: CommandInterpreter {
  let client: HTTPClient

  func interpret(_ command: DiscardDownloadPart, dispatch: Dispatcher) {
    client.queue.async {
      ResumableSink.discard(command.path)
      // Keeps the dispatcher, so that the command runs until the part is removed.
      withExtendedLifetime(dispatch) {}
    }
  }
}

extension Dispatcher {
  /// Answers a command with the outcome of its request.
  package func answer<Cmd: HTTPCommand>(
    _ command: Cmd, with outcome: Outcome<HTTPResponse, HTTPError>
  ) {
    answer(command.reply, with: command.result(of: outcome))
  }
}
