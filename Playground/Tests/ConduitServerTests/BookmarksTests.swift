import Testing

@testable import ConduitServer

@Suite struct BookmarksTests {
  private let path = "/articles/the-boring-module"

  @Test func theListOfAUserIsSeenByThatUserAlone() async throws {
    let client = try Client()
    func list(_ user: String, _ query: String = "bookmarked=true") async -> [String] {
      await client.send("GET /articles?\(query)", as: user).json["articles"].elements
        .map(\.["slug"].text)
    }
    for _ in 1...2 {
      let added = await client.send("POST \(path)/bookmark", as: "demo")
      #expect(added.status == 200 && added.json["article"]["bookmarked"] == true)
    }
    #expect(await list("demo") == ["the-boring-module"])
    #expect(await list("demo", "bookmarked=true&tag=nothing") == [])
    #expect(await list("maren") == [])
    #expect(await list("demo", "bookmarked=false&limit=100").count == 25)
    #expect(await client.send("GET \(path)", as: "maren").json["article"]["bookmarked"] == false)
    #expect(await client.send("GET \(path)").json["article"]["bookmarked"] == false)

    let removed = await client.send("DELETE \(path)/bookmark", as: "demo")
    #expect(removed.status == 200 && removed.json["article"]["bookmarked"] == false)
    #expect(await list("demo") == [])
  }

  @Test(arguments: [
    RefusedRow("POST /articles/values-first/bookmark", 401, "token: is missing"),
    RefusedRow("DELETE /articles/values-first/bookmark", 401, "token: is missing"),
    RefusedRow("POST /articles/nothing/bookmark", as: "demo", 404, "article: not found"),
    RefusedRow("DELETE /articles/nothing/bookmark", as: "demo", 404, "article: not found"),
  ])
  func aRequestIsRefused(row: RefusedRow) async throws {
    let client = try Client()
    let before = client.model
    let answer = await client.send(row.line, as: row.user)
    #expect(answer.status == row.status && answer.errors == row.errors)
    #expect(client.model == before)
  }

  @Test func anArticleThatIsDeletedIsNoBookmark() async throws {
    let client = try Client()
    await client.send("POST /articles/my-first-week/bookmark", as: "demo")
    await client.send("DELETE /articles/my-first-week", as: "demo")
    #expect(!client.model.marks.keys.contains { $0.mark == .bookmark })
  }
}
