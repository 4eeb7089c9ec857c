import Dispatch
import Katana
public import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreters of everything that uses HTTP: `Fetch`, `FetchJSON`, `DownloadFile`,
  /// each other `HTTPCommand`, `HTTPProgress` and `ServerSentEvents`.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.http()])
  /// ```
  ///
  /// Requests begin in the order of their commands, run beside each other, and may overtake each
  /// other; use `Sequential` where one must follow another.
  ///
  /// The updates of a feature need not know the address of the server or who is logged in: they
  /// return requests such as `.get("/articles")`, and the app completes them in one place:
  ///
  /// ```swift
  /// .http(preparing: { request in session.authorized(request, at: "https://api.example.com") })
  /// ```
  ///
  /// - Parameters:
  ///   - transport: What carries the requests.
  ///   - prepare: Completes a request before it is sent. It is called in the step of the command, on
  ///     the thread of the runtime, after the subscriptions of the step have started; for
  ///     `ServerSentEvents`, before each connection.
  public static func http(
    transport: any HTTPTransport = URLSessionTransport.shared,
    preparing prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest = { $0 }
  ) -> Interpreter {
    http(HTTPClient(transport: transport, preparing: prepare))
  }

  /// Creates the same interpreters with a client that interpreters of the app use too.
  public static func http(_ client: HTTPClient) -> Interpreter {
    .group([
      .command(HTTPInterpreter(client: client), where: { $0 is any HTTPCommand.Type }),
      .subscription { HTTPProgressInterpreter($0, $1, client.progress) },
      .subscription { ServerSentEventsInterpreter($0, $1, client) },
    ])
  }
}

/// Sends the requests of all commands.
struct HTTPInterpreter: CommandInterpreter {
  let client: HTTPClient

  func interpret(_ command: any HTTPCommand, dispatch: Dispatcher) {
    let sink: any HTTPSink = command.destination.map { FileSink(path: $0) } ?? MemorySink()
    let transfer = HTTPTransfer(
      client.prepare(command.request), to: sink, by: client, clock: dispatch.clock
    ) { outcome in
      dispatch.answer(command, with: outcome)
    }
    // Weakly, because the transfer keeps the dispatcher.
    dispatch.onCancel { [weak transfer] in transfer?.cancel() }
    client.queue.async { transfer.start() }
  }
}

extension Dispatcher {
  /// Sends the message for the outcome of a request, unless that is an error after which the request
  /// is sent again.
  package func answer(
    _ command: any HTTPCommand, with outcome: Result<HTTPResponse, HTTPError>
  ) {
    let message = command.message(for: outcome)
    switch outcome {
    case .success: self(message)
    case .failure(let error): failed(error, otherwise: message)
    }
  }
}
