import ConduitServerInterpreters
import Foundation
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
    server: .http1(
      configuration: .init(
        additionalChannelHandlers: [OriginHandler(), StalledReaderHandler(limit: limits.reading)],
        idleTimeout: limits.idle)),
    configuration: ApplicationConfiguration(
      address: .hostname("127.0.0.1", port: port),
      availableConnectionsDelegate: .maximum(limits.connections, logger: logger)),
    onServerRunning: { onListening($0.localAddress?.port ?? port) }, logger: logger)
}

/// How long clients may keep their connections, and how many there may be.
struct ConnectionLimits {
  /// The number of open connections. Further ones wait in the queue of the system.
  var connections = Self.connectionsOfProcess()
  /// The time without a complete request after which a connection is closed.
  var idle = TimeAmount.seconds(60)
  /// The time in which a body must arrive.
  var body = TimeAmount.seconds(60)
  /// The time in which a client must read some of what waits for it.
  var reading = TimeAmount.seconds(60)
  /// The time in which a client may read the answer to a request whose body is refused, before the
  /// connection is closed.
  var refusal = TimeAmount.seconds(2)

  /// Returns 900, or fewer if the process may open fewer files. SwiftNIO would spend the whole time
  /// of a core on accepting a connection that the system refuses.
  static func connectionsOfProcess() -> Int {
    let spare = 60
    return max(1, min(900, openFilesLimit() - spare))
  }
}

/// Returns how many files the process may open at the same time.
private func openFilesLimit() -> Int {
  var limit = rlimit()
  #if canImport(Darwin)
    let code = getrlimit(RLIMIT_NOFILE, &limit)
  #else
    let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #endif
  return code == 0 ? Int(clamping: limit.rlim_cur) : 1_024
}
