import ConduitServer
import ConduitServerInterpreters
import Foundation
import HTTPTypes
import Hummingbird
import Katana
import KatanaEffects
import NIOCore

/// Translates between Hummingbird and the server, which does not depend on Hummingbird.
struct ConduitResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let server: Server

  func respond(
    to request: Hummingbird.Request, context: Context
  ) async throws -> Hummingbird.Response {
    let head = RequestHead(
      request.method.rawValue, request.uri.description,
      authorization: request.headers[.authorization].map { Secret($0) },
      contentLength: request.headers[.contentLength].flatMap { Int($0) })
    let answer = try await server.answer(head) { try await body(of: request) }
    return Hummingbird.Response(answer)
  }

  /// Reads the body, and stops where it is too large.
  private func body(of request: Hummingbird.Request) async throws -> Data? {
    var body = Data()
    for try await bytes in request.body {
      body.append(contentsOf: bytes.readableBytesView)
      if body.count > AdmittedRequest.bodyLimit { return nil }
    }
    return body
  }
}

extension Hummingbird.Response {
  fileprivate init(_ answer: EncodedResponse) {
    var headers = HTTPTypes.HTTPFields()
    for field in answer.headers.fields {
      guard let name = HTTPTypes.HTTPField.Name(field.name) else { continue }
      headers[name] = field.value.revealed
    }
    headers[.contentLength] = "\(answer.length)"
    self.init(
      status: HTTPTypes.HTTPResponse.Status(code: answer.status), headers: headers,
      body: answer.body.isEmpty
        ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    // RFC 9110: an answer with this status states no length.
    if answer.status == 204 { self.headers[.contentLength] = nil }
  }
}
