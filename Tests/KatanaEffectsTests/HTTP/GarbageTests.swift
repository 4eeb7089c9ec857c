import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  /// Invalid answers of a server: each leads to an outcome, and the process does not end.
  @Suite struct GarbageTests {
    static let answers = [
      "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 99 Low\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 999 High\r\nContent-Length: 0\r\n\r\n",
      "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\nx",
      "HTTP/1.1 200 OK\r\n: empty\r\n\r\nx", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
      "HTTP/1.1 200 OK\r\nContent-Type: \u{FF}\u{0}\r\n\r\nx", "HTTP/1.0 200 OK\n\nx",
      "HTTP/1.1 200 OK\r\n folded\r\n\r\nx", "HTTP/1.1 302 Found\r\nLocation:\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: ::::\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: http://\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: \u{FF}\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nabc",
      "HTTP/1.1 401 No\r\n\r\n", "HTTP/1.1 401 No\r\nWWW-Authenticate: \r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Foo\r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"x\", nonce=\"y\"\r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nWWW-Authenticate: NTLM\r\n\r\n",
      "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"x\"\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nx", "\0\0\0\0", "\r\n\r\n", "HTTP", "H",
      "200",
      "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 5_000) + "\r\nx",
      "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 300_000) + "\r\n\r\nx",
    ]

    @Test(arguments: answers) func hasAnOutcome(_ text: String) async {
      let server = RawServer { _, connection in
        connection.send(text)
        connection.shutDown()
      }
      defer { server.stop() }
      #expect(await Web().fetch(.get(server.url)) != nil)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\nx", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx",
      "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
    ])
    func headersThatAreNoneAreNotHTTP(_ text: String) async {
      let server = RawServer { _, connection in
        connection.send(text)
        connection.shutDown()
      }
      defer { server.stop() }
      #expect(await Web().error(of: .get(server.url)) == .notHTTP(server.host))
    }

    @Test(.enabled(if: testedTransport is URLSessionTransport, "the parser of SwiftNIO takes it"))
    func aStatusLineWithoutAReasonIsNotHTTP() async {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200\r\n\r\n")
        connection.shutDown()
      }
      defer { server.stop() }
      #expect(await Web().error(of: .get(server.url)) == .notHTTP(server.host))
    }
  }
}

#if canImport(FoundationNetworking)
  /// Answers at which `URLSession` of Swift 6.3 ends the process on Linux: "Transfer completed, but
  /// there's no response." A program cannot prevent it. If one of these tests fails, the warning in
  /// the guide can be changed.
  @Suite struct FatalAnswerTests {
    /// Another transport survives them.
    private static let end: ExitTest.Condition =
      testedTransport is URLSessionTransport ? .failure : .success

    @Test func headersThatAreCutEndTheProcess() async {
      await #expect(processExitsWith: Self.end) {
        await ask("HTTP/1.1 200 OK\r\nContent-Le")
      }
    }

    @Test func fieldsAfterAnEmptyBodyEndTheProcess() async {
      await #expect(processExitsWith: Self.end) {
        await ask("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n")
      }
    }

    @Test func fieldsAfterABodyEndTheProcess() async {
      await #expect(processExitsWith: Self.end) {
        await ask(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\n\r\n")
      }
    }
  }

  private func ask(_ answer: String) async {
    let server = RawServer { _, connection in
      connection.send(answer)
      connection.shutDown()
    }
    print(await Web().fetch(.get(server.url)) as Any)
  }
#endif
