import ConduitServerInterpreters
import Foundation
import Katana
import KatanaEffects
import Testing

@testable import ConduitServer

/// What belongs to HTTP and not to one operation.
@Suite struct ProtocolTests {
  @Test(arguments: ["/tags", "/articles", "/articles/values-first", "/profiles/demo"])
  func headIsAsGetWithoutABody(path: String) async throws {
    let client = try Client()
    let get = await client.send("GET \(path)")
    let head = await client.send("HEAD \(path)")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.headers == get.headers)
    #expect(head.length == get.body.count)
  }

  @Test func headOfWhatIsNotThereIsAsGetToo() async throws {
    let client = try Client()
    let head = await client.send("HEAD /articles/nothing")
    #expect(head.status == 404 && head.body.isEmpty)
    #expect(await client.send("GET /articles/nothing").body.count == head.length)
  }

  @Test(arguments: [
    ("/tags", "GET, HEAD, OPTIONS"), ("/users", "POST, OPTIONS"),
    ("/user", "GET, HEAD, PUT, OPTIONS"),
    ("/articles", "GET, HEAD, POST, OPTIONS"),
    ("/articles/values-first", "GET, HEAD, PUT, DELETE, OPTIONS"),
    ("/articles/values-first/favorite", "POST, DELETE, OPTIONS"),
    ("/articles/values-first/comments/1", "DELETE, OPTIONS"),
  ])
  func optionsAndAWrongMethodSayWhatIsAllowed(path: String, methods: String) async throws {
    let client = try Client()
    let options = await client.send("OPTIONS \(path)")
    #expect(options.status == 204 && options.body.isEmpty && options.length == nil)
    #expect(options.headers["Allow"] == .plain(methods))
    #expect(options.headers["Access-Control-Allow-Methods"] == .plain(methods))
    #expect(options.headers["Access-Control-Allow-Headers"] == "Authorization, Content-Type")
    #expect(options.headers["Access-Control-Max-Age"] == "86400")
    let patch = await client.send("PATCH \(path)")
    #expect(patch.status == 405)
    #expect(patch.headers["Allow"] == .plain(methods))
    #expect(patch.errors == ["method: is not allowed"])
  }

  @Test(arguments: [
    "GET /", "GET /users/x/y", "OPTIONS /nothing", "PATCH /nothing", "GET /artikel",
  ])
  func anUnknownPathIsNotFound(line: String) async throws {
    let answer = try await Client().send(line)
    #expect(answer.status == 404)
    #expect(answer.errors == ["path: not found"])
  }

  @Test(arguments: ["/", "/tags", "/api", "", "/apis/tags", "//"])
  func aPathOutsideOfTheAPIIsNotFound(target: String) async throws {
    #expect(try await Client().send(RequestHead("GET", target)).status == 404)
  }

  @Test(arguments: ["/api/tags/", "//api//tags", "/api/tags?", "/api/tags?x", "/api/tags#x"])
  func slashesQueriesAndFragmentsDoNotMatter(target: String) async throws {
    #expect(try await Client().send(RequestHead("GET", target)).status == 200)
  }

  @Test(arguments: [
    ("http://a.b/api/tags", 200), ("HTTPS://a.b:80/api/tags?x", 200), ("http://a.b", 404),
    ("http://api/tags", 404), ("*", 404), ("a.b:443", 404), ("/http://a.b/api/tags", 404),
  ])
  func aTargetMayBeginWithTheHost(target: String, status: Int) async throws {
    #expect(try await Client().send(RequestHead("GET", target)).status == status)
  }

  @Test(arguments: ["/articles/%FF", "/articles/%", "/articles/%00", "/profiles/%C3%28"])
  func aPathThatIsNoTextIsNotFound(path: String) async throws {
    #expect(try await Client().send("GET \(path)").status == 404)
  }

  @Test(arguments: ["%FF", "%", "%00", "=", "%C3%28"])
  func aQueryThatIsNoTextFindsNothing(tag: String) async throws {
    #expect(try await Client().send("GET /articles?tag=\(tag)").json["articlesCount"] == 0)
  }

  @Test(arguments: ["a+b", "a%20b", "%61+%62", "a+b&tag=c"])
  func aPlusSignInAQueryIsABlank(query: String) async throws {
    let client = try Client()
    await client.send(
      "POST /articles", as: "demo",
      #"{"article":{"title":"T","description":"D","body":"B","tagList":["a b"]}}"#)
    let list = await client.send("GET /articles?tag=\(query)")
    #expect(list.json["articlesCount"] == 1)
  }

  @Test func anEscapedPlusSignIsOne() async throws {
    let client = try Client()
    await client.send(
      "POST /articles", as: "demo",
      #"{"article":{"title":"T","description":"D","body":"B","tagList":["c++"]}}"#)
    #expect(await client.send("GET /articles?tag=c%2B%2B").json["articlesCount"] == 1)
    #expect(await client.send("GET /articles?tag=c++").json["articlesCount"] == 0)
  }

  @Test(arguments: [
    ("GET /tags", 200), ("HEAD /tags", 200), ("GET /user", 401), ("GET /nothing", 404),
    ("PATCH /tags", 405), ("POST /users", 422), ("OPTIONS /tags", 204),
    ("DELETE /articles/my-first-week", 204),
  ])
  func thePagesOfAnySiteMayReadAnAnswer(line: String, status: Int) async throws {
    let client = try Client()
    let answer = await client.send(line, as: line.hasPrefix("DELETE") ? "demo" : nil)
    #expect(answer.status == status)
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    // Otherwise a browser would not show the answer to a request with a token.
    #expect(answer.headers["Access-Control-Allow-Credentials"] == nil)
  }

  @Test func theyMayReadAlsoThatTheServerIsUnavailableAndThatABodyIsTooLarge() async throws {
    let client = try Client()
    let head = RequestHead(
      "POST", "/api/users", contentLength: AdmittedRequest.bodyLimit + 1)
    let large = await client.send(head)
    #expect(large.status == 413 && large.headers["Access-Control-Allow-Origin"] == "*")
    await client.server.stop()
    let late = await client.send("GET /tags")
    #expect(late.status == 503 && late.headers["Access-Control-Allow-Origin"] == "*")
  }

  // MARK: Before the body is read

  /// Counts how often the body is read.
  private func reads(
    _ head: RequestHead, _ body: Data? = Data()
  ) async throws -> (status: Int, reads: Int) {
    let counter = Counter()
    let answer = try await Client().server.answer(head) {
      await counter.add()
      return body
    }
    return (answer.status, await counter.count)
  }

  private actor Counter {
    var count = 0
    func add() { count += 1 }
  }

  @Test(arguments: [
    ("POST", "/api/articles"), ("PUT", "/api/user"), ("PUT", "/api/articles/values-first"),
    ("POST", "/api/articles/values-first/comments"),
  ])
  func aRequestWithoutASessionIsRefusedBeforeItsBodyIsRead(
    method: String, target: String
  ) async throws {
    for token in [nil, Secret("Token made up"), Secret("Bearer token of demo")] {
      let head = RequestHead(method, target, authorization: token, contentLength: 10)
      let (status, reads) = try await reads(head)
      #expect(status == 401 && reads == 0)
    }
  }

  private let demo: Secret<String> = Secret("Token token of demo")

  @Test func aBodyThatSaysThatItIsTooLargeIsNotRead() async throws {
    let head = RequestHead(
      "POST", "/api/articles", authorization: demo, contentLength: AdmittedRequest.bodyLimit + 1)
    let (status, reads) = try await reads(head)
    #expect(status == 413 && reads == 0)
  }

  @Test func aBodyThatTurnsOutTooLargeIsRefused() async throws {
    let head = RequestHead("POST", "/api/articles", authorization: demo)
    #expect(try await reads(head, nil) == (413, 1))
    let large = Data(repeating: UInt8(ascii: " "), count: AdmittedRequest.bodyLimit + 1)
    #expect(try await reads(head, large) == (413, 1))
  }

  @Test func aBodyOfTheGreatestSizeIsRead() async throws {
    let client = try Client()
    let body = #"{"article":{"title":"Large","description":"D","body":"B"}}"#
    let blanks = String(repeating: " ", count: AdmittedRequest.bodyLimit - body.utf8.count)
    #expect(await client.send("POST /articles", as: "demo", body + blanks).status == 201)
    #expect(await client.send("GET /articles/large").json["article"]["body"] == "B")
  }

  @Test func aBodyThatNobodyNeedsIsNotRead() async throws {
    let (status, reads) = try await reads(
      RequestHead("POST", "/api/articles/values-first/favorite", authorization: demo))
    #expect(status == 200 && reads == 0)
  }

  @Test func anErrorWhileTheBodyIsReadIsThrown() async throws {
    struct Broken: Error {}
    let client = try Client()
    await #expect(throws: Broken.self) {
      try await client.server.answer(RequestHead("POST", "/api/users")) { throw Broken() }
    }
  }

  // MARK: Bodies and tokens

  @Test(arguments: [
    (#"{"user":"#, "body: is not valid JSON"), ("", "body: is not valid JSON"),
    ("\u{0}", "body: is not valid JSON"), ("{}", "user: can't be blank"),
    (#"{"user":null}"#, "user: can't be blank"), ("[]", "body: has the wrong type"),
    (#"{"user":5}"#, "user: has the wrong type"),
    (#"{"user":{"email":5}}"#, "email: has the wrong type"),
  ])
  func aBodyThatCannotBeUsedSaysWhatIsWrongWithIt(body: String, error: String) async throws {
    let answer = try await Client().send("POST /users", body)
    #expect(answer.status == 422)
    #expect(answer.errors == [error])
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], Array(#"{"user":{"email":""#.utf8) + [0xC3, 0x28] + Array(#""}}"#.utf8),
      Array(#"{"user":{"email":"\ud800"}}"#.utf8), Array(#"{"user":{"email":}}"#.utf8),
      Array(#"{"user":{}} {"#.utf8),
      // So deep that a parser that calls itself would end the process.
      Array(repeating: UInt8(ascii: "["), count: AdmittedRequest.bodyLimit),
      Array(String(repeating: #"{"user":"#, count: 100_000).utf8),
    ] as [[UInt8]]) func aBodyThatIsNoJSONIsRefused(bytes: [UInt8]) async throws
  {
    let head = RequestHead("POST", "/api/users", contentLength: bytes.count)
    let answer = await (try Client()).server.answer(head) { Data(bytes) }
    #expect(answer.status == 422)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("body"))
  }

  @Test func ofTwoKeysWithOneNameOneCounts() async throws {
    let client = try Client()
    let body = #"{"comment":{"body":"first","body":"second"}}"#
    let path = "/articles/values-first/comments"
    let comment = await client.send("POST \(path)", as: "demo", body)
    #expect(comment.status == 201)
    let text = comment.json["comment"]["body"].text
    #expect(["first", "second"].contains(text))
    let comments = await client.send("GET \(path)").json["comments"].elements
    #expect(comments.last?["body"].text == text)
  }

  @Test func aWrongElementOfAListIsReportedForTheList() async throws {
    let answer = try await Client().send(
      "POST /articles", as: "demo", #"{"article":{"tagList":["a",5]}}"#)
    #expect(answer.errors == ["tagList: has the wrong type"])
  }

  @Test(arguments: ["", "token of demo", "Bearer token of demo", "Token", "Token ", "Token x"])
  func aHeaderThatIsNoTokenIsInvalidAlsoWhereNoneIsNeeded(header: String) async throws {
    let head = RequestHead("GET", "/api/articles", authorization: Secret(header))
    let answer = try await Client().send(head)
    #expect(answer.status == 401)
    #expect(answer.errors == ["token: is invalid"])
  }

  @Test func theNameOfTheSchemeMayBeInAnyCase() async throws {
    let head = RequestHead("GET", "/api/user", authorization: Secret("tOKEN token of demo"))
    #expect(try await Client().send(head).status == 200)
  }

  @Test func whatIsSentIsJSONAndSaysSo() async throws {
    let client = try Client()
    for line in ["GET /tags", "GET /user", "GET /nothing", "POST /users"] {
      #expect(
        await client.send(line).headers["Content-Type"] == "application/json; charset=utf-8")
    }
  }

  @Test func eachOperationOfTheTableHasARoute() {
    let lines = Handler.all.map { "\($0.route.method) /\($0.route.path.joined(separator: "/"))" }
    #expect(
      lines == [
        "POST /users", "POST /users/login", "GET /user", "PUT /user", "GET /profiles/:username",
        "POST /profiles/:username/follow", "DELETE /profiles/:username/follow", "GET /articles",
        "GET /articles/feed", "GET /articles/:slug", "POST /articles", "PUT /articles/:slug",
        "DELETE /articles/:slug", "POST /articles/:slug/favorite",
        "DELETE /articles/:slug/favorite",
        "POST /articles/:slug/bookmark", "DELETE /articles/:slug/bookmark",
        "GET /articles/:slug/comments",
        "POST /articles/:slug/comments", "DELETE /articles/:slug/comments/:id", "GET /tags",
      ])
  }
}
