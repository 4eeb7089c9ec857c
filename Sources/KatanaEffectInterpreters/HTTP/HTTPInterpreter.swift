import Dispatch
import Katana
import KatanaEffects
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
  /// - Parameter transport: What carries the requests.
  public static func http(
    transport: any HTTPTransport = URLSessionTransport.shared
  ) -> Interpreter {
    let client = HTTPClient(transport: transport)
    return .group([
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
      command.request, to: sink, by: client, clock: dispatch.clock
    ) { outcome in
      dispatch(command.message(for: outcome))
    }
    // Weakly, because the transfer keeps the dispatcher.
    dispatch.onCancel { [weak transfer] in transfer?.cancel() }
    client.queue.async { transfer.start() }
  }
}
