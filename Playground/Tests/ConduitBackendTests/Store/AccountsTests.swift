import Testing

@testable import ConduitBackend

@Suite("Accounts in the store")
struct AccountsTests {
  var store = ConduitStore()
  let token = SessionToken("token-of-ada")
  let ada = Registration(
    username: "ada", email: "ada@example.com", password: Concealed("analytical"))

  @Test("Registering opens a session with an empty profile")
  mutating func register() throws {
    let user = try store.register(ada, token: token)

    #expect(user.username == "ada")
    #expect(user.email == "ada@example.com")
    #expect(user.token == token)
    #expect(user.bio == nil)
    #expect(try store.viewer(token) == store.accountID(named: "ada"))
  }

  @Test("A registration without anything reports every field")
  mutating func registerNothing() {
    let blank = ["can't be blank"]
    expectFailure(422, ["username": blank, "email": blank, "password": blank]) {
      _ = try store.register(Registration(username: " "), token: token)
    }
    #expect(store.accounts.isEmpty)
  }

  @Test("A registration reports an email without @ and a short password")
  mutating func registerInvalid() {
    expectFailure(
      422, ["email": ["is invalid"], "password": ["is too short (minimum is 8 characters)"]]
    ) {
      _ = try store.register(
        Registration(username: "ada", email: "ada.example.com", password: Concealed("seven77")),
        token: token)
    }
  }

  @Test("A username and an email can be taken once, the email in any case of letters")
  mutating func registerTaken() throws {
    _ = try store.register(ada, token: token)

    var second = ada
    second.email = "ADA@example.com"
    let taken = ["has already been taken"]
    expectFailure(422, ["username": taken, "email": taken]) {
      _ = try store.register(second, token: token)
    }
  }

  @Test("Logging in adds a session and keeps the older one")
  mutating func logIn() throws {
    _ = try store.register(ada, token: token)
    let newer = SessionToken("newer")

    let user = try store.logIn(
      Credentials(email: "Ada@example.com", password: Concealed("analytical")), token: newer)

    #expect(user.username == "ada")
    #expect(user.token == newer)
    #expect(try store.viewer(token) == store.viewer(newer))
  }

  @Test(
    "A wrong password and an unknown email are refused alike",
    arguments: [("ada@example.com", "difference"), ("bob@example.com", "analytical")])
  mutating func logInWrongly(email: String, password: String) throws {
    _ = try store.register(ada, token: token)

    expectFailure(401, ["email or password": ["is invalid"]]) {
      _ = try store.logIn(
        Credentials(email: email, password: Concealed(password)), token: SessionToken("other"))
    }
    #expect(store.sessions.count == 1)
  }

  @Test("Logging in without an email or a password reports the fields")
  mutating func logInBlank() {
    expectFailure(422, ["email": ["can't be blank"], "password": ["can't be blank"]]) {
      _ = try store.logIn(Credentials(), token: token)
    }
  }

  @Test("A missing token and an unknown one are told apart")
  func tokens() {
    expectFailure(401, ["token": ["is missing"]]) { _ = try store.requireViewer(nil) }
    expectFailure(401, ["token": ["is invalid"]]) { _ = try store.viewer(token) }
  }

  @Test("Changing a user changes what was sent and nothing else")
  mutating func changeUser() throws {
    _ = try store.register(ada, token: token)

    var change = AccountChange()
    change.bio = .set("Writes notes.")
    _ = try store.changeUser(token, change)
    change = AccountChange(username: "lovelace")
    let user = try store.changeUser(token, change)

    #expect(user.username == "lovelace")
    #expect(user.email == "ada@example.com")
    #expect(user.bio == "Writes notes.")
    #expect(user.token == token)
  }

  @Test("An optional text is removed by null and by an empty text", arguments: [nil, ""])
  mutating func removeBio(bio: String?) throws {
    _ = try store.register(ada, token: token)
    _ = try store.changeUser(token, AccountChange(bio: .set("Writes notes.")))

    let user = try store.changeUser(token, AccountChange(bio: .set(bio)))

    #expect(user.bio == nil)
  }

  @Test("A change may keep the own name, but not take another's; a refused one changes nothing")
  mutating func changeToTaken() throws {
    _ = try store.register(ada, token: token)
    _ = try store.addAuthor("grace")

    #expect(try store.changeUser(token, AccountChange(username: "ada")).username == "ada")
    expectFailure(422, ["username": ["has already been taken"]]) {
      _ = try store.changeUser(token, AccountChange(username: "grace", bio: .set("Lost")))
    }
    #expect(try store.user(token).bio == nil)
  }

  @Test("The new password counts after a change")
  mutating func changePassword() throws {
    _ = try store.register(ada, token: token)
    _ = try store.changeUser(token, AccountChange(password: Concealed("difference")))

    let user = try store.logIn(
      Credentials(email: "ada@example.com", password: Concealed("difference")),
      token: SessionToken("newer"))

    #expect(user.username == "ada")
  }

  @Test("An author without a session is added once, and cannot be without a name")
  mutating func author() throws {
    #expect(try store.author(named: "grace") == store.author(named: "grace"))
    #expect(store.accounts.count == 1)
    expectFailure(422, ["author": ["can't be blank"]]) { _ = try store.author(named: " ") }
  }
}
