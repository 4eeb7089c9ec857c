import ConduitBackend
import Testing

extension ServerTests {
  @Suite("Accounts over HTTP")
  struct Accounts {
    @Test("A new user is registered, logs in and reads itself")
    func register() async throws {
      try await withBackend { _, client in
        let body =
          #"{"user":{"username":"ada","email":"ada@example.com","password":"analytical"}}"#
        let registered = try await client.send("POST", "/api/users", body)
        #expect(registered.status == 201)
        #expect(registered.contentType == "application/json; charset=utf-8")
        let user = registered.json["user"]
        #expect(user.keys == ["bio", "email", "image", "token", "username"])
        #expect(user["username"] == "ada")
        #expect(user["bio"] == .null)
        #expect(!user["token"].text.isEmpty)

        let login = try await client.send(
          "POST", "/api/users/login",
          #"{"user":{"email":"ada@example.com","password":"analytical"}}"#)
        #expect(login.status == 200)
        #expect(login.json["user"]["token"] != user["token"])

        let me = try await client.send("GET", "/api/user", token: user["token"].text)
        #expect(me.status == 200)
        #expect(me.json["user"] == user)
      }
    }

    @Test("A bad registration is answered with errors by field")
    func registerBadly() async throws {
      try await withBackend { _, client in
        let reply = try await client.send(
          "POST", "/api/users",
          #"{"user":{"username":"demo","email":"nowhere","password":"short"}}"#)
        #expect(reply.status == 422)
        let errors = reply.json["errors"]
        #expect(errors.keys == ["email", "password", "username"])
        #expect(errors["username"] == ["has already been taken"])
        #expect(errors["email"] == ["is invalid"])
        #expect(errors["password"] == ["is too short (minimum is 8 characters)"])
      }
    }

    @Test("A wrong password is refused")
    func wrongPassword() async throws {
      try await withBackend { _, client in
        let reply = try await client.send(
          "POST", "/api/users/login",
          #"{"user":{"email":"demo@example.com","password":"wrong-password"}}"#)
        #expect(reply.status == 401)
        #expect(reply.json["errors"]["email or password"] == ["is invalid"])
      }
    }

    @Test("Without a token, and with a wrong one, a user is unauthorized")
    func unauthorized() async throws {
      try await withBackend { _, client in
        let missing = try await client.send("GET", "/api/user")
        #expect(missing.status == 401)
        #expect(missing.json["errors"]["token"] == ["is missing"])

        let invalid = try await client.send("GET", "/api/user", token: "made-up")
        #expect(invalid.status == 401)
        #expect(invalid.json["errors"]["token"] == ["is invalid"])
      }
    }

    @Test("A user changes its own bio, and others see it")
    func changeUser() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        let changed = try await client.send(
          "PUT", "/api/user", #"{"user":{"bio":"Reads a lot — every day."}}"#, token: token)
        #expect(changed.status == 200)

        let profile = try await client.send("GET", "/api/profiles/demo")
        #expect(profile.json["profile"]["bio"] == "Reads a lot — every day.")
        #expect(profile.json["profile"]["following"] == false)
      }
    }

    @Test("Following and unfollowing change the feed")
    func follow() async throws {
      try await withBackend { _, client in
        let token = try await client.logIn()
        let before = try await client.send("GET", "/api/articles/feed", token: token)
        #expect(before.json["articlesCount"] == 8)

        let followed = try await client.send("POST", "/api/profiles/ines/follow", token: token)
        #expect(followed.json["profile"]["following"] == true)
        let more = try await client.send("GET", "/api/articles/feed?limit=3", token: token)
        #expect(more.json["articlesCount"] == 15)
        #expect(more.json["articles"].elements.count == 3)

        let unfollowed = try await client.send(
          "DELETE", "/api/profiles/ines/follow", token: token)
        #expect(unfollowed.json["profile"]["following"] == false)
      }
    }
  }
}
