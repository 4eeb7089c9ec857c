import Dispatch
import KatanaEffects

/// What all requests of one registration share.
final class HTTPClient: Sendable {
  let transport: any HTTPTransport
  /// Starts and cancels, in the order of the commands.
  let queue = DispatchQueue(label: "katana.http")
  /// Completes files, decodes and sends the messages, of several requests at a time.
  let finishing = DispatchQueue(label: "katana.http.finishing", attributes: .concurrent)
  let progress = HTTPProgressHub()
  /// Completes a request before it is sent.
  let prepare: @Sendable (HTTPRequest) -> HTTPRequest

  init(
    transport: any HTTPTransport,
    prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest = { $0 }
  ) {
    (self.transport, self.prepare) = (transport, prepare)
  }
}
