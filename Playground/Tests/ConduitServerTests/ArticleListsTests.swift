import Testing

@testable import ConduitServer

@Suite struct ArticleListsTests {
  @Test func aListHasTheNewestArticleFirstAndNoBodies() async throws {
    let list = try await Client().send("GET /articles").json
    #expect(list["articles"].elements.count == 20)
    #expect(list["articlesCount"] == 25)
    #expect(list["articles"][0]["slug"] == "bisect-first")
    #expect(
      list["articles"][0].keys == [
        "author", "bookmarked", "createdAt", "description", "favorited", "favoritesCount", "slug",
        "tagList",
        "title", "updatedAt",
      ])
    #expect(
      list["articles"][0]["author"].keys == ["bio", "following", "image", "username"])
  }

  @Test(arguments: [
    ("limit=10&offset=20", 5, 25), ("offset=25", 0, 25), ("offset=1000000", 0, 25),
    ("limit=1", 1, 25), ("limit=999999", 25, 25),
    ("limit=9223372036854775808", 25, 25), ("offset=9223372036854775807", 0, 25),
    ("offset=99999999999999999999999999", 0, 25), ("tag=swift", 7, 7),
    ("tag=swift&limit=2", 2, 7), ("tag=nothing", 0, 0), ("author=demo", 2, 2),
    ("author=nobody", 0, 0), ("favorited=demo", 9, 9), ("favorited=nobody", 0, 0),
    ("author=maren&favorited=demo", 4, 4),
  ])
  func aListIsFilteredAndItsCountIsThatOfAllPages(
    query: String, shown: Int, count: Int
  ) async throws {
    let list = try await Client().send("GET /articles?\(query)").json
    #expect(list["articles"].elements.count == shown)
    #expect(list["articlesCount"] == .number(Double(count)))
  }

  @Test func theFeedHasTheArticlesOfThoseWhomTheUserFollows() async throws {
    let client = try Client()
    let feed = await client.send("GET /articles/feed?limit=3&offset=1", as: "demo").json
    #expect(feed["articlesCount"] == 8)
    #expect(feed["articles"].elements.count == 3)
    for article in feed["articles"].elements {
      #expect(article["author"]["username"] == "maren")
      #expect(article["author"]["following"] == true)
      #expect(article["body"] == .missing)
    }
    #expect(await client.send("GET /articles/feed", as: "ines").json["articlesCount"] == 0)
  }

  @Test func favouritesInAListAreThoseOfTheAskingUser() async throws {
    let client = try Client()
    func favorites(_ user: String?) async -> Int {
      await client.send("GET /articles?limit=100", as: user).json["articles"].elements
        .count { $0["favorited"] == true }
    }
    #expect(await favorites("demo") == 9)
    #expect(await favorites(nil) == 0)
  }

  @Test func aPageEndsBeforeItIsTooLargeAndTheNextOneFollows() async throws {
    var model = ServerModel()
    // Four bytes for each character.
    let bio = String(repeating: "🂡", count: FieldLimit.bio.maximum)
    model.apply(.user(User(id: 1, username: "ada", email: "a@b", bio: bio)))
    for id in 1...150 {
      model.apply(
        .article(
          Article(
            id: id, slug: "\(id)", title: "\(id)", description: "", body: bio, tags: [],
            createdAt: noon, updatedAt: noon, author: 1)))
    }
    let client = try Client(model)
    // A hundred times 4,000 bytes are less than 512 KiB.
    for (offset, shown) in [(0, 100), (100, 50)] {
      let list = await client.send("GET /articles?limit=100&offset=\(offset)").json
      #expect(list["articles"].elements.count == shown)
    }
    model.apply(.user(User(id: 1, username: "ada", email: "a@b", bio: bio + bio)))
    let larger = try Client(model)
    var slugs: [String] = []
    while slugs.count < 150 {
      let list = await larger.send("GET /articles?limit=100&offset=\(slugs.count)").json
      #expect(list["articlesCount"] == 150)
      #expect(!list["articles"].elements.isEmpty)
      #expect(list["articles"].elements.count <= 65)
      slugs += list["articles"].elements.map(\.["slug"].text)
    }
    #expect(slugs == (1...150).reversed().map { "\($0)" })
  }

  @Test func anArticleThatIsTooLargeForAPageIsAPage() async throws {
    var model = ServerModel()
    let bio = String(repeating: "x", count: FieldLimit.pageBytes)
    model.apply(.user(User(id: 1, username: "ada", email: "a@b", bio: bio)))
    for id in 1...2 {
      model.apply(
        .article(
          Article(
            id: id, slug: "\(id)", title: "\(id)", description: "", body: "", tags: [],
            createdAt: noon, updatedAt: noon, author: 1)))
    }
    let list = try await Client(model).send("GET /articles").json
    #expect(list["articles"].elements.count == 1 && list["articlesCount"] == 2)
  }

  @Test(arguments: [
    RefusedRow("GET /articles/feed", 401, "token: is missing"),
    RefusedRow("GET /articles?bookmarked=true", 401, "token: is missing"),
    RefusedRow("GET /articles?limit=0", 422, "limit: must be a whole number, 1 or more"),
    RefusedRow(
      "GET /articles?offset=-9223372036854775809", 422,
      "offset: must be a whole number, 0 or more"),
    RefusedRow("GET /articles?limit=", 422, "limit: must be a whole number, 1 or more"),
    RefusedRow("GET /articles?limit=1e3", 422, "limit: must be a whole number, 1 or more"),
    RefusedRow("GET /articles?limit=x", 422, "limit: must be a whole number, 1 or more"),
    RefusedRow("GET /articles?offset=-1", 422, "offset: must be a whole number, 0 or more"),
  ])
  func aRequestIsRefused(row: RefusedRow) async throws {
    let answer = try await Client().send(row.line, as: row.user)
    #expect(answer.status == row.status)
    #expect(answer.errors == row.errors)
  }

  @Test func tagsAreListedTheMostUsedOneFirst() async throws {
    let answer = try await Client().send("GET /tags")
    #expect(answer.status == 200)
    #expect(
      answer.json["tags"] == [
        "swift", "design", "teamwork", "testing", "debugging", "tools", "writing", "performance",
      ])
  }
}
