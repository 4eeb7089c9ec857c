import ConduitServer
import ConduitServerInterpreters
import FlyingFox
import Foundation
import Katana
import KatanaEffects

/// Translates between FlyingFox and the server, which does not depend on FlyingFox.
struct ConduitHandler: HTTPHandler {
  let server: Server
  let faults: [Fault]
  let unanswered: AsyncStream<String>.Continuation

  func handleRequest(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
    let path = request.target.path(percentEncoded: false)
    if let fault = faults.first(where: { $0.path == path }) {
      return response(to: path, behavior: fault.behavior)
    }
    let head = RequestHead(
      request.method.rawValue, request.target.rawValue,
      authorization: request.headers[.authorization].map { Secret($0) },
      contentLength: request.headers[.contentLength].flatMap(Int.init))
    let answer = try await server.answer(head) {
      try await AdmittedRequest.body(request.bodySequence)
    }
    return FlyingFox.HTTPResponse(answer)
  }

  private func response(
    to path: String, behavior: Fault.Behavior
  ) -> FlyingFox.HTTPResponse {
    switch behavior {
    case .status(let status, let body):
      FlyingFox.HTTPResponse(
        EncodedResponse(
          status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
          body: Data((body ?? "").utf8)))
    case .redirect(let address):
      FlyingFox.HTTPResponse(
        EncodedResponse(status: 302, headers: ["Location": address.absoluteString], body: Data()))
    case .malformedJSON:
      FlyingFox.HTTPResponse(
        EncodedResponse(
          status: 200, headers: ["Content-Type": "application/json; charset=utf-8"],
          body: Data(#"{"articles": [{"title": "Half a"#.utf8)))
    case .neverAnswer:
      // FlyingFox turns an error of a handler into an answer with status 500. Only the handshake of
      // a web socket may fail without a byte being sent, so a request without an answer is one.
      FlyingFox.HTTPResponse(webSocket: EndlessHandshake { unanswered.yield(path) })
    }
  }
}

extension FlyingFox.HTTPResponse {
  fileprivate init(_ response: EncodedResponse) {
    var headers = FlyingFox.HTTPHeaders()
    for field in response.headers.fields {
      headers[HTTPHeader(field.name)] = field.value.revealed
    }
    headers[.contentLength] = response.length.map { "\($0)" }
    self.init(
      statusCode: HTTPStatusCode(response.status, phrase: "Status"), headers: headers,
      body: response.body)
  }
}
