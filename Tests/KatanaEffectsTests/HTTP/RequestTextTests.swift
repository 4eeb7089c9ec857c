import Foundation
import KatanaEffects
import Testing

@testable import KatanaEffectInterpreters

/// A transport that answers each request at once, so that a request that must not be sent succeeds.
final class AnsweringTransport: HTTPTransport {
  func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    receive(.head(HTTPHead(status: 200, headers: [:])))
    receive(.ended(nil))
    return HTTPTransportTask {}
  }
}

extension RealEffects {
  /// No text of an app becomes a line of the protocol, and none of these requests is sent.
  @Suite struct RequestTextTests {
    private let transport = AnsweringTransport()

    private func error(of request: HTTPRequest) async -> HTTPError? {
      await Web(transport).error(of: request)
    }

    static let evil = [
      "GET /evil HTTP/1.1\r\nX-Evil: 1\r\nX-Rest:", "G T", "", "GET\n", "G\0", "É",
    ]

    @Test(arguments: evil)
    func aMethodIsAToken(_ name: String) async {
      let error = await error(of: HTTPRequest(HTTPMethod(name), "http://a.b/"))
      #expect(error == .invalidMethod(name))
      #expect(error?.description.contains("\n") == false)
      #expect(error?.isTemporary == false)
    }

    @Test(arguments: ["a\r\nX: 1", "a b", "", "a:", "a\0", "é"])
    func aNameOfAHeaderIsAToken(_ name: String) async {
      let request = HTTPRequest.get("http://a.b/", headers: [name: "x"])
      let error = await error(of: request)
      #expect(error == .invalidHeader(name))
      #expect(error?.description.contains("\n") == false)
    }

    @Test(arguments: [
      "text/plain\r\nX-Evil: 1", "text/plain\n", "text/plain\rX-Evil: 1", "a\0", "a\u{7F}",
    ])
    func aTypeIsOneLine(_ type: String) async {
      for body in [
        HTTPBody.bytes(Data(), type: type), .file("/dev/null", type: type),
        .multipart([HTTPPart("a", fileName: "b", type: type, content: Data())]),
      ] {
        let error = await error(of: .post("http://a.b/", body: body))
        // A file is looked at before.
        if case .fileUnreadable? = error { continue }
        #expect(error == .invalidHeader("Content-Type"))
      }
      let request = HTTPRequest.get("http://a.b/", headers: ["X": type])
      #expect(await error(of: request) == .invalidHeader("X"))
    }

    @Test(arguments: ["Content-Length", "transfer-encoding", "Connection", "TE", "Upgrade"])
    func noHeaderSaysWhereTheRequestEnds(_ name: String) async {
      let request = HTTPRequest.post(
        "http://a.b/", headers: [name: "5"], body: .bytes(Data("GET /evil".utf8)))
      #expect(await error(of: request) == .invalidHeader(name))
    }
  }
}
