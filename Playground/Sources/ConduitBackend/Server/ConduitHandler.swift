import FlyingFox
import Foundation

/// Translates between FlyingFox and the routes, which do not depend on FlyingFox.
struct ConduitHandler: HTTPHandler {
  let owner: StoreOwner
  let faults: [Fault]
  let unanswered: AsyncStream<String>.Continuation

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.target.path(percentEncoded: false)
    if let fault = faults.first(where: { $0.path == path }) {
      return response(to: path, behavior: fault.behavior)
    }
    return HTTPResponse(await owner.answer(try await APIRequest(request)))
  }

  private func response(to path: String, behavior: Fault.Behavior) -> HTTPResponse {
    switch behavior {
    case .status(let status, let body):
      HTTPResponse(APIResponse(status: status, body: Data((body ?? "").utf8)))
    case .redirect(let address):
      HTTPResponse(
        statusCode: HTTPStatusCode(302, phrase: "Found"),
        headers: [.location: address.absoluteString])
    case .malformedJSON:
      HTTPResponse(APIResponse(status: 200, body: Data(#"{"articles": [{"title": "Half a"#.utf8)))
    case .neverAnswer:
      // FlyingFox turns an error of a handler into an answer with status 500. Only the handshake of
      // a web socket may fail without a byte being sent, so a request without an answer is one.
      HTTPResponse(webSocket: EndlessHandshake { unanswered.yield(path) })
    }
  }
}

extension APIRequest {
  fileprivate init(_ request: HTTPRequest) async throws {
    self.init(
      method: request.method.rawValue,
      path: request.target.path(),
      query: Dictionary(
        request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      authorization: request.headers[.authorization],
      body: try await request.bodyData,
      receivedAt: Date())
  }
}

extension HTTPResponse {
  private static let namedStatusCodes: [HTTPStatusCode] = [
    .ok, .created, .noContent, .unauthorized, .forbidden, .notFound, .unprocessableContent,
    .internalServerError, .serviceUnavailable,
  ]

  fileprivate init(_ response: APIResponse) {
    let named = Self.namedStatusCodes.first { $0.code == response.status }
    self.init(
      statusCode: named ?? HTTPStatusCode(response.status, phrase: "Unnamed"),
      headers: [.contentType: "application/json; charset=utf-8"],
      body: response.body)
  }
}
