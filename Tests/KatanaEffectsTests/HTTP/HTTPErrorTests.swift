import Foundation
import Katana
@testable import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct HTTPErrorTests {
    private func error(
      _ answer: @escaping @Sendable (RawRequest, RawConnection) -> Void
    ) async -> (HTTPError?, host: String) {
      let server = RawServer(answer)
      defer { server.stop() }
      return (await Web().error(of: .get(server.url)), server.host)
    }

    @Test func aRefusedConnection() async {
      let port = unusedPort()
      let error = await Web().error(of: .get("http://127.0.0.1:\(port)"))
      #expect(error == .connectionRefused("127.0.0.1:\(port)"))
    }

    @Test func anUnknownHost() async {
      let error = await Web().error(of: .get("http://nobody.invalid/"))
      #expect(error == .unknownHost("nobody.invalid"))
    }

    @Test(arguments: [
      "Content-Length: 100\r\n\r\nonly this", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ])
    func aBodyThatEndsTooEarly(headerAndBody: String) async {
      let (error, host) = await error { _, connection in
        connection.send("HTTP/1.1 200 OK\r\n\(headerAndBody)")
        connection.shutDown()
      }
      #expect(error?.adding(nil) == .bodyCut(host))
      #expect(error?.response?.status == 200)
    }

    @Test func aChunkOfANonsensicalSize() async {
      let (error, host) = await error { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n")
        connection.waitForEnd()
      }
      #expect(error == .notHTTP(host))
    }

    @Test func aConnectionThatClosesBeforeTheAnswer() async {
      let (error, host) = await error { _, connection in connection.shutDown() }
      #expect(error == .connectionLost(host))
    }

    @Test func aConnectionThatIsReset() async {
      let (error, host) = await error { _, connection in connection.reset() }
      #expect(error == .connectionLost(host))
    }

    @Test func aConnectionThatIsResetInTheBody() async {
      let (error, host) = await error { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        connection.reset()
      }
      #expect(error?.adding(nil) == .bodyCut(host))
    }

    @Test func somethingThatIsNotHTTP() async {
      let (error, host) = await error { _, connection in
        connection.send("SSH-2.0-OpenSSH_9.2\r\n")
        connection.shutDown()
      }
      #expect(error == .notHTTP(host))
    }

    /// No limit of the request helps.
    @Test func headersThatAreTooLarge() async {
      let (error, host) = await error { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 300_000))\r\n\r\n")
        connection.waitForEnd()
      }
      guard case .headersTooLarge(host, let limit)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect("\(error!)" == "The headers of the answer of \(host) have more than \(limit) bytes.")
    }

    /// libcurl would send a request again if the connection was open already and the server closes it,
    /// and one with a body would never end.
    @Test(
      arguments: [HTTPMethod.post, .put, .patch, .delete],
      [HTTPBody.none, .bytes(Data("abc".utf8))])
    func aRequestThatMayChangeSomethingIsSentOnce(_ method: HTTPMethod, _ body: HTTPBody) async {
      let server = RawServer { request, connection in
        if request.target == "/kept" { connection.answer() } else { connection.shutDown() }
      }
      defer { server.stop() }
      _ = await Web().fetch(.get("\(server.url)/kept"))
      let error = await Web().error(of: HTTPRequest(method, "\(server.url)/closed", body: body))
      #expect(error == .connectionLost(server.host) && error?.isUnsent == false)
      #expect(server.requests.map(\.target) == ["/kept", "/closed"])
    }

    /// Many connections of their own, some of them cancelled, leave the transport in order.
    @Test func manyRequestsThatMayChangeSomething() async {
      let server = RawServer { _, connection in connection.answer() }
      defer { server.stop() }
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let client = HTTPClient(transport: testedTransport)
            let request = HTTPRequest.post(server.url, body: .bytes(Data("abc".utf8)))
            // By the real time, so that a request that gets lost ends.
            let task = Task { try await client.response(to: request, by: .system) }
            if number.isMultiple(of: 3) {
              for _ in 0..<number { await Task.yield() }
              task.cancel()
              _ = await task.result
            } else {
              let response = try? await task.value
              #expect(response?.status == 200)
            }
          }
        }
      }
    }

    @Test func nothingWasSentIfTheConnectionWasRefused() async {
      let error = await Web().error(of: .post("http://127.0.0.1:\(unusedPort())"))
      #expect(error?.isUnsent == true)
    }

    @Test(.enabled(if: testedTransport is URLSessionTransport, "the texts are those of libcurl"))
    func aProxyIsToldApartFromTheServer() {
      func error(_ code: Int, _ text: String) -> HTTPError {
        httpError(code: code, text: text, from: "a.b:80", hasProxy: true)
      }
      let refused = NSURLErrorCannotConnectToHost
      for text in [
        "Failed to connect to p.q port 3128 after 0 ms: Couldn't connect to server",
        "Could not resolve proxy: p.q", "Received HTTP code 403 from proxy after CONNECT",
        "CONNECT tunnel failed, response 403",
      ] { #expect(error(refused, text) == .proxyFailed("a.b:80", reason: text)) }
      let own = "Failed to connect to a.b port 80 after 0 ms: Couldn't connect to server"
      #expect(error(refused, own) == .connectionRefused("a.b:80"))
    }

    @Test func aServerThatAsksForAPassword() async {
      let (error, _) = await error { _, connection in
        connection.answer(401, "who?", headers: ["WWW-Authenticate: Basic realm=\"x\""])
      }
      #expect(error?.response?.status == 401)
      #expect(error?.response?.text == "who?")
    }
  }
}
