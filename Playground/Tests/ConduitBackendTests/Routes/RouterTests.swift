import Foundation
import Testing

@testable import ConduitBackend

@Suite("Routes, without HTTP")
struct RouterTests {
  var store = ConduitStore()
  let token = SessionToken("token-of-ada")

  init() throws {
    _ = try store.register(
      Registration(username: "ada", email: "ada@example.com", password: Concealed("analytical")),
      token: token)
  }

  mutating func answer(
    _ method: String, _ path: String, query: [String: String] = [:],
    authorization: String? = "Token token-of-ada", body: String = ""
  ) throws -> (status: Int, json: JSON) {
    let request = APIRequest(
      method: method, path: path, query: query, authorization: authorization,
      body: Data(body.utf8), receivedAt: noon)
    let response = Router.conduit.answer(request, store: &store)
    return (response.status, try JSONDecoder().decode(JSON.self, from: response.body))
  }

  @Test("Unknown paths and methods are not found", arguments: ["/", "/api", "/api/users/x/y"])
  mutating func unknown(path: String) throws {
    let (status, json) = try answer("GET", path)
    #expect(status == 404)
    #expect(json["errors"]["path"] == ["not found"])
    #expect(try answer("PATCH", "/api/tags").status == 404)
  }

  @Test(
    "A body that cannot be used says what is wrong with it",
    arguments: [
      (#"{"user":"#, "body", "is not valid JSON"), ("", "body", "is not valid JSON"),
      ("{}", "user", "can't be blank"), (#"{"user":null}"#, "user", "can't be blank"),
      ("[]", "body", "has the wrong type"), (#"{"user":5}"#, "user", "has the wrong type"),
      (#"{"user":{"email":5}}"#, "email", "has the wrong type"),
    ])
  mutating func badBody(body: String, field: String, text: String) throws {
    let (status, json) = try answer("POST", "/api/users", body: body)
    #expect(status == 422)
    #expect(json["errors"].keys == [field])
    #expect(json["errors"][field] == [.string(text)])
  }

  @Test("A wrong element of a list is reported for the list")
  mutating func badElement() throws {
    let (status, json) = try answer("POST", "/api/articles", body: #"{"article":{"tagList":[5]}}"#)
    #expect(status == 422)
    #expect(json["errors"]["tagList"] == ["has the wrong type"])
  }

  @Test("A body may hold more than what is asked for")
  mutating func extraKeys() throws {
    let (status, json) = try answer(
      "PUT", "/api/user", body: #"{"user":{"bio":"Notes","age":36},"version":2}"#)
    #expect(status == 200)
    #expect(json["user"]["bio"] == "Notes")
  }

  @Test("In a change, null removes a text and an absent key keeps it")
  mutating func nullOrAbsent() throws {
    _ = try answer("PUT", "/api/user", body: #"{"user":{"bio":"Notes","image":"http://a/b"}}"#)
    let json = try answer("PUT", "/api/user", body: #"{"user":{"bio":null}}"#).json
    #expect(json["user"]["bio"] == .null)
    #expect(json["user"]["image"] == "http://a/b")
  }

  @Test(
    "Limit and offset must be whole numbers",
    arguments: [
      ("limit", "0", "must be a whole number, 1 or more"),
      ("limit", "many", "must be a whole number, 1 or more"),
      ("offset", "-1", "must be a whole number, 0 or more"),
    ])
  mutating func badWindow(name: String, value: String, text: String) throws {
    let (status, json) = try answer("GET", "/api/articles", query: [name: value])
    #expect(status == 422)
    #expect(json["errors"][name] == [.string(text)])
  }

  @Test(
    "A header that is no token is invalid, also where none is needed",
    arguments: ["Bearer token-of-ada", "token-of-ada", "Token ", "Token unknown"])
  mutating func badToken(authorization: String) throws {
    for path in ["/api/user", "/api/articles"] {
      let (status, json) = try answer("GET", path, authorization: authorization)
      #expect(status == 401)
      #expect(json["errors"]["token"] == ["is invalid"])
    }
  }

  @Test(
    "Whatever belongs to a user needs a token",
    arguments: [
      ("GET", "/api/user"), ("PUT", "/api/user"), ("POST", "/api/profiles/ada/follow"),
      ("DELETE", "/api/profiles/ada/follow"), ("GET", "/api/articles/feed"),
      ("POST", "/api/articles"), ("PUT", "/api/articles/x"), ("DELETE", "/api/articles/x"),
      ("POST", "/api/articles/x/favorite"), ("DELETE", "/api/articles/x/favorite"),
      ("POST", "/api/articles/x/comments"), ("DELETE", "/api/articles/x/comments/1"),
    ])
  mutating func noToken(method: String, path: String) throws {
    let (status, json) = try answer(method, path, authorization: nil)
    #expect(status == 401)
    #expect(json["errors"]["token"] == ["is missing"])
  }

  @Test("A name in a path is decoded after the path was split")
  mutating func percentEncoding() throws {
    _ = try store.addAuthor("a/b c")
    let (status, json) = try answer("GET", "/api/profiles/a%2Fb%20c")
    #expect(status == 200)
    #expect(json["profile"]["username"] == "a/b c")
  }

  @Test("The id of a comment that is no number is not found")
  mutating func commentID() throws {
    try store.addArticle("One", by: 0)
    let (status, json) = try answer("DELETE", "/api/articles/one/comments/first")
    #expect(status == 404)
    #expect(json["errors"]["comment"] == ["not found"])
  }

  @Test("An article has exactly the keys of the specification, and dates with milliseconds")
  mutating func articleShape() throws {
    let body = #"{"article":{"title":"T","description":"D","body":"B"}}"#
    let (status, json) = try answer("POST", "/api/articles", body: body)
    #expect(status == 201)
    #expect(
      json["article"].keys == [
        "author", "body", "createdAt", "description", "favorited", "favoritesCount", "slug",
        "tagList", "title", "updatedAt",
      ])
    #expect(json["article"]["author"].keys == ["bio", "following", "image", "username"])
    #expect(json["article"]["author"]["bio"] == .null)
    #expect(json["article"]["createdAt"] == "2027-01-15T12:00:00.000Z")

    let list = try answer("GET", "/api/articles").json
    #expect(list["articles"][0]["body"] == .missing)
  }
}
