public import Foundation
public import KatanaEffects

/// What carries requests over the network; `URLSession` unless an app gives another one.
///
/// ```swift
/// .http(transport: MyClient())
/// ```
///
/// A transport sends one exchange at a time as it is told: it follows no redirects, keeps no
/// cookies and no cache, and has no time limits. All of that is done by its caller.
public protocol HTTPTransport: Sendable {
  /// Starts an exchange and returns at once.
  ///
  /// - Parameter receive: Is called with the events of the exchange, in their order, one at a time:
  ///   ``HTTPTransportEvent/sent(_:of:)`` and then, unless it fails, one
  ///   ``HTTPTransportEvent/head(_:)``, any ``HTTPTransportEvent/body(_:)``, and one
  ///   ``HTTPTransportEvent/ended(_:)``. It returns when it has taken the event, so that a
  ///   transport that waits for it has back-pressure. What comes after the cancellation is ignored.
  func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask
}

/// What happens in an exchange.
public enum HTTPTransportEvent: Sendable {
  /// So many bytes of the body were sent in all; of how many, if that is known.
  case sent(Int, of: Int?)
  /// The status and the headers of the answer have come.
  case head(HTTPHead)
  /// A piece of the answer's body has come.
  case body(Data)
  /// The exchange is over; with an error if the answer is not complete.
  case ended(HTTPError?)
}

/// The beginning of an answer.
public struct HTTPHead: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPFields
  /// How many bytes the body has; `nil` if the server does not say.
  public var length: Int?

  /// Creates the beginning of an answer. Cookies become secrets.
  public init(status: Int, headers: HTTPFields, length: Int? = nil) {
    (self.status, self.headers, self.length) = (status, headers, length)
    for index in headers.fields.indices where headers.fields[index].name.isHeaderName("Set-Cookie")
    {
      self.headers.fields[index].value = .secret(headers.fields[index].value.revealed)
    }
  }
}

/// An exchange that was started.
public struct HTTPTransportTask: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates the handle of an exchange.
  ///
  /// - Parameter onCancel: Ends the exchange and closes its connection. Is called from any thread,
  ///   also in `receive`, and after the end, and returns at once.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Ends the exchange.
  public func cancel() { onCancel() }
}
