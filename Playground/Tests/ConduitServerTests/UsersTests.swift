import Katana
import Testing

@testable import ConduitServer

@Suite struct UsersTests {
  private let ada = #"{"user":{"username":"ada","email":"ada@b.c","password":"analytical"}}"#

  @Test func aNewUserIsRegisteredLogsInAndReadsItself() async throws {
    let client = try Client()
    let registered = await client.send("POST /users", ada)
    #expect(registered.status == 201)
    let user = registered.json["user"]
    #expect(user.keys == ["bio", "email", "image", "token", "username"])
    #expect(user["username"] == "ada" && user["email"] == "ada@b.c")
    #expect(user["bio"] == .null && user["image"] == .null)

    let login = await client.send(
      "POST /users/login", #"{"user":{"email":"ADA@b.c","password":"analytical"}}"#)
    #expect(login.status == 200)
    #expect(login.json["user"]["username"] == "ada")
    #expect(login.json["user"]["token"] != user["token"])

    // Both sessions are open.
    for token in [user["token"].text, login.json["user"]["token"].text] {
      let head = RequestHead("GET", "/api/user", authorization: Secret("Token \(token)"))
      let me = await client.send(head)
      #expect(me.status == 200)
      #expect(me.json["user"]["email"] == "ada@b.c")
      #expect(me.json["user"]["token"].text == token)
    }
  }

  @Test(arguments: ["demo", "maren", "tobias", "ines"])
  func theSampleUsersLogIn(name: String) async throws {
    let answer = try await Client().send(
      "POST /users/login",
      #"{"user":{"email":"\#(name)@example.com","password":"\#(name)-password"}}"#)
    #expect(answer.status == 200)
    #expect(answer.json["user"]["username"].text == name)
  }

  @Test(arguments: [
    RefusedRow(
      "POST /users", #"{"user":{"username":" ","email":"","password":""}}"#, 422,
      "email: can't be blank", "password: can't be blank", "username: can't be blank"),
    RefusedRow(
      "POST /users", #"{"user":{}}"#, 422, "email: can't be blank", "password: can't be blank",
      "username: can't be blank"),
    RefusedRow(
      "POST /users", #"{"user":{"username":null,"email":"a@b","password":"analytical"}}"#, 422,
      "username: can't be blank"),
    RefusedRow(
      "POST /users", #"{"user":{"username":"","email":"a@b","password":"analytical"}}"#, 422,
      "username: can't be blank"),
    RefusedRow(
      "POST /users", #"{"user":{"username":"a","email":"a.b","password":"seven77"}}"#, 422,
      "email: is invalid", "password: is too short (minimum is 8 characters)"),
    RefusedRow(
      "POST /users", #"{"user":{"username":"demo","email":"a@b","password":"analytical"}}"#, 409,
      "username: has already been taken"),
    RefusedRow(
      "POST /users",
      #"{"user":{"username":"a","email":"Demo@Example.com","password":"analytical"}}"#, 409,
      "email: has already been taken"),
    RefusedRow(
      "POST /users",
      #"{"user":{"username":"demo","email":"demo@example.com","password":"analytical"}}"#, 409,
      "email: has already been taken", "username: has already been taken"),
    // A value that is not allowed comes before a conflict.
    RefusedRow(
      "POST /users", #"{"user":{"username":"demo","email":"a@b","password":""}}"#, 422,
      "password: can't be blank", "username: has already been taken"),
    RefusedRow(
      "POST /users/login", #"{"user":{"email":"","password":""}}"#, 422, "email: can't be blank",
      "password: can't be blank"),
    RefusedRow(
      "POST /users/login", #"{"user":{"email":"demo@example.com","password":"wrong"}}"#, 401,
      "credentials: invalid"),
    RefusedRow(
      "POST /users/login", #"{"user":{"email":"nobody@example.com","password":"wrong"}}"#, 401,
      "credentials: invalid"),
    RefusedRow("GET /user", 401, "token: is missing"),
    RefusedRow("PUT /user", #"{"user":{"bio":"x"}}"#, 401, "token: is missing"),
    RefusedRow(
      "PUT /user", as: "demo", #"{"user":{"email":""}}"#, 422, "email: can't be blank"),
    RefusedRow(
      "PUT /user", as: "demo", #"{"user":{"email":null}}"#, 422, "email: can't be blank"),
    RefusedRow(
      "PUT /user", as: "demo", #"{"user":{"password":null}}"#, 422, "password: can't be blank"),
    RefusedRow(
      "PUT /user", as: "demo", #"{"user":{"username":" "}}"#, 422, "username: can't be blank"),
    RefusedRow(
      "PUT /user", as: "demo", #"{"user":{"username":null}}"#, 422, "username: can't be blank"),
    RefusedRow(
      "PUT /user", as: "demo", #"{"user":{"password":""}}"#, 422, "password: can't be blank"),
    RefusedRow(
      "PUT /user", as: "demo", #"{"user":{"username":"maren","email":"ines@example.com"}}"#, 409,
      "email: has already been taken", "username: has already been taken"),
  ])
  func aRequestIsRefused(row: RefusedRow) async throws {
    let client = try Client()
    let before = client.model
    let answer = await client.send(row.line, as: row.user, row.body)
    #expect(answer.status == row.status)
    #expect(answer.errors == row.errors)
    #expect(client.model == before)
  }

  @Test func whatIsLeftOutOfAChangeStaysAndNullAndBlankMeanNone() async throws {
    let client = try Client()
    var user = await client.send(
      "PUT /user", as: "maren", #"{"user":{"username":"marie","image":"http://a"}}"#
    ).json["user"]
    #expect(user["username"] == "marie" && user["email"] == "maren@example.com")
    #expect(user["bio"] == "Writes about values, names and other small things.")
    #expect(user["image"] == "http://a")

    user = await client.send("PUT /user", as: "maren", #"{"user":{"bio":null}}"#).json["user"]
    #expect(user["bio"] == .null && user["image"] == "http://a")
    user = await client.send("PUT /user", as: "maren", #"{"user":{"image":""}}"#).json["user"]
    #expect(user["image"] == .null && user["username"] == "marie")

    // The old name and the old email are free, the new ones are not.
    #expect(await client.send("GET /profiles/maren").status == 404)
    #expect(await client.send("GET /profiles/marie").status == 200)
    // The own name is not taken by somebody else.
    #expect(
      await client.send("PUT /user", as: "maren", #"{"user":{"username":"marie"}}"#).status == 200)
  }

  @Test func aNewPasswordCountsAndTheOldOneDoesNot() async throws {
    let client = try Client()
    let changed = await client.send(
      "PUT /user", as: "demo", #"{"user":{"password":"analytical","bio":"New"}}"#)
    #expect(changed.status == 200 && changed.json["user"]["bio"] == "New")
    func logIn(_ password: String) async -> Int {
      await client.send(
        "POST /users/login", #"{"user":{"email":"demo@example.com","password":"\#(password)"}}"#
      ).status
    }
    #expect(await logIn("demo-password") == 401)
    #expect(await logIn("analytical") == 200)
  }

  @Test func ofTwoRequestsForOneNameOneIsRegistered() async throws {
    let client = try Client()
    async let first = client.send("POST /users", ada)
    async let second = client.send("POST /users", ada)
    let statuses = await [first.status, second.status].sorted()
    #expect(statuses == [201, 409])
    #expect(client.model.users.count == 5)
  }

  @Test func anAuthorOfSamplesWithoutAnEmailCannotBeLoggedIn() async throws {
    var model = ServerModel()
    _ = model.add("stranger", "")
    let client = try Client(model)
    let answer = await client.send(
      "POST /users/login", #"{"user":{"email":"","password":"x"}}"#)
    #expect(answer.status == 422)
    #expect(model.userID(email: "") == nil)
  }

  @Test func anOldTokenDoesNotMatterWhereOneLogsIn() async throws {
    let client = try Client()
    let answer = await client.send(
      "POST /users/login", as: "nobody",
      #"{"user":{"email":"demo@example.com","password":"demo-password"}}"#)
    #expect(answer.status == 200)
  }
}
