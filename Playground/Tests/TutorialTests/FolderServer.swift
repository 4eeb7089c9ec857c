import FlyingFox
import FlyingSocks
import Foundation

/// A server of the files in a folder, as `python3 -m http.server` is one.
struct FolderServer {
  let url: String
  private let serving: Task<Void, any Error>

  /// Starts the server on a free port of this machine.
  init(folder: URL) async throws {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("*", to: DirectoryHTTPHandler(root: folder))
    serving = Task { try await server.run() }
    // The usual five seconds are too few while hundreds of tests run on two cores.
    try await server.waitUntilListening(timeout: 600)
    guard case .ip4(let host, let port) = await server.listeningAddress else {
      throw URLError(.badURL)
    }
    url = "http://\(host):\(port)"
  }

  /// Stops the server without waiting.
  func cancel() { serving.cancel() }

  /// Stops the server, and returns when it accepts no connection any more.
  func stop() async {
    serving.cancel()
    _ = await serving.result
  }
}
