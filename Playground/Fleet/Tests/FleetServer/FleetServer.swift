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
  ///
  /// - Parameters:
  ///   - port: Its port; a free one without.
  ///   - configuration: What a file of its configuration says besides.
  public init(port: String = "-1", _ configuration: String = "") throws {
    self.port = port
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try configuration.write(to: file, atomically: true, encoding: .utf8)
    try start()
  }

  /// Starts three servers that are one.
  public static func cluster() throws -> [FleetServer] {
    let ports = freePorts(6)
    let routes = ports[..<3].map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
    return try (0..<3).map { index in
      try FleetServer(
        port: "\(ports[3 + index])",
        """
        server_name: server\(index)
        cluster { name: fleet, listen: "127.0.0.1:\(ports[index])", routes: [\(routes)] }
        """)
    }
  }

  /// Ports that nobody listens on at this moment.
  private static func freePorts(_ count: Int) -> [UInt16] {
    let sockets = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
    defer { for socket in sockets { close(socket) } }
    return sockets.map { socket in
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(socket, $0, size)
          _ = getsockname(socket, $0, &size)
        }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
    }
  }

  private var file: URL { folder.appending(path: "server.conf") }

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
      "nats-server", "-c", file.path(), "-js", "-sd", folder.path(), "-a", "127.0.0.1", "-p", port,
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
