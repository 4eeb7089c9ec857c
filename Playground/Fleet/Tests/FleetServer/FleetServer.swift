import FleetInterface
import Foundation
public import KatanaFleet

/// A server of its own for a test, on a free port, with a folder of its own. It is ended with its folder.
public final class FleetServer {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "katana-fleet-\(UUID().uuidString)")
  private var process = Process()
  /// The port on which it listens.
  public private(set) var port = "-1"

  /// Starts a server.
  public init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The options of an app or a worker.
  public var options: FleetOptions {
    var options = FleetOptions()
    options.servers = ["nats://127.0.0.1:\(port)"]
    options.lease = .seconds(1)
    return options
  }

  /// Starts it; again on the port that it had.
  public func start() throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "nats-server", "-js", "-sd", folder.path(), "-a", "127.0.0.1", "-p", port,
      "--ports_file_dir", folder.path(),
    ]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    let file = folder.appending(path: "nats-server_\(process.processIdentifier).ports")
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      if let data = try? Data(contentsOf: file),
        let ports = try? JSONDecoder().decode(Ports.self, from: data),
        let found = ports.nats.first?.split(separator: ":").last
      {
        port = String(found)
        return
      }
      usleep(10_000)
    }
    throw FleetError.unreachable(
      servers: [], reason: "nats-server has not started; apt-get install nats-server")
  }

  /// Ends it as `kill -9` does.
  public func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private struct Ports: Decodable { var nats: [String] }
}
