import ConduitServer
import Foundation
import Katana
public import KatanaEffectInterpreters
import KatanaEffects

/// Carries the requests of a client to a server in the same process. No socket is opened.
///
/// ```swift
/// let client = APIClient(server: url, transport: InProcessTransport(server))
/// ```
///
/// The host of the address does not matter.
public struct InProcessTransport: HTTPTransport {
  private let server: Server

  /// Creates a transport to a server.
  public init(_ server: Server) { self.server = server }

  /// Gives the request to the server, in a task of its own.
  public func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    let task = Task {
      do {
        let body = try exchange.body.data
        let answer = await server.answer(RequestHead(exchange, length: body.count)) { body }
        if !body.isEmpty { receive(.sent(body.count, of: body.count)) }
        receive(
          .head(HTTPHead(status: answer.status, headers: answer.headers, length: answer.length)))
        if !answer.body.isEmpty { receive(.body(answer.body)) }
        receive(.ended(nil))
      } catch {
        receive(
          .ended(.transportFailed(exchange.url.host() ?? "", code: 0, reason: "\(error)")))
      }
    }
    return HTTPTransportTask { task.cancel() }
  }
}

extension HTTPExchange.Body {
  fileprivate var data: Data {
    get throws {
      switch self {
      case .none: Data()
      case .bytes(let data): data
      case .file(let path): try Data(contentsOf: URL(filePath: path))
      }
    }
  }
}

extension RequestHead {
  fileprivate init(_ exchange: HTTPExchange, length: Int) {
    let query = exchange.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    self.init(
      exchange.method.name, exchange.url.path(percentEncoded: true) + query,
      authorization: exchange.headers["Authorization"].map { Secret($0.revealed) },
      contentLength: length)
  }
}
