import ConduitBackend
import Foundation
import Testing

extension ServerTests {
  @Suite("Articles over HTTP")
  struct Articles {
    @Test("Pages follow each other, the newest article first")
    func paging() async throws {
      try await withBackend { _, client in
        let first = try await client.send("GET", "/api/articles")
        #expect(first.json["articles"].elements.count == 20)
        #expect(first.json["articlesCount"] == 25)
        #expect(first.json["articles"][0]["slug"] == "bisect-first")

        let last = try await client.send("GET", "/api/articles?limit=10&offset=20")
        #expect(last.json["articles"].elements.count == 5)
        #expect(last.json["articlesCount"] == 25)
        #expect(last.json["articles"][4]["slug"] == "values-first")
      }
    }

    @Test("A tag, an author and a reader filter the list")
    func filters() async throws {
      try await withBackend { _, client in
        let swift = try await client.send("GET", "/api/articles?tag=swift")
        #expect(swift.json["articlesCount"] == 7)
        #expect(
          swift.json["articles"].elements.allSatisfy {
            $0["tagList"].elements.contains("swift")
          })
        let demo = try await client.send("GET", "/api/articles?author=demo")
        #expect(demo.json["articlesCount"] == 2)
        let liked = try await client.send("GET", "/api/articles?favorited=demo")
        #expect(liked.json["articlesCount"] == 9)
      }
    }

    @Test("Tags are listed, the most used one first")
    func tags() async throws {
      try await withBackend { _, client in
        let reply = try await client.send("GET", "/api/tags")
        #expect(reply.status == 200)
        #expect(
          reply.json["tags"] == [
            "swift", "design", "teamwork", "testing", "debugging", "tools", "writing",
            "performance",
          ])
      }
    }

    @Test("An article is published, changed, read and deleted")
    func publish() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        let published = try await client.send(
          "POST", "/api/articles",
          #"{"article":{"title":"Über Tests","description":"D","body":"B","tagList":["new"]}}"#,
          token: token)
        #expect(published.status == 201)
        #expect(published.json["article"]["slug"] == "ber-tests")
        #expect(published.json["article"]["title"] == "Über Tests")
        #expect(published.json["article"]["author"]["username"] == "demo")

        let changed = try await client.send(
          "PUT", "/api/articles/ber-tests", #"{"article":{"body":"Longer"}}"#, token: token)
        #expect(changed.json["article"]["body"] == "Longer")

        let deleted = try await client.send("DELETE", "/api/articles/ber-tests", token: token)
        #expect(deleted.status == 204)
        #expect(deleted.data.isEmpty)
        let gone = try await client.send("GET", "/api/articles/ber-tests")
        #expect(gone.status == 404)
        #expect(gone.json["errors"]["article"] == ["not found"])
      }
    }

    @Test("Another author's article cannot be changed, a blank one not published")
    func refuse() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        let forbidden = try await client.send(
          "PUT", "/api/articles/the-boring-module", #"{"article":{"body":"B"}}"#, token: token)
        #expect(forbidden.status == 403)
        #expect(forbidden.json["errors"]["article"] == ["forbidden"])

        let blank = try await client.send(
          "POST", "/api/articles", #"{"article":{"title":" ","body":"B"}}"#, token: token)
        #expect(blank.status == 422)
        #expect(blank.json["errors"].keys == ["description", "title"])
      }
    }

    @Test("A favourite is counted and taken back")
    func favorite() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        let path = "/api/articles/the-boring-module"
        let marked = try await client.send("POST", "\(path)/favorite", token: token)
        #expect(marked.status == 200)
        #expect(marked.json["article"]["favorited"] == true)
        #expect(marked.json["article"]["favoritesCount"] == 2)
        #expect(try await client.send("GET", path).json["article"]["favorited"] == false)

        let unmarked = try await client.send("DELETE", "\(path)/favorite", token: token)
        #expect(unmarked.json["article"]["favorited"] == false)
        #expect(unmarked.json["article"]["favoritesCount"] == 1)
      }
    }

    @Test("Comments are listed, added and deleted")
    func comments() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        let path = "/api/articles/values-first/comments"
        let before = try await client.send("GET", path)
        #expect(before.json["comments"].elements.count == 3)
        #expect(
          before.json["comments"][0].keys == ["author", "body", "createdAt", "id", "updatedAt"])

        let added = try await client.send(
          "POST", path, #"{"comment":{"body":"Thank you!"}}"#, token: token)
        #expect(added.status == 201)
        #expect(added.json["comment"]["body"] == "Thank you!")
        #expect(added.json["comment"]["id"] == 10)
        let after = try await client.send("GET", path)
        #expect(after.json["comments"][3] == added.json["comment"])

        let forbidden = try await client.send("DELETE", "\(path)/1", token: token)
        #expect(forbidden.status == 403)
        #expect(try await client.send("DELETE", "\(path)/10", token: token).status == 204)
        #expect(try await client.send("DELETE", "\(path)/10", token: token).status == 404)
      }
    }

    @Test("A body larger than every buffer arrives whole")
    func largeBody() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        let text = String(repeating: "0123456789", count: 300_000)
        let published = try await client.send(
          "POST", "/api/articles",
          #"{"article":{"title":"Large","description":"D","body":"\#(text)"}}"#, token: token)
        #expect(published.status == 201)
        let read = try await client.send("GET", "/api/articles/large")
        #expect(read.json["article"]["body"].text.count == text.count)
      }
    }

    @Test("Requests at the same time are all answered, and none is lost")
    func concurrent() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 1...20 {
            group.addTask {
              try await client.send(
                "POST", "/api/articles/the-boring-module/comments",
                #"{"comment":{"body":"\#(number)"}}"#, token: token
              ).status
            }
          }
          for try await status in group { #expect(status == 201) }
        }
        let reply = try await client.send("GET", "/api/articles/the-boring-module/comments")
        #expect(Set(reply.json["comments"].elements.map(\.["body"].text)).count == 20)
      }
    }
  }
}
