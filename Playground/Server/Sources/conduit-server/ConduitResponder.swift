import ConduitServer
import ConduitServerInterpreters
import HTTPTypes
import Hummingbird
import Katana
import KatanaEffects
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Translates between Hummingbird and the server, which does not depend on Hummingbird.
struct ConduitResponder: HTTPResponder {
  let server: Server
  let limits: ConnectionLimits

  func respond(
    to request: Hummingbird.Request, context: ConduitContext
  ) async throws -> Hummingbird.Response {
    let head = RequestHead(
      request.method.rawValue, request.uri.description,
      authorization: request.headers[.authorization].map { Secret($0) },
      contentLength: request.headers[.contentLength].flatMap { Int($0) })
    let isRead = Atomic(false)
    let answer = try await server.answer(head) {
      let body = try await within(limits.body, on: context.channel) {
        // The client sends its body only if the server wants to read it.
        if request.isBodyHeldBack {
          try await context.channel.writeAndFlush(
            HTTPResponsePart.head(HTTPResponse(status: .continue)))
        }
        return try await AdmittedRequest.body(request.body.map(\.readableBytesView))
      }
      isRead.store(body != nil, ordering: .relaxed)
      return body
    }
    var response = Hummingbird.Response(answer)
    if !isRead.load(ordering: .relaxed) {
      if request.bodyMayBeTooLarge || request.isBodyHeldBack {
        response.headers[.connection] = "close"
        close(context.channel)
      } else {
        // Hummingbird would read it after the answer, and as long as a byte comes now and then.
        try await within(limits.body, on: context.channel) { for try await _ in request.body {} }
      }
    }
    return response
  }

  /// Closes a connection if a function does not return in time.
  private func within<Value: Sendable>(
    _ limit: TimeAmount, on channel: any Channel, _ function: () async throws -> Value
  ) async rethrows -> Value {
    let end = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    defer { end.cancel() }
    return try await function()
  }

  /// Closes a connection a little later. At once, the client could lose the answer, because the
  /// rest of its body is still on its way. Hummingbird would read that to its end.
  private func close(_ channel: any Channel) {
    channel.eventLoop.scheduleTask(in: limits.refusal) { channel.close(promise: nil) }
  }
}

/// What Hummingbird keeps for a request, with its connection.
struct ConduitContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

extension Hummingbird.Request {
  /// Whether the client waits for a sign before it sends the body (RFC 9110, section 10.1.1).
  fileprivate var isBodyHeldBack: Bool { headers[.expect]?.lowercased() == "100-continue" }

  /// Whether the body has no size, or one that is above the limit.
  fileprivate var bodyMayBeTooLarge: Bool {
    if headers[.transferEncoding] != nil { return true }
    guard let length = headers[.contentLength] else { return false }
    return Int(length).map { $0 > AdmittedRequest.bodyLimit } ?? true
  }
}

extension Hummingbird.Response {
  fileprivate init(_ answer: EncodedResponse) {
    var headers = HTTPTypes.HTTPFields()
    for field in answer.headers.fields {
      guard let name = HTTPTypes.HTTPField.Name(field.name) else { continue }
      headers[name] = field.value.revealed
    }
    headers[.contentLength] = answer.length.map { "\($0)" }
    self.init(
      status: HTTPTypes.HTTPResponse.Status(code: answer.status), headers: headers,
      body: answer.body.isEmpty
        ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
