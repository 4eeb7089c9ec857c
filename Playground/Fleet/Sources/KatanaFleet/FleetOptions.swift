public import Foundation

/// Where the servers of a fleet are, and how long things may take.
public struct FleetOptions: Sendable {
  /// The addresses of the servers of one cluster.
  public var servers = ["nats://127.0.0.1:4222"]
  /// The name of the app, for the people who look at the server.
  public var name = "katana"
  /// The name and the password; `nil` without.
  public var user: (name: String, password: String)?
  /// The file with the credentials of an nkey; `nil` without.
  public var credentials: URL?
  /// Whether the connection is encrypted, and the file with the certificates that are trusted; `nil` for those
  /// of the system.
  public var isSecure = false
  /// The file with the certificates that are trusted, where those of the system are not meant.
  public var certificates: URL?
  /// The number of copies that the servers keep; 3 in a cluster of three.
  public var replicas = 1
  /// The time after which a command goes to another worker if its worker says nothing.
  public var lease = Duration.seconds(30)
  /// How often a command is tried that ends its worker.
  public var deliveries = 5
  /// The time after which a command that no worker has taken fails.
  public var takingLimit = Duration.seconds(60)
  /// The time for which a command waits at home for a server that is away.
  public var sendingLimit = Duration.seconds(60)
  /// The number of commands that may wait for their answers.
  public var waitingLimit = 1_000_000

  /// Creates options with the default values.
  public init() {}
}
