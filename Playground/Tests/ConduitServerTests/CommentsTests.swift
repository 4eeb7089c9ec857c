import Testing

@testable import ConduitServer

@Suite struct CommentsTests {
  private let path = "/articles/values-first/comments"

  @Test func commentsAreListedAddedAndDeleted() async throws {
    let client = try Client()
    let before = await client.send("GET \(path)")
    #expect(before.status == 200)
    #expect(before.json["comments"].elements.count == 3)
    #expect(before.json["comments"][0].keys == ["author", "body", "createdAt", "id", "updatedAt"])

    let added = await client.send(
      "POST \(path)", as: "demo", #"{"comment":{"body":"Thank you!"}}"#)
    #expect(added.status == 201)
    #expect(added.json["comment"]["id"] == 10 && added.json["comment"]["body"] == "Thank you!")
    #expect(await client.send("GET \(path)").json["comments"][3] == added.json["comment"])

    let deleted = await client.send("DELETE \(path)/10", as: "demo")
    #expect(deleted.status == 204 && deleted.body.isEmpty)
    #expect(await client.send("GET \(path)").json["comments"].elements.count == 3)
    // The number of a deleted comment is not given again.
    let next = await client.send("POST \(path)", as: "demo", #"{"comment":{"body":"B"}}"#)
    #expect(next.json["comment"]["id"] == 11)
  }

  @Test func theAuthorOfACommentIsSeenByTheAskingUser() async throws {
    let client = try Client()
    func following(_ user: String?) async -> JSON {
      await client.send("GET \(path)", as: user).json["comments"][2]["author"]["following"]
    }
    #expect(await following("demo") == true)
    #expect(await following(nil) == false)
  }

  @Test(arguments: [
    RefusedRow("GET /articles/nothing/comments", 404, "article: not found"),
    RefusedRow(
      "POST /articles/values-first/comments", #"{"comment":{"body":"B"}}"#, 401,
      "token: is missing"),
    RefusedRow(
      "POST /articles/values-first/comments", as: "demo", #"{"comment":{"body":" "}}"#, 422,
      "body: can't be blank"),
    RefusedRow(
      "POST /articles/values-first/comments", as: "demo", #"{"comment":{}}"#, 422,
      "body: can't be blank"),
    RefusedRow(
      "POST /articles/nothing/comments", as: "demo", #"{"comment":{"body":"B"}}"#, 404,
      "article: not found"),
    RefusedRow("DELETE /articles/values-first/comments/1", 401, "token: is missing"),
    RefusedRow(
      "DELETE /articles/values-first/comments/1", as: "demo", 403, "comment: forbidden"),
    RefusedRow("DELETE /articles/nothing/comments/1", as: "demo", 404, "article: not found"),
    RefusedRow(
      "DELETE /articles/values-first/comments/99", as: "demo", 404, "comment: not found"),
    RefusedRow(
      "DELETE /articles/values-first/comments/first", as: "demo", 404, "comment: not found"),
    // A comment of another article.
    RefusedRow(
      "DELETE /articles/values-first/comments/99999999999999999999", as: "demo", 404,
      "comment: not found"),
    RefusedRow(
      "DELETE /articles/values-first/comments/-9223372036854775808", as: "demo", 404,
      "comment: not found"),
    RefusedRow("DELETE /articles/values-first/comments/5", as: "demo", 404, "comment: not found"),
  ])
  func aRequestIsRefusedAndChangesNothing(row: RefusedRow) async throws {
    let client = try Client()
    let before = client.model
    let answer = await client.send(row.line, as: row.user, row.body)
    #expect(answer.status == row.status)
    #expect(answer.errors == row.errors)
    #expect(client.model == before)
  }
}
