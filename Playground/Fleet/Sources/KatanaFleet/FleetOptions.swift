public import Foundation
public import Katana

/// The servers of a fleet, and its time limits.
///
/// Apps and workers use the same ``servers``, ``replicas``, ``keeping`` and ``lease``.
public struct FleetOptions: Sendable {
  /// The addresses of the servers of one cluster.
  public var servers = ["nats://127.0.0.1:4222"]
  /// The name of this app or worker. Screens and the servers show it.
  public var name =
    "\(ProcessInfo.processInfo.hostName)-\(ProcessInfo.processInfo.processIdentifier)"
  /// A name and a password for the servers.
  public var user: (name: String, password: Secret<String>)?
  /// A public nkey, and the file with its seed.
  public var nkey: (publicKey: String, seed: URL)?
  /// The file with the credentials of a NATS user: a JWT and its nkey.
  public var credentials: URL?
  /// Whether connections use TLS.
  public var isSecure = false
  /// The file with the trusted certificates; `nil` for those of the system.
  public var certificates: URL?
  /// The files with the certificate and the key of this app, for servers that verify clients.
  public var identity: (certificate: URL, key: URL)?
  /// Called with a text when a server is connected or a connection ends or fails, on a queue of the connection.
  public var log: @Sendable (String) -> Void = { _ in }
  /// The number of servers that store each message, such as 3 in a cluster of three. Only the first app or worker that
  /// connects sets it.
  public var replicas = 1
  /// The time after which the servers delete a command that no worker performs, and an answer that no app
  /// acknowledges. Only the first app or worker that connects sets it.
  public var keeping = Duration.seconds(14 * 24 * 3_600)
  /// The time after which a command is delivered to another worker if its worker has not renewed it.
  public var lease = Duration.seconds(30)
  /// The number of attempts after which a worker gives up a command that got no answer. Workers use it.
  public var deliveries = 5
  /// The time after which a command fails if no worker performs commands of its type; at least three times ``lease``.
  /// Apps use it.
  public var takingLimit = Duration.seconds(120)
  /// The time for which commands and answers wait if no server can be reached.
  public var sendingLimit = Duration.seconds(60)
  /// The largest number of commands that may wait for their answers. Apps use it.
  public var waitingLimit = 1_000_000

  /// Creates options with the default values.
  public init() {}
}
