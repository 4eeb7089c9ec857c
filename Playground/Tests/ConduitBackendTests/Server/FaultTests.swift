import ConduitBackend
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ServerTests {
  @Suite("Faults")
  struct Faults {
    @Test("A status fault answers with its status, whatever the method and the query")
    func status() async throws {
      try await withBackend(faults: [Fault("/api/articles", .status(500))]) { _, client in
        for (method, path) in [("GET", "/api/articles?tag=swift"), ("POST", "/api/articles")] {
          let reply = try await client.send(method, path)
          #expect(reply.status == 500)
          #expect(reply.data.isEmpty)
        }
      }
    }

    @Test("A fault leaves all other paths alone")
    func otherPaths() async throws {
      try await withBackend(faults: [Fault("/api/articles", .status(500))]) { _, client in
        for path in ["/api/tags", "/api/articles/the-boring-module"] {
          let reply = try await client.send("GET", path)
          #expect(reply.status == 200)
        }
      }
    }

    @Test("A status fault may have any status and any body")
    func statusWithBody() async throws {
      let body = #"{"errors":{"title":["is rude"]}}"#
      let faults = [
        Fault("/api/articles", .status(422, body: body)), Fault("/api/tags", .status(418)),
      ]
      try await withBackend(faults: faults) { _, client in
        let reply = try await client.send("POST", "/api/articles")
        #expect(reply.status == 422)
        #expect(reply.text == body)
        #expect(try await client.send("GET", "/api/tags").status == 418)
      }
    }

    @Test("Malformed JSON comes with a status that promises the opposite")
    func malformedJSON() async throws {
      try await withBackend(faults: [Fault("/api/tags", .malformedJSON)]) { _, client in
        let reply = try await client.send("GET", "/api/tags")
        #expect(reply.status == 200)
        #expect(reply.contentType == "application/json; charset=utf-8")
        #expect(!reply.data.isEmpty)
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: reply.data) }
      }
    }
  }
}
