import ArgumentParser
import ConduitDatabase
import ConduitServerInterpreters
import Foundation
import Hummingbird
import Logging
import NIOCore

@main struct ConduitServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conduit-server",
    abstract: "A server of the RealWorld \"Conduit\" API, with sample data.",
    discussion: """
      It is a demonstration: it listens on 127.0.0.1 alone, and its passwords are not protected.
      """)

  @Option(help: ArgumentHelp("The port to listen on; 0 for a free one.", valueName: "n"))
  var port = 8_080
  @Option(
    help: ArgumentHelp(
      "The database in which everything is saved; without it, all is forgotten at the end.",
      valueName: "file"))
  var data: String?

  func validate() throws {
    guard 0...65_535 ~= port else {
      throw ValidationError("--port needs a number from 0 to 65535.")
    }
    guard data != "" else { throw ValidationError("--data needs the name of a file.") }
  }

  func run() async throws {
    let file = try data.map { try StoreFile($0) }
    let server =
      if let file {
        try Server(try file.load(), storage: file.interpreters)
      } else {
        try Server()
      }
    do {
      try await listen(server).runService()
    } catch let error as IOError {
      throw CannotListen(port: port, reason: error.errnoCode)
    }
    await server.stop()
    // After the last answer, and so after the last commit.
    try file?.close()
  }

  private func listen(_ server: Server) -> Application<ConduitResponder> {
    var logger = Logger(label: "conduit-server")
    logger.logLevel = .critical
    return conduitApplication(server, port: port, logger: logger) { port in
      // At once, and not when a buffer is full.
      FileHandle.standardOutput.write(
        Data(
          """
          conduit-server: http://127.0.0.1:\(port), a demonstration for this machine alone;
          passwords are not protected; log in as demo@example.com with demo-password

          """.utf8))
    }
  }
}

/// The error that the server cannot listen on its port.
struct CannotListen: Error, CustomStringConvertible {
  var port: Int
  var reason: CInt

  var description: String {
    "cannot listen on port \(port): \(String(cString: strerror(reason))). "
      + "To fix this, end the program that uses it, or give another --port."
  }
}
