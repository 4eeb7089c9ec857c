import Foundation
import Katana
import KatanaEffects
import KatanaEffectsTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct HTTPAddressTests {
    private let web = Web()

    /// Addresses without a host, and what is sent for them.
    static let targets = [
      ("/g?q=ü&x=%20", "/g?q=%C3%BC&x=%20"), ("/ü%20", "/%C3%BC%20"), ("/a%2Fb/c", "/a%2Fb/c"),
      ("/a b", "/a%20b"), ("/100%", "/100%25"), ("/%zz%4", "/%25zz%254"), ("/%e4?%E4", "/%e4?%E4"),
      ("/a|b?c[]=1&d=\"", "/a%7Cb?c%5B%5D=1&d=%22"), ("?a=ü%20", "/?a=%C3%BC%20"),
      ("/e\u{301}", "/e%CC%81"), ("/a:b@c;d=1,2!$&'()*+", "/a:b@c;d=1,2!$&'()*+"),
      ("/a?b?c/d", "/a?b?c/d"), ("/a\r\nX: y", "/a%0D%0AX:%20y"), ("/a#b?c", "/a"),
      ("/?a=1&b=%25", "/?a=1&b=%25"),
    ]

    @Test(arguments: targets)
    func rawTextIsEscapedOnceAndEscapesStay(_ text: String, _ target: String) async {
      let server = RawServer { _, connection in connection.answer(200, "") }
      defer { server.stop() }
      _ = await web.fetch(.get(server.url + text))
      #expect(server.requests.map(\.target) == [target])
    }

    @Test(arguments: targets)
    func theTargetOfARedirectIsEscapedInTheSameWay(_ text: String, _ target: String) async {
      // A header cannot hold these line ends.
      if text.contains("\r\n") { return }
      let server = RawServer { request, connection in
        if request.target == "/start" {
          connection.answer(
            302, "", headers: ["Location: \(text.hasPrefix("?") ? "/" : "")\(text)"])
        } else {
          connection.answer(200, "")
        }
      }
      defer { server.stop() }
      _ = await web.fetch(.get(server.url + "/start"))
      #expect(server.requests.map(\.target) == ["/start", target])
    }

    @Test func theSchemeMayBeInCapitals() async throws {
      let server = RawServer { request, connection in
        if request.target == "/start" {
          let target = "HTTP://\(request["Host"] ?? "")/end"
          connection.answer(301, "", headers: ["Location: \(target)"])
        } else {
          connection.answer(200, "here")
        }
      }
      defer { server.stop() }
      let outcome = await web.fetch(.get("HTTP://127.0.0.1:\(server.port)/start"))
      #expect(try outcome?.get().text == "here")
    }

    @Test(arguments: [
      "http://a b/", "http://a\r\nb/", "http://a%0d%0ab/", "http://a\0b/", "http://a<b/",
      "http://a%2eb/", "http://a%2Fb/", "http://a%20b/", "http://", "http:///a", "http://:80/",
      "a.b/c", "ftp://a.b/", "http://u:p@a.b/", "",
    ])
    func anAddressWithoutAHostThatCanBeSentIsRefused(_ address: String) async {
      guard case .invalidURL? = await Web(AnsweringTransport()).error(of: .get(address)) else {
        Issue.record("it was sent")
        return
      }
    }

    @Test func anAddressOfIPv6IsNamedWithItsBracketsAndNotTriedAgain() async throws {
      let port = unusedPort()
      let error = try #require(await web.error(of: .get("http://[::1]:\(port)/")))
      #if canImport(FoundationNetworking)
        #expect(!error.isTemporary)
        #expect(error.description.contains("IPv6"), "\(error)")
      #else
        #expect(error == .connectionRefused("[::1]:\(port)"))
      #endif
      #expect(httpError(code: NSURLErrorCannotConnectToHost, text: "", from: "[::1]:1").isTemporary)
      let exchange = try HTTPExchange(.get("http://[::1]:80/"), boundary: "")
      #expect(exchange.host == "[::1]:80")
    }

    @Test func standInsReadAddressesInTheSameWay() {
      #expect(HTTPRequest.get("HTTP://a.b/ü%20?q=ü%20").path == "/ü ")
      #expect(HTTPRequest.get("http://a.b:8080/x").host == "a.b:8080")
    }

    @Test func noServerOfThisMachineIsAskedThroughAProxy() {
      let own = "localhost,127.0.0.1,127.0.0.0/8,::1"
      #expect(proxyExceptions(in: [:]) == nil)
      #expect(proxyExceptions(in: ["http_proxy": ""]) == nil)
      #expect(proxyExceptions(in: ["http_proxy": "http://p:1"]) == own)
      #expect(proxyExceptions(in: ["ALL_PROXY": "p", "NO_PROXY": "a.b"]) == "a.b,\(own)")
      #expect(proxyExceptions(in: ["all_proxy": "p", "no_proxy": "*"]) == nil)
      let empty = ["all_proxy": "p", "no_proxy": "", "NO_PROXY": "a.b"]
      #expect(proxyExceptions(in: empty) == "a.b,\(own)")
    }
  }
}
