import Foundation
import Testing

@testable import ConduitBackend

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ServerTests {
  @Suite("Life cycle")
  struct LifeCycle {
    @Test("The address is on the loopback interface and without a path")
    func url() async throws {
      try await withBackend { backend, _ in
        #expect(backend.url.host() == "127.0.0.1")
        #expect(backend.url.port != nil)
        #expect(backend.url.path().isEmpty)
      }
    }

    @Test("A start that fails throws the error of the waiting, not that of the cancelled server")
    func failedStart() async {
      struct NotListening: Error {}
      await #expect(throws: NotListening.self) {
        try await BackendServer.start { _ in throw NotListening() }
      }
    }

    @Test("Two backends do not share their data")
    func twoBackends() async throws {
      try await withBackend { _, first in
        try await withBackend { backend, second in
          try await backend.publish(
            title: "Only Here", description: "D", body: "B", author: "maren")
          #expect(try await first.send("GET", "/api/articles/only-here").status == 404)
          #expect(try await second.send("GET", "/api/articles/only-here").status == 200)
        }
      }
    }

    @Test("An article that is published without HTTP is the newest one")
    func publish() async throws {
      try await withBackend { backend, client in
        try await backend.publish(
          title: "Hot News", description: "D", body: "B", author: "tobias")
        let reply = try await client.send("GET", "/api/articles?limit=1")
        #expect(reply.text.contains(#""articlesCount":26"#))
        #expect(reply.text.contains(#""slug":"hot-news""#))
        #expect(reply.text.contains(#""username":"tobias""#))
      }
    }

    @Test("Publishing without a title or as nobody is refused")
    func publishBlank() async throws {
      try await withBackend { backend, _ in
        await #expect(throws: URLError.self) {
          try await backend.publish(title: "", description: "D", body: "B", author: "maren")
        }
        await #expect(throws: URLError.self) {
          try await backend.publish(title: "T", description: "D", body: "B", author: "nobody")
        }
      }
    }

    @Test("After stop nobody answers, and stopping again is harmless")
    func stop() async throws {
      try await withBackend { backend, client in
        let reply = try await client.send("GET", "/api/tags")
        #expect(reply.status == 200)
        await backend.stop()
        await backend.stop()
        await #expect(throws: URLError.self) { try await client.send("GET", "/api/tags") }
      }
    }

    @Test("A request without an answer hangs until stop, then its connection is lost")
    func stopWhileHanging() async throws {
      try await withBackend(faults: [Fault("/api/tags", .neverAnswer)]) { backend, client in
        let hanging = Task { try await client.send("GET", "/api/tags") }
        await expectUnanswered("/api/tags", of: backend)
        let other = try await client.send("GET", "/api/user")
        #expect(other.status == 401)

        await backend.stop()

        await #expect(throws: URLError.self) { try await hanging.value }
      }
    }

    @Test("A client that gives up a hanging request does not keep the backend from stopping")
    func cancelWhileHanging() async throws {
      try await withBackend(faults: [Fault("/api/tags", .neverAnswer)]) { backend, client in
        let hanging = Task { try await client.send("GET", "/api/tags") }
        await expectUnanswered("/api/tags", of: backend)

        hanging.cancel()

        await #expect(throws: (any Error).self) { try await hanging.value }
        let other = try await client.send("GET", "/api/user")
        #expect(other.status == 401)
      }
    }

    @Test("A backend that is dropped stops")
    func drop() async throws {
      var backend: BackendServer? = try await .start()
      let serving = try #require(backend?.serving)
      backend = nil
      await #expect(throws: (any Error).self) { try await serving.value }
    }

    private func expectUnanswered(_ path: String, of backend: BackendServer) async {
      var paths = backend.unansweredPaths.makeAsyncIterator()
      #expect(await paths.next() == path)
    }
  }
}
