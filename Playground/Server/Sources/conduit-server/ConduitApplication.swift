import ConduitServerInterpreters
import Hummingbird
import Logging
import NIOCore

/// Returns the server of conduit behind a socket, with limits for clients that do not end.
///
/// - Parameters:
///   - server: What answers.
///   - port: The port on 127.0.0.1; 0 for a free one.
///   - logger: The log of Hummingbird.
///   - limits: The limits for its clients.
///   - onListening: Called with the port when the server accepts connections.
func conduitApplication(
  _ server: Server, port: Int, logger: Logger, limits: ConnectionLimits = ConnectionLimits(),
  onListening: @escaping @Sendable (Int) -> Void
) -> Application<ConduitResponder> {
  Application(
    responder: ConduitResponder(server: server, limits: limits),
    server: .http1(configuration: .init(idleTimeout: limits.idle)),
    configuration: ApplicationConfiguration(
      address: .hostname("127.0.0.1", port: port),
      availableConnectionsDelegate: .maximum(limits.connections, logger: logger)),
    onServerRunning: { onListening($0.localAddress?.port ?? port) }, logger: logger)
}

/// How long clients may keep their connections, and how many there may be.
struct ConnectionLimits {
  /// The number of open connections. Further ones wait in the queue of the system. It is below the
  /// usual limit of 1,024 descriptors.
  var connections = 900
  /// The time without a complete request after which a connection is closed.
  var idle = TimeAmount.seconds(60)
  /// The time in which a body must arrive.
  var body = TimeAmount.seconds(60)
  /// The time in which a client may read the answer to a request whose body is refused, before the
  /// connection is closed.
  var refusal = TimeAmount.seconds(2)
}
