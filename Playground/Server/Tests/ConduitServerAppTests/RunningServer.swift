import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The server as a process with a file, and a client of it.
final class RunningServer: Sendable {
  private let process: Process
  private let errors = Pipe()
  private let port: String
  /// Not `URLSession`, which on a busy machine with Linux was seen to connect and then to send nothing.
  private static let client = {
    var configuration = HTTPClient.Configuration()
    configuration.timeout.read = .seconds(60)
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
  }()

  /// Starts it, and waits until it listens.
  ///
  /// - Parameters:
  ///   - file: Where it saves.
  ///   - blocks: The size of a file, in blocks of 512 bytes, beyond which the system refuses to write.
  init(file: String, blocks: Int? = nil) async throws {
    let server = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "conduit-server").path
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    // A signal that the shell ignores stays ignored in the server.
    let limit = blocks.map { "trap '' XFSZ; ulimit -f \($0);" } ?? ""
    process.arguments = [
      "-c", #"\#(limit) exec "\#(server)" --port 0 --data "\#(file)""#,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    self.process = process
    port = await blocking {
      var text = ""
      while !text.contains(","), let bytes = try? output.fileHandleForReading.read(upToCount: 1),
        !bytes.isEmpty
      {
        text += String(decoding: bytes, as: UTF8.self)
      }
      return String(text.drop { $0 != "1" }.drop { $0 != ":" }.dropFirst().prefix { $0 != "," })
    }
  }

  deinit { killIfRunning() }

  /// Ends it at once. SIGTERM is blocked in processes that Foundation starts.
  func killIfRunning() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends a request, and returns its answer.
  func send(
    _ method: String, _ path: String, _ body: String? = nil, token: String? = nil
  ) async throws -> (status: Int, body: String) {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/api/\(path)")
    request.method = HTTPMethod(rawValue: method)
    request.body = body.map { .bytes(ByteBuffer(string: $0)) }
    // Each request has a connection of its own, so that none is sent twice.
    request.headers.add(name: "Connection", value: "close")
    if let token { request.headers.add(name: "Authorization", value: "Token \(token)") }
    let response = try await Self.client.execute(request, timeout: .seconds(60))
    let bytes = try await response.body.collect(upTo: 1 << 20)
    return (Int(response.status.code), String(buffer: bytes))
  }

  /// Whether it has not ended.
  var isRunning: Bool { process.isRunning }

  /// Asks it to end.
  func terminate() { process.terminate() }

  /// Waits for its end, and returns what it says of its errors, and its status.
  func end() async -> String {
    await blocking { [errors, process] in
      let text = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      // Not `waitUntilExit`, which takes a whole processor on this thread.
      while process.isRunning { usleep(2_000) }
      return text + "status \(process.terminationStatus)\n"
    }
  }
}

/// Waits on a thread that may wait.
private func blocking<Value: Sendable>(_ function: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: function()) }
  }
}
