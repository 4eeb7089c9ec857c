import Foundation
import ProgramProcess
import Testing

@testable import ConduitBackend

extension ProgramTests {
  /// The program with a server that is not its own.
  @Suite struct ServerTests {
    private let logIn = "login demo@example.com demo-password"
    private let loggedIn = "logged in as demo (demo@example.com)"

    private func withBackend(
      faults: [Fault] = [], _ test: (BackendServer) async throws -> Void
    ) async throws {
      let backend = try await BackendServer.start(faults: faults)
      try await test(backend)
      await backend.stop()
    }

    private func said(
      _ lines: [String], by backend: BackendServer, _ options: String...
    ) async throws -> [String] {
      let program = try ConduitProcess(
        // The last time limit counts. This one is for machines that are busy.
        "conduit", ["--server", backend.url.absoluteString, "--time-limit", "60"] + options)
      for line in lines { try program.send(line) }
      let result = try await program.finish()
      #expect(result.status == (result.errors.isEmpty ? 0 : 1))
      return result.errors + result.lines.dropFirst()
    }

    @Test(arguments: [
      (Fault.Behavior.status(500), "error: line 1: the server failed (status 500)"),
      (.status(404), "error: line 1: not found"),
      (.status(403), "error: line 1: you may not do that"),
      (
        .status(422, body: #"{"errors":{"tag":["is odd"]}}"#), "error: line 1: tag is odd"
      ),
      (
        .malformedJSON, "error: line 1: the server's answer could not be understood: it is not JSON"
      ),
    ])
    func aFailureIsOneLineAndTheProgramGoesOn(
      behavior: Fault.Behavior, line: String
    ) async throws {
      try await withBackend(faults: [Fault("/api/tags", behavior)]) { backend in
        let lines = try await said(["tags", logIn], by: backend)
        #expect(lines == [line, loggedIn])
      }
    }

    @Test func anAnswerThatDoesNotComeIsOneLineAndTheProgramGoesOn() async throws {
      try await withBackend(faults: [Fault("/api/tags", .neverAnswer)]) { backend in
        // The second line needs no answer, which might also take longer than the limit.
        let lines = try await said(["tags", "me"], by: backend, "--time-limit", "0.3")
        #expect(
          lines == [
            "error: line 1: the server did not answer within 0.3 seconds",
            "error: line 2: you are not logged in; try: login EMAIL PASSWORD",
          ])
      }
    }

    @Test func aSessionThatTheServerRefusesEnds() async throws {
      try await withBackend(faults: [Fault("/api/user", .status(401))]) { backend in
        let lines = try await said([logIn, "me", "me"], by: backend)
        #expect(
          lines == [
            "error: line 2: the session has ended; log in again",
            "error: line 3: you are not logged in; try: login EMAIL PASSWORD", loggedIn,
          ])
      }
    }

    @Test func aServerThatIsNotThereIsOneLine() async throws {
      let backend = try await BackendServer.start()
      await backend.stop()
      let lines = ProgramTests.masked(try await said(["tags"], by: backend))
      #expect(
        lines == ["error: line 1: cannot reach http://127.0.0.1:PORT; is the server running?"])
    }

    @Test func aWatchTellsOfWhatIsNew() async throws {
      try await withBackend { backend in
        let program = try ConduitProcess("conduit", ["--server", backend.url.absoluteString])
        _ = await program.nextLine()
        try program.send("watch 0.1")
        #expect(
          await program.nextError()
            == "error: line 1: you are not logged in; try: login EMAIL PASSWORD")
        try program.send(logIn)
        #expect(await program.nextLine() == loggedIn)
        try program.send("watch 0.1")
        #expect(await program.nextLine() == "watching for new articles every 0.1 seconds")
        try await backend.publish(title: "Fresh", description: "D", body: "B", author: "maren")
        #expect(await program.nextLine() == "new article: Fresh (fresh) by maren")
        try program.send("unwatch")
        #expect(await program.nextLine() == "not watching any more")
        try await backend.publish(title: "Later", description: "D", body: "B", author: "maren")
        let result = try await program.finish()
        #expect(result.lines == [] && result.status == 1)
      }
    }

    @Test func aSessionIsRememberedOnlyWhereTheUserSays() async throws {
      try await withBackend { backend in
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        func said(_ lines: String...) async throws -> [String] {
          let program = try ConduitProcess(
            "conduit", ["--server", backend.url.absoluteString],
            environment: ["CONDUIT_SESSION": file.path])
          for line in lines { try program.send(line) }
          return Array(try await program.finish().lines.dropFirst())
        }
        let first = try await said(logIn)
        #expect(first == [loggedIn])
        let second = try await said("logout")
        #expect(second == ["still logged in as demo", "logged out"])
        let third = try await said()
        #expect(third == [])
        #expect(try String(contentsOf: file, encoding: .utf8) == "{}")
      }
    }

    /// The user names the file of the session, so it may be one of somebody else.
    @Test func aFileOfSomebodyElseStaysWhereTheSessionIsSaved() async throws {
      try await withBackend { backend in
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try "not JSON".write(to: file, atomically: true, encoding: .utf8)
        let result = try await ConduitProcess.run(
          "--server", backend.url.absoluteString, input: [logIn, "logout"],
          environment: ["CONDUIT_SESSION": file.path])
        #expect(
          result.errors == [
            "error: \(file.path) is not a file of conduit, and stays as it is; the session is not "
              + "remembered"
          ])
        #expect(result.lines.dropFirst() == [loggedIn, "logged out"])
        #expect(try String(contentsOf: file, encoding: .utf8) == "not JSON")
      }
    }

    #if os(Linux)
      /// Only there, the variables name a proxy.
      @Test func aProxyThatIsNotThereIsNotTheServer() async throws {
        let result = try await ConduitProcess.run(
          "--server", "http://nobody.invalid", input: ["tags"],
          environment: ["http_proxy": "http://127.0.0.1:9"])
        #expect(
          result.errors.map { $0.replacing(#/after [0-9]+ ms/#, with: "after 0 ms") } == [
            "error: line 1: cannot reach http://nobody.invalid; the proxy did not pass the request on: "
              + "Failed to connect to 127.0.0.1 port 9 after 0 ms: Couldn't connect to server"
          ])
      }
    #endif

    @Test func anInterruptEndsARequestThatWaits() async throws {
      try await withBackend(faults: [Fault("/api/tags", .neverAnswer)]) { backend in
        let program = try ConduitProcess("conduit", ["--server", backend.url.absoluteString])
        #expect(await program.nextLine() != nil)
        try program.send("tags")
        #expect(await backend.unansweredPaths.first { _ in true } == "/api/tags")
        program.interrupt()
        let result = try await program.finish()
        #expect(result.lines == [] && result.status == 130)
        #expect(result.errors == ["error: stopped; what was already sent may have been done"])
      }
    }
  }
}
