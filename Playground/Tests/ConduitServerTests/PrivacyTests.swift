import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@testable import ConduitServer

@Suite struct PrivacyTests {
  @Test func theTokenOfOneUserNeverShowsTheEmailOfAnother() async throws {
    let client = try Client()
    let slug = "/articles/values-first"
    for user in [nil, "demo"] {
      for line in [
        "GET /articles?limit=100", "GET /articles/feed", "GET \(slug)", "GET \(slug)/comments",
        "GET /profiles/maren", "GET /user", "GET /tags", "POST \(slug)/favorite",
        "DELETE \(slug)/favorite", "POST /profiles/ines/follow", "DELETE /profiles/ines/follow",
        "DELETE \(slug)", "DELETE \(slug)/comments/1",
      ] {
        let text = String(decoding: await client.send(line, as: user).body, as: UTF8.self)
        for other in ["maren", "tobias", "ines"] {
          #expect(!text.contains("\(other)@example.com"), "\(line) as \(user ?? "a guest")")
        }
        #expect(user != nil || !text.contains("demo@example.com"))
      }
    }
    // A conflict says that an email is taken, and not whose it is.
    let conflict = await client.send(
      "PUT /user", as: "demo", #"{"user":{"email":"maren@example.com"}}"#)
    #expect(conflict.errors == ["email: has already been taken"])
  }

  @Test func aPasswordIsNowhereInTheStoreTheMessagesAndTheCommands() async throws {
    let client = try Client()
    let body = #"{"user":{"username":"ada","email":"ada@b.c","password":"analytical"}}"#
    let token = await client.send("POST /users", body).json["user"]["token"].text
    let encoder = JSONEncoder()
    encoder.userInfo[.secrets] = SecretEncoding.revealed
    let stored = String(decoding: try encoder.encode(client.model), as: UTF8.self)
    #expect(stored.contains("ada@b.c"))
    #expect(!stored.contains("analytical") && !stored.contains(token))

    var input = OperationInput()
    input.body = Data(body.utf8)
    let request = Request(1, at: noon, token: Secret("t0k3n"))
    let message = Received(request: request, operation: try RegisterUser(input))
    var empty = ServerModel()
    let commands = serverFeature.update(model: &empty, message: message)
    for text in ["\(message)", "\(commands)", "\(commands.map { String(reflecting: $0) })"] {
      #expect(!text.contains("analytical") && !text.contains("t0k3n"))
    }
    #expect(commands.count == 1)
  }

  @Test func theStoreIsTheSameAfterItWasWrittenAndRead() async throws {
    let client = try Client()
    await client.send("POST /articles/values-first/favorite", as: "maren")
    let model = client.model
    let copy = try JSONDecoder().decode(ServerModel.self, from: try JSONEncoder().encode(model))
    #expect(copy == model)
  }
}
