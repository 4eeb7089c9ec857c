import Foundation
import Katana
@testable import KatanaEffects
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

    @Test func aBodyThatEndsTooEarly() async {
      let (error, host) = await error { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        connection.shutDown()
      }
      #expect(error?.adding(nil) == .bodyCut(host))
      #expect(error?.response?.status == 200)
    }

    @Test func aChunkedBodyThatEndsTooEarly() async {
      let (error, host) = await error { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
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

    @Test func aServerThatAsksForAPassword() async {
      let (error, _) = await error { _, connection in
        connection.answer(401, "who?", headers: ["WWW-Authenticate: Basic realm=\"x\""])
      }
      #expect(error?.response?.status == 401)
      #expect(error?.response?.text == "who?")
    }
  }
}
