public import Foundation
public import Katana

/// Where the servers of a fleet are, and how long things may take.
public struct FleetOptions: Sendable {
  /// The addresses of the servers of one cluster.
  public var servers = ["nats://127.0.0.1:4222"]
  /// The name of this app or worker, for the people who look at the fleet.
  public var name =
    "\(ProcessInfo.processInfo.hostName)-\(ProcessInfo.processInfo.processIdentifier)"
  /// The name and the password; `nil` without.
  public var user: (name: String, password: Secret<String>)?
  /// The public nkey, and the file with its seed; `nil` without.
  public var nkey: (publicKey: String, seed: URL)?
  /// The file with the credentials of a user of NATS, a JWT and its nkey; `nil` without.
  public var credentials: URL?
  /// Whether the connection is encrypted.
  public var isSecure = false
  /// The file with the certificates that are trusted; `nil` for those of the system.
  public var certificates: URL?
  /// The files with the certificate and the key of this app, for servers that ask for it; `nil` without.
  public var identity: (certificate: URL, key: URL)?
  /// Called with a text when a server is there, and when none is there any more, on a queue of the connection.
  public var log: @Sendable (String) -> Void = { _ in }
  /// The number of copies that the servers keep; 3 in a cluster of three. It counts where a stream is made.
  public var replicas = 1
  /// The time for which the servers keep what nobody takes: commands without a worker, and answers whose app does not
  /// come back. It counts where a stream is made.
  public var keeping = Duration.seconds(14 * 24 * 3_600)
  /// The time after which a command goes to another worker if its worker says nothing. Apps and workers say the same.
  public var lease = Duration.seconds(30)
  /// How often a command is tried that ends its worker; the workers say it.
  public var deliveries = 5
  /// The time after which a command fails if no worker performs any command of its type, but never less than
  /// ``lease``; the app says it.
  public var takingLimit = Duration.seconds(60)
  /// The time for which a command waits at home for a server that is away; the app says it.
  public var sendingLimit = Duration.seconds(60)
  /// The number of commands that may wait for their answers; the app says it.
  public var waitingLimit = 1_000_000

  /// Creates options with the default values.
  public init() {}
}
