import Foundation
import KatanaRuntime
import KatanaTesting
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

    @Test("While a server runs, others publish an article after each interval")
    func publishing() async throws {
      try await withBackend { backend, client in
        let clock = ManualClock()
        let publishing = Task {
          try await backend.publishSamples(every: .seconds(15), clock: clock.swiftClock)
        }
        for _ in 0..<SampleArticle.news.count + 1 {
          await clock.waitUntilScheduled()
          clock.advance(by: .seconds(15))
        }
        // The next sleep begins when the last article is published.
        await clock.waitUntilScheduled()
        let page = try await client.send("GET", "/api/articles?limit=6").json
        #expect(page["articlesCount"] == 30)
        #expect(page["articles"][0]["title"].text == "A New Release 2")
        #expect(page["articles"][4]["title"].text == "A New Release")
        #expect(page["articles"][5]["title"].text == "Bisect First")
        publishing.cancel()
        await #expect(throws: CancellationError.self) { try await publishing.value }
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
        let slug = try await backend.publish(
          title: "Hot News", description: "D", body: "B", tags: ["news"], author: "stranger")
        let reply = try await client.send("GET", "/api/articles?limit=1")
        #expect(slug == "hot-news")
        #expect(reply.json["articlesCount"] == 26)
        let article = reply.json["articles"][0]
        #expect(article["slug"] == "hot-news")
        #expect(article["tagList"] == ["news"])
        #expect(article["author"]["username"] == "stranger")
      }
    }

    @Test("Publishing without a title and an author is refused")
    func publishBlank() async throws {
      try await withBackend { backend, _ in
        await #expect(throws: APIFailure.invalid("title", "can't be blank")) {
          try await backend.publish(title: "", description: "D", body: "B", author: "maren")
        }
        await #expect(throws: APIFailure.invalid("author", "can't be blank")) {
          try await backend.publish(title: "T", description: "D", body: "B", author: "")
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
