import Testing

@testable import ConduitServer

@Suite struct FieldLimitTests {
  private func text(_ count: Int) -> String { String(repeating: "ä", count: count) }

  /// A field with as many characters as it may have, and one more.
  @Test(arguments: [
    ("username", 50), ("bio", 1_000), ("image", 2_000), ("password", 1_000),
  ])
  func aFieldOfAUserHasALimit(field: String, maximum: Int) async throws {
    let client = try Client()
    func change(_ count: Int) async -> Answer {
      await client.send("PUT /user", as: "demo", #"{"user":{"\#(field)":"\#(text(count))"}}"#)
    }
    let long = await change(maximum + 1)
    #expect(long.status == 422)
    #expect(long.errors == ["\(field): is too long (maximum is \(maximum) characters)"])
    #expect(await change(maximum).status == 200)
  }

  @Test func anEmailHasALimit() async throws {
    let client = try Client()
    func register(_ email: String) async -> Answer {
      await client.send(
        "POST /users",
        #"{"user":{"username":"a","email":"\#(email)","password":"analytical"}}"#)
    }
    let long = await register(text(253) + "@b")
    #expect(long.errors == ["email: is too long (maximum is 254 characters)"])
    #expect(await register(text(252) + "@b").status == 201)
  }

  @Test func aLoginWithALongPasswordIsRefusedBeforeItIsHashed() async throws {
    let answer = try await Client().send(
      "POST /users/login", #"{"user":{"email":"a@b","password":"\#(text(1_001))"}}"#)
    #expect(answer.errors == ["password: is too long (maximum is 1000 characters)"])
  }

  @Test(arguments: [("title", 200), ("description", 500), ("body", 200_000)])
  func aFieldOfAnArticleHasALimit(field: String, maximum: Int) async throws {
    let client = try Client()
    var texts = ["title": "T", "description": "D", "body": "B"]
    for (count, status) in [(maximum, 201), (maximum + 1, 422)] {
      texts[field] = text(count)
      let fields = texts.map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
      let answer = await client.send("POST /articles", as: "demo", #"{"article":{\#(fields)}}"#)
      #expect(answer.status == status)
      let changed = await client.send(
        "PUT /articles/my-first-week", as: "demo", #"{"article":{"\#(field)":"\#(text(count))"}}"#)
      #expect(
        changed.errors
          == (status == 201 ? [] : ["\(field): is too long (maximum is \(maximum) characters)"]))
      // The title has changed the address.
      await client.send(
        "PUT /articles/article", as: "demo", #"{"article":{"title":"My First Week"}}"#)
    }
  }

  @Test func aCommentHasALimit() async throws {
    let client = try Client()
    func add(_ count: Int) async -> Answer {
      await client.send(
        "POST /articles/values-first/comments", as: "demo",
        #"{"comment":{"body":"\#(text(count))"}}"#)
    }
    #expect(await add(10_001).errors == ["body: is too long (maximum is 10000 characters)"])
    #expect(await add(10_000).status == 201)
  }

  @Test func tagsHaveLimits() async throws {
    let client = try Client()
    func change(_ tags: [String]) async -> [String] {
      await client.send(
        "PUT /articles/my-first-week", as: "demo", #"{"article":{"tagList":\#(tags)}}"#
      ).errors
    }
    let ten = (1...10).map { "\($0)" }
    // Those that are removed do not count.
    #expect(await change(ten + ["1", " "]) == [])
    #expect(await change(ten + ["11"]) == ["tagList: has too many tags (maximum is 10)"])
    #expect(await change([text(30)]) == [])
    #expect(
      await change([text(31), text(32)]) == ["tagList: is too long (maximum is 30 characters)"])
  }

  /// A family of four is one letter for a reader, and seven characters for the limit.
  @Test func charactersAreUnicodeScalars() async throws {
    let client = try Client()
    let family = "👨‍👩‍👧‍👦"
    for (count, status) in [(7, 200), (8, 422)] {
      let name = String(repeating: family, count: count)
      let answer = await client.send("PUT /user", as: "demo", #"{"user":{"username":"\#(name)"}}"#)
      #expect(answer.status == status)
    }
  }

  @Test(arguments: ["username", "email", "password", "bio", "image"])
  func aNullCharacterIsRefused(field: String) async throws {
    let answer = try await Client().send(
      "PUT /user", as: "demo", #"{"user":{"\#(field)":"analytical@\u0000"}}"#)
    #expect(answer.errors == ["\(field): has a null character"])
  }
}
