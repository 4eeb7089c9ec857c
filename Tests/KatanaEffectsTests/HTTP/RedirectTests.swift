import Foundation
import Katana
@testable import KatanaEffects
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct RedirectTests {
    private let web = Web()

    /// Returns a server that redirects each request whose path does not begin with `/end`.
    private func server(_ status: Int, to target: String) -> RawServer {
      RawServer { request, connection in
        if request.target.hasPrefix("/end") {
          connection.answer(200, "the end")
        } else {
          connection.answer(status, "moved", headers: ["Location: \(target)"])
        }
      }
    }

    @Test func theMethodAndTheBodyFollowFromTheStatus() async throws {
      for (status, method, body) in [
        (301, "GET", ""), (302, "GET", ""), (303, "GET", ""), (307, "POST", "hello"),
        (308, "POST", "hello"),
      ] {
        let server = server(status, to: "/end")
        defer { server.stop() }
        let request = HTTPRequest.post(server.url, body: .bytes(Data("hello".utf8)))
        let response = try await web.fetch(request)?.get()
        #expect(response?.text == "the end")
        #expect(response?.url == "\(server.url)/end")
        let last = try #require(server.requests.last)
        #expect(last.method == method, "after \(status)")
        #expect(last.text == body, "after \(status)")
        #expect((last["Content-Type"] == nil) == body.isEmpty, "after \(status)")
      }
    }

    @Test func aFileIsSentAgain() async throws {
      let path = NSTemporaryDirectory() + UUID().uuidString
      try Data("the file".utf8).write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = server(307, to: "/end")
      defer { server.stop() }
      _ = try await web.fetch(.put(server.url, body: .file(path)))?.get()
      #expect(server.requests.map(\.text) == ["the file", "the file"])
    }

    @Test func relativeTargetsAreResolvedAgainstTheCurrentAddress() async throws {
      let server = server(302, to: "../end?x=1#fragment")
      defer { server.stop() }
      _ = try await web.fetch(.get("\(server.url)/a/b/c?y=2"))?.get()
      // a/b/c → a/end, which redirects to /end.
      #expect(server.requests.map(\.target) == ["/a/b/c?y=2", "/a/end?x=1", "/end?x=1"])
    }

    @Test func secretsStayWithTheirOrigin() async throws {
      let other = RawServer { _, connection in connection.answer(200, "other") }
      defer { other.stop() }
      let server = server(302, to: "\(other.url)/take")
      defer { server.stop() }
      let request = HTTPRequest.get(
        server.url,
        headers: [
          "Authorization": "Bearer 1", "authorization": "2", "Cookie": "a=b",
          "X-Key": Secret("key"), "X-Plain": "plain",
        ])
      #expect(try await web.fetch(request)?.get().text == "other")
      let first = try #require(server.requests.first)
      #expect(first["X-Key"] == "key" && first["Cookie"] == "a=b")
      let last = try #require(other.requests.first)
      #expect(last["Authorization"] == nil)
      #expect(last["Cookie"] == nil)
      #expect(last["X-Key"] == nil)
      #expect(last["X-Plain"] == "plain")
    }

    @Test func secretsGoAlongWithinTheirOrigin() async throws {
      let server = server(302, to: "/end")
      defer { server.stop() }
      _ = try await web.fetch(.get(server.url, headers: ["Authorization": Secret("Bearer 1")]))?
        .get()
      #expect(server.requests.last?["Authorization"] == "Bearer 1")
    }

    @Test func aCircleIsAnError() async {
      let server = RawServer { request, connection in
        let target = request.target == "/a" ? "/b" : "/a"
        connection.answer(302, headers: ["Location: \(target)"])
      }
      defer { server.stop() }
      #expect(await web.error(of: .get("\(server.url)/a")) == .redirectLoop(server.host))
      #expect(server.requests.count == 2)
    }

    /// SwiftNIO would end the process.
    @Test func aPortThatThereIsNotIsRefused() async {
      let server = RawServer { _, connection in
        connection.answer(302, headers: ["Location: http://127.0.0.1:99999/"])
      }
      defer { server.stop() }
      #expect(await web.error(of: .get(server.url)) == .redirectRefused("an invalid address"))
      let address = await web.error(of: .get("http://127.0.0.1:65536/"))
      #expect(address == .invalidURL("its port is larger than 65535"))
    }

    @Test func thereIsAMaximum() async {
      let server = RawServer { request, connection in
        connection.answer(302, headers: ["Location: \(request.target)x"])
      }
      defer { server.stop() }
      #expect(await web.error(of: .get(server.url)) == .tooManyRedirects(10))
      #expect(server.requests.count == 11)
    }

    @Test func thePolicyIsKept() async {
      let other = RawServer { _, connection in connection.answer() }
      defer { other.stop() }
      let server = server(302, to: other.url)
      defer { server.stop() }
      var request = HTTPRequest.get(server.url)
      request.redirects = .withinOrigin()
      #expect(await web.error(of: request) == .redirectRefused(other.host))
      request.redirects = .notFollowed
      let error = await web.error(of: request)
      #expect(error?.response?.headers["Location"] == .plain(other.url))
      #expect(error?.response?.text == "moved")
      #expect(other.requests.isEmpty)
    }

    @Test func anotherSchemeIsRefused() async {
      for (target, name) in [
        ("file:///etc/passwd", "an invalid address"),
        ("ftp://example.com/x", "ftp://example.com"),
        ("http://", "an invalid address"),
      ] {
        let server = server(302, to: target)
        defer { server.stop() }
        #expect(await web.error(of: .get(server.url)) == .redirectRefused(name))
      }
    }

    @Test func encryptionIsNotGivenUp() throws {
      let url = try #require(URL(string: "https://example.com/a"))
      let exchange = HTTPExchange(.get, url)
      var redirection = HTTPRedirection(of: .get(url.absoluteString), from: exchange)
      let head = HTTPHead(status: 302, headers: ["Location": "http://example.com/b"])
      #expect(
        redirection.next(after: exchange, head)
          == .fail(.redirectRefused("http://example.com")))
    }

    @Test func aRedirectWithoutATargetIsTheAnswer() async {
      let server = RawServer { _, connection in connection.answer(302, "where to?") }
      defer { server.stop() }
      // Only the status is checked: the body of such an answer is lost on Linux.
      let error = await web.error(of: .get(server.url))
      #expect(error?.response?.status == 302, "\(String(describing: error))")
    }
  }
}
