import ConduitServerInterpreters
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@testable import ConduitServer

/// The running server.
@Suite struct ServerTests {
  @Test func manyRequestsAtOnceAreAllAnsweredAndNoneIsLost() async throws {
    let client = try Client()
    let path = "/articles/the-boring-module/comments"
    await withTaskGroup(of: Int.self) { group in
      for number in 1...50 {
        group.addTask {
          await client.send("POST \(path)", as: "demo", #"{"comment":{"body":"\#(number)"}}"#)
            .status
        }
      }
      for await status in group { #expect(status == 201) }
    }
    let comments = await client.send("GET \(path)").json["comments"].elements
    #expect(Set(comments.map(\.["body"].text)).count == 50)
  }

  @Test func afterItsEndAServerIsUnavailable() async throws {
    let client = try Client()
    await client.server.stop()
    await client.server.stop()
    let answer = await client.send("GET /tags")
    #expect(answer.status == 503)
    #expect(answer.errors == ["server: is being stopped"])
  }

  @Test func twoServersDoNotShareTheirData() async throws {
    let (first, second) = (try Client(), try Client())
    await first.send(
      "POST /articles", as: "demo", #"{"article":{"title":"T","description":"D","body":"B"}}"#)
    #expect(await first.send("GET /articles/t").status == 200)
    #expect(await second.send("GET /articles/t").status == 404)
  }

  @Test func aClientInTheSameProcessIsAnsweredWithoutASocket() async throws {
    let server = try Server(now: { noon })
    let client = HTTPClient(transport: InProcessTransport(server))
    let logIn = HTTPRequest.post(
      "http://in-process/api/users/login",
      body: .json([
        "user": ["email": Secret("demo@example.com"), "password": Secret("demo-password")]
      ]))
    let user = try await client.response(to: logIn, by: ManualClock())
    #expect(user.status == 200)
    #expect(user.headers["Content-Type"] == "application/json; charset=utf-8")
    let token = try JSONDecoder().decode(JSON.self, from: user.body)["user"]["token"].text
    let comment = HTTPRequest.post(
      "http://in-process/api/articles/values-first/comments",
      headers: ["Authorization": Secret("Token \(token)")],
      body: .json(["comment": ["body": "Hello"]]))
    #expect(try await client.response(to: comment, by: ManualClock()).status == 201)
    let list = try await client.response(
      to: .get("http://in-process/api/articles", query: ["tag": "swift", "limit": 2]),
      by: ManualClock())
    #expect(try JSONDecoder().decode(JSON.self, from: list.body)["articlesCount"] == 7)
    let nowhere = HTTPRequest.get("http://in-process/nowhere").accepting(404...404)
    #expect(try await client.response(to: nowhere, by: ManualClock()).status == 404)
    await server.stop()
  }
}
