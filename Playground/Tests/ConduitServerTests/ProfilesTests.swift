import Testing

@testable import ConduitServer

@Suite struct ProfilesTests {
  @Test func aProfileIsSeenByEverybodyWithoutTheEmail() async throws {
    let answer = try await Client().send("GET /profiles/maren")
    #expect(answer.status == 200)
    #expect(answer.json["profile"].keys == ["bio", "following", "image", "username"])
    #expect(answer.json["profile"]["following"] == false)
  }

  @Test func followingIsThatOfTheAskingUser() async throws {
    let client = try Client()
    #expect(
      await client.send("GET /profiles/maren", as: "demo").json["profile"]["following"] == true)
    #expect(
      await client.send("GET /profiles/maren", as: "ines").json["profile"]["following"] == false)
  }

  @Test func whoIsFollowedComesIntoTheFeed() async throws {
    let client = try Client()
    #expect(await client.send("GET /articles/feed", as: "demo").json["articlesCount"] == 8)
    let followed = await client.send("POST /profiles/ines/follow", as: "demo")
    #expect(followed.status == 200)
    #expect(followed.json["profile"]["username"] == "ines")
    #expect(followed.json["profile"]["following"] == true)
    // Twice is once.
    #expect(await client.send("POST /profiles/ines/follow", as: "demo").status == 200)
    #expect(await client.send("GET /articles/feed", as: "demo").json["articlesCount"] == 15)

    let unfollowed = await client.send("DELETE /profiles/ines/follow", as: "demo")
    #expect(unfollowed.status == 200)
    #expect(unfollowed.json["profile"]["following"] == false)
    #expect(await client.send("GET /articles/feed", as: "demo").json["articlesCount"] == 8)
  }

  @Test(arguments: [
    RefusedRow("GET /profiles/nobody", 404, "profile: not found"),
    RefusedRow("POST /profiles/nobody/follow", as: "demo", 404, "profile: not found"),
    RefusedRow("DELETE /profiles/nobody/follow", as: "demo", 404, "profile: not found"),
    RefusedRow("POST /profiles/maren/follow", 401, "token: is missing"),
    RefusedRow("DELETE /profiles/maren/follow", 401, "token: is missing"),
  ])
  func aRequestIsRefused(row: RefusedRow) async throws {
    let client = try Client()
    let before = client.model
    let answer = await client.send(row.line, as: row.user, row.body)
    #expect(answer.status == row.status)
    #expect(answer.errors == row.errors)
    #expect(client.model == before)
  }

  @Test func aNameInAPathIsDecodedAfterThePathIsSplit() async throws {
    var model = ServerModel()
    _ = model.add("a/b c", "a@b")
    let answer = try await Client(model).send("GET /profiles/a%2Fb%20c")
    #expect(answer.json["profile"]["username"] == "a/b c")
  }
}
