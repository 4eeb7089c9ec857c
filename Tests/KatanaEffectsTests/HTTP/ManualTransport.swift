import KatanaEffectInterpreters
import KatanaEffects

/// A transport whose events the test sends.
final class ManualTransport: HTTPTransport {
  /// An exchange that was started.
  struct Started: Sendable {
    let exchange: HTTPExchange
    let receive: @Sendable (HTTPTransportEvent) -> Void
    /// Ends when the exchange is cancelled.
    let cancellation: AsyncStream<Never>
  }

  private let started = AsyncStream.makeStream(of: Started.self)

  func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    let (stream, sender) = AsyncStream.makeStream(of: Never.self)
    started.continuation.yield(
      Started(exchange: exchange, receive: receive, cancellation: stream))
    return HTTPTransportTask { sender.finish() }
  }

  /// Waits for the next exchange.
  func next() async -> Started? { await started.stream.first { _ in true } }
}
