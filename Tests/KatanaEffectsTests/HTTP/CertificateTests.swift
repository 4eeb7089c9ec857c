import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

private let opensslPath = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

extension RealEffects {
  @Suite(
    .enabled(if: opensslPath != nil, "openssl makes the certificate"))
  struct CertificateTests {
    @Test func aCertificateThatNobodyHasSignedIsNotTrusted() async throws {
      let folder = NSTemporaryDirectory() + "katana-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let make = try openssl(
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(folder)/key", "-out",
        "\(folder)/certificate", "-days", "1", "-subj", "/CN=localhost")
      make.process.waitUntilExit()
      let server = try openssl(
        "s_server", "-accept", "127.0.0.1:0", "-key", "\(folder)/key", "-cert",
        "\(folder)/certificate", "-www", "-naccept", "1")
      defer {
        // SIGTERM is blocked in processes that Foundation starts.
        kill(server.process.processIdentifier, SIGKILL)
        server.process.waitUntilExit()
      }
      // The server prints its address, such as "ACCEPT 127.0.0.1:39181".
      let handle = server.output.fileHandleForReading
      var text = ""
      while !text.contains("\n") || !text.contains("ACCEPT ") {
        let data = handle.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
      let port = try #require(line?.split(separator: ":").last.flatMap { Int($0) }, "\(text)")
      guard
        case .certificateInvalid(let host, let reason)? = await Web().error(
          of: .get("https://localhost:\(port)/"))
      else {
        Issue.record("another outcome")
        return
      }
      #expect(host == "localhost:\(port)")
      #expect(reason.lowercased().contains("certificate"))
    }

    /// The texts were seen with `openssl s_server`, whose authority was added to those of the system
    /// for that moment: `URLSession` on Linux takes no other list.
    @Test(arguments: [
      "SSL certificate problem: certificate has expired",
      "SSL: no alternative certificate subject name matches target host name 'localhost'",
      "SSL certificate problem: unable to get local issuer certificate",
      "SSL certificate problem: self-signed certificate",
    ]) func theReasonIsThatOfTheSystem(_ text: String) {
      #expect(
        httpError(code: -1, text: text, from: "localhost:443")
          == .certificateInvalid("localhost:443", reason: text))
    }

    @Test func aServerWithoutEncryptionIsNotWhatWasAsked() async {
      let plain = RawServer(greeting: "HTTP/1.1 400 Bad Request\r\n\r\n") { _, _ in }
      defer { plain.stop() }
      let error = await Web().error(of: .get("https://127.0.0.1:\(plain.port)"))
      #expect(error == .encryptionFailed("127.0.0.1:\(plain.port)"), "\(String(describing: error))")
      #expect(error?.isUnsent == true && plain.requests.isEmpty)
    }

    private func openssl(_ arguments: String...) throws -> (process: Process, output: Pipe) {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: opensslPath ?? "")
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      return (process, output)
    }
  }
}
