import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct FetchTests {
    private let web = Web()

    /// Sends a request to a server that answers it, and returns the request as the server got it.
    private func asked(_ request: (String) -> HTTPRequest) async throws -> RawRequest {
      let server = RawServer { _, connection in connection.answer() }
      defer { server.stop() }
      _ = try await web.fetch(request(server.url))?.get()
      #expect(server.requests.count == 1)
      return try #require(server.requests.first)
    }

    @Test func theAnswerHasStatusHeadersAndBody() async throws {
      let server = RawServer { _, connection in
        connection.answer(201, "hello", headers: ["X-Colour: red", "Set-Cookie: session=abc"])
      }
      defer { server.stop() }
      let response = try #require(try await web.fetch(.get("\(server.url)/a?b=c"))?.get())
      #expect(response.status == 201)
      #expect(response.text == "hello")
      #expect(response.headers["x-colour"] == "red")
      #expect(response.headers["Set-Cookie"] == .secret("session=abc"))
      #expect(response.url == "\(server.url)/a?b=c")
      #expect(response.size == 5)
      web.recorder.expectNoMore()
    }

    @Test func theRequestIsSentAsItSays() async throws {
      let token = HTTPText.secret("Bearer 123")
      let request = try await asked {
        .get("\($0)/find?a=1", query: ["q": "x y+z&ü="], headers: ["Authorization": token])
      }
      #expect(request.method == "GET")
      #expect(request.target == "/find?a=1&q=x%20y%2Bz%26%C3%BC%3D")
      #expect(request["Authorization"] == "Bearer 123")
      #expect(request["Cookie"] == nil)
      #expect(request.body.isEmpty)
    }

    @Test func theAppCompletesEachRequestInOnePlace() async throws {
      let server = RawServer { _, connection in connection.answer() }
      defer { server.stop() }
      let web = Web(preparing: { [url = server.url] request in
        var request = request
        request.url = "\(url)\(request.url)"
        request.headers["Authorization"] = .secret("Bearer 123")
        return request
      })
      _ = try await web.fetch(.get("/articles"))?.get()
      #expect(server.requests.first?.target == "/articles")
      #expect(server.requests.first?["Authorization"] == "Bearer 123")
    }

    @Test func aBodyOfJSONHoldsSecrets() async throws {
      struct LogIn: Encodable, Equatable {
        var name: String
        var password: Secret<String>
      }
      let logIn = LogIn(name: "ada", password: Secret("hunter2"))
      let request = try await asked { .post($0, body: .json(logIn)) }
      #expect(request.method == "POST")
      #expect(request["Content-Type"] == "application/json")
      #expect(request.text == #"{"name":"ada","password":"hunter2"}"#)
      #expect(!"\(HTTPRequest.post("/", body: .json(logIn)))".contains("hunter2"))
    }

    @Test func bytesAreSentAsTheyAre() async throws {
      let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      let request = try await asked { .put($0, body: .bytes(bytes)) }
      #expect(request.method == "PUT")
      #expect(request.body == bytes)
      #expect(request["Content-Type"] == "application/octet-stream")
    }

    @Test func aFileIsSentAsItIs() async throws {
      let path = NSTemporaryDirectory() + UUID().uuidString
      let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
      try bytes.write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let request = try await asked { .put($0, body: .file(path, type: "image/png")) }
      #expect(request.body == bytes)
      #expect(request["Content-Length"] == "1000000")
      #expect(request["Content-Type"] == "image/png")
    }

    @Test func aFileThatIsMissingIsAnError() async {
      let error = await web.error(of: .put("http://127.0.0.1:1", body: .file("/nowhere/at/all")))
      #expect(
        error == .fileUnreadable(.notFound(path: "/nowhere/at/all")))
    }

    @Test func otherMethods() async throws {
      #expect(try await asked { .delete($0) }.method == "DELETE")
      #expect(try await asked { .patch($0, body: .bytes(Data("x".utf8))) }.method == "PATCH")
      #expect(try await asked { HTTPRequest("SEARCH", $0) }.method == "SEARCH")
      #expect(try await asked { HTTPRequest(.head, $0) }.method == "HEAD")
    }

    @Test func anUnexpectedStatusIsAnErrorWithItsBody() async throws {
      struct Rejection: Decodable, Equatable { var errors: [String: [String]] }
      let body = #"{"errors":{"email":["is taken"]}}"#
      let server = RawServer { _, connection in
        connection.answer(422, body, type: "application/json")
      }
      defer { server.stop() }
      let error = await web.error(of: .post(server.url))
      #expect(error?.response?.status == 422)
      #expect(error?.body(Rejection.self)?.errors == ["email": ["is taken"]])
      #expect(error?.body(Rejection.self, status: 400) == nil)
      let response = try await web.fetch(.post(server.url).accepting(200...499))?.get()
      #expect(response?.text == body)
    }

    @Test func jsonIsDecodedIntoTheTypeOfTheReply() async {
      let server = RawServer { _, connection in
        connection.answer(200, #"{"title":"Elm","tags":["a"]}"#, type: "application/json")
      }
      defer { server.stop() }
      let run = web.run(FetchJSON(.get(server.url), Reply(WebMessage.loaded)))
      await run.ended()
      await web.recorder.expect(WebMessage.loaded(.success(Article(title: "Elm", tags: ["a"]))))
      #expect(server.requests.first?["Accept"] == "application/json")
      web.recorder.expectNoMore()
    }

    @Test func jsonThatIsSomethingElseIsAnErrorWithItsPlace() async {
      let server = RawServer { _, connection in
        connection.answer(200, #"{"title":"Elm","tags":["a",7]}"#)
      }
      defer { server.stop() }
      web.run(FetchJSON(.get(server.url), Reply(WebMessage.loaded)))
      guard case .loaded(.failure(let error))? = await web.recorder.next(as: WebMessage.self) else {
        return
      }
      #expect(
        error.description
          == "The answer of 30 bytes cannot be decoded at tags[1]: the value is not a String.")
    }

    @Test func anAddressThatCannotBeUsedIsAnError() async {
      for (url, reason) in [
        ("ftp://example.com", "it does not begin with https:// or http://"),
        ("/articles", "it does not begin with https:// or http://"),
        ("http://", "it has no host"),
        (
          "https://ada:secret@example.com",
          "it holds a user name; send it in the header Authorization"
        ),
      ] {
        #expect(await web.error(of: .get(url)) == .invalidURL(reason))
      }
    }

    @Test func aHeaderCannotBeginAnotherOne() async {
      for (name, value) in [
        ("X", "a\r\nEvil: 1"), ("X\r\nEvil", "1"), ("", "1"), ("X Y", "1"),
        ("Authorization", "Bearer \(Secret("42"))"),
      ] {
        let request = HTTPRequest.get(
          "http://127.0.0.1:1", headers: HTTPFields([HTTPField(name, .plain(value))]))
        #expect(await web.error(of: request) == .invalidHeader(name))
      }
    }

    @Test func answersWithoutABody() async throws {
      let server = RawServer { request, connection in
        if request.method == "HEAD" {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
        } else {
          connection.send("HTTP/1.1 \(request.target.dropFirst()) Text\r\n\r\n")
        }
      }
      defer { server.stop() }
      #expect(try await web.fetch(.get("\(server.url)/204"))?.get().size == 0)
      let notModified = HTTPRequest.get("\(server.url)/304").accepting(304...304)
      #expect(try await web.fetch(notModified)?.get().status == 304)
      #expect(try await web.fetch(HTTPRequest(.head, server.url))?.get().size == 0)
    }

    @Test func anInformationalAnswerIsNotTheAnswer() async throws {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n")
        connection.answer(200, "later")
      }
      defer { server.stop() }
      #expect(try await web.fetch(.get(server.url))?.get().text == "later")
    }
  }
}
