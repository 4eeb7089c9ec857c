import Foundation
import Testing

extension ServerTests {
  /// That requests and answers come through the socket whole. What they mean is tested without one.
  @Suite("Over HTTP")
  struct OverHTTP {
    private let logIn = #"{"user":{"email":"demo@example.com","password":"demo-password"}}"#

    private func token(_ client: BackendClient) async throws -> String {
      let text = try await client.send("POST", "/api/users/login", logIn).text
      return String(try #require(text.firstMatch(of: /"token":"(\w+)"/)).1)
    }

    @Test("Methods, queries, tokens, bodies and headers come through")
    func whole() async throws {
      try await withBackend { _, client in
        let token = try await token(client)
        let published = try await client.send(
          "POST", "/api/articles",
          #"{"article":{"title":"Über Tests","description":"D","body":"B","tagList":["a b"]}}"#,
          token: token)
        #expect(published.status == 201)
        #expect(published.contentType == "application/json; charset=utf-8")
        #expect(published.text.contains(#""title":"Über Tests""#))
        let found = try await client.send("GET", "/api/articles?tag=a+b")
        #expect(found.text.contains(#""articlesCount":1"#))
        let deleted = try await client.send("DELETE", "/api/articles/ber-tests", token: token)
        #expect(deleted.status == 204 && deleted.data.isEmpty)
        let wrong = try await client.send("PATCH", "/api/tags")
        #expect(wrong.status == 405 && wrong.allowed == "GET, HEAD, OPTIONS")
        let head = try await client.send("HEAD", "/api/tags")
        #expect(head.status == 200 && head.data.isEmpty)
      }
    }

    @Test("A body larger than every buffer arrives whole, one above the limit is refused")
    func largeBody() async throws {
      try await withBackend { _, client in
        let token = try await token(client)
        func publish(_ count: Int) async throws -> Reply {
          // Four bytes each: as many as a body may have are much more than a buffer.
          let text = String(repeating: "🂡", count: count)
          return try await client.send(
            "POST", "/api/articles",
            #"{"article":{"title":"Large","description":"D","body":"\#(text)"}}"#, token: token)
        }
        let published = try await publish(200_000)
        #expect(published.status == 201 && published.data.count > 800_000)
        #expect(try await publish(280_000).status == 413)
      }
    }
  }
}
