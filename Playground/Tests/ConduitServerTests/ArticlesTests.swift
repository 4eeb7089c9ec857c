import KatanaEffects
import Testing

@testable import ConduitServer

@Suite struct ArticlesTests {
  private let note =
    #"{"article":{"title":"Note G","description":"D","body":"B","tagList":["b"," a ","b",""]}}"#

  @Test func anArticleIsPublishedReadChangedAndDeleted() async throws {
    let client = try Client()
    let published = await client.send("POST /articles", as: "demo", note)
    #expect(published.status == 201)
    let article = published.json["article"]
    #expect(
      article.keys == [
        "author", "body", "bookmarked", "createdAt", "description", "favorited", "favoritesCount",
        "slug",
        "tagList", "title", "updatedAt",
      ])
    #expect(article["slug"] == "note-g" && article["tagList"] == ["b", "a"])
    #expect(article["createdAt"] == "2027-01-15T12:00:00.000Z")
    #expect(article["author"]["username"] == "demo")
    #expect(await client.send("GET /articles/note-g").json["article"] == article)
    #expect(await client.send("GET /articles?limit=1").json["articles"][0]["slug"] == "note-g")

    let changed = await client.send(
      "PUT /articles/note-g", as: "demo", #"{"article":{"title":"Note H"}}"#)
    #expect(changed.status == 200)
    #expect(changed.json["article"]["slug"] == "note-h")
    #expect(changed.json["article"]["body"] == "B")
    #expect(changed.json["article"]["tagList"] == ["b", "a"])
    #expect(await client.send("GET /articles/note-g").status == 404)

    let deleted = await client.send("DELETE /articles/note-h", as: "demo")
    #expect(deleted.status == 204 && deleted.body.isEmpty)
    #expect(deleted.headers["Content-Type"] == nil)
    #expect(await client.send("GET /articles/note-h").status == 404)
    #expect(await client.send("GET /articles").json["articlesCount"] == 25)
  }

  @Test func anEmptyListOfTagsRemovesThem() async throws {
    let client = try Client()
    let changed = await client.send(
      "PUT /articles/my-first-week", as: "demo", #"{"article":{"tagList":[]}}"#)
    #expect(changed.json["article"]["tagList"] == [])
    #expect(changed.json["article"]["title"] == "My First Week")
  }

  @Test func anArticleWithoutTagsHasAnEmptyList() async throws {
    let answer = try await Client().send(
      "POST /articles", as: "demo", #"{"article":{"title":"T","description":"D","body":"B"}}"#)
    #expect(answer.json["article"]["tagList"] == [])
  }

  @Test(arguments: [
    RefusedRow("GET /articles/nothing", 404, "article: not found"),
    RefusedRow("POST /articles", #"{"article":{}}"#, 401, "token: is missing"),
    RefusedRow(
      "POST /articles", as: "demo", #"{"article":{}}"#, 422, "body: can't be blank",
      "description: can't be blank", "title: can't be blank"),
    RefusedRow(
      "POST /articles", as: "demo", #"{"article":{"title":" ","description":"","body":"\n"}}"#, 422,
      "body: can't be blank", "description: can't be blank", "title: can't be blank"),
    RefusedRow("PUT /articles/values-first", #"{"article":{}}"#, 401, "token: is missing"),
    RefusedRow(
      "PUT /articles/values-first", as: "demo", #"{"article":{"body":"B"}}"#, 403,
      "article: forbidden"),
    RefusedRow(
      "PUT /articles/nothing", as: "demo", #"{"article":{"body":"B"}}"#, 404,
      "article: not found"),
    RefusedRow(
      "PUT /articles/my-first-week", as: "demo", #"{"article":{"tagList":null}}"#, 422,
      "tagList: must be a list"),
    RefusedRow(
      "PUT /articles/my-first-week", as: "demo",
      #"{"article":{"title":"","description":null,"body":" "}}"#, 422, "body: can't be blank",
      "description: can't be blank", "title: can't be blank"),
    RefusedRow("DELETE /articles/values-first", 401, "token: is missing"),
    RefusedRow("DELETE /articles/values-first", as: "demo", 403, "article: forbidden"),
    RefusedRow("DELETE /articles/nothing", as: "demo", 404, "article: not found"),
    RefusedRow("POST /articles/values-first/favorite", 401, "token: is missing"),
    RefusedRow("DELETE /articles/values-first/favorite", 401, "token: is missing"),
    RefusedRow("POST /articles/nothing/favorite", as: "demo", 404, "article: not found"),
    RefusedRow("DELETE /articles/nothing/favorite", as: "demo", 404, "article: not found"),
  ])
  func aRequestIsRefusedAndChangesNothing(row: RefusedRow) async throws {
    let client = try Client()
    let before = client.model
    let answer = await client.send(row.line, as: row.user, row.body)
    #expect(answer.status == row.status)
    #expect(answer.errors == row.errors)
    #expect(client.model == before)
  }

  @Test func aFavouriteCountsOnceForEachUserAndShowsToThatUser() async throws {
    let client = try Client()
    let path = "/articles/the-boring-module"
    for _ in 1...2 {
      let favorite = await client.send("POST \(path)/favorite", as: "demo")
      #expect(favorite.status == 200)
      #expect(favorite.json["article"]["favorited"] == true)
      #expect(favorite.json["article"]["favoritesCount"] == 2)
    }
    #expect(await client.send("GET \(path)").json["article"]["favorited"] == false)
    #expect(
      await client.send("GET \(path)", as: "maren").json["article"]["favorited"] == false)
    let unfavorite = await client.send("DELETE \(path)/favorite", as: "demo")
    #expect(unfavorite.status == 200)
    #expect(unfavorite.json["article"]["favorited"] == false)
    #expect(unfavorite.json["article"]["favoritesCount"] == 1)
  }

  @Test(arguments: [
    ("Swift 6, at Last!", "swift-6-at-last"), ("  Spaces  ", "spaces"), ("C++ & Co.", "c-co"),
    ("日本", "article"), ("Feed", "feed-2"),
    (String(repeating: "long ", count: 100_000), String(repeating: "long-", count: 19) + "long"),
  ])
  func aSlugHasTheLettersAndDigitsOfItsTitle(title: String, slug: String) {
    #expect(ServerModel().freeSlug(for: title, of: 1) == slug)
  }

  @Test func articlesOfOneTitleHaveNumbers() throws {
    var model = ServerModel()
    let author = model.add("ada", "a@b")
    let input = PublishArticle.Input(title: "Same", description: "D", body: "B")
    let slugs = try (1...3).map { _ in
      try model.publish(input, by: author, at: noon).slug
    }
    #expect(slugs == ["same", "same-2", "same-3"])
  }
}
