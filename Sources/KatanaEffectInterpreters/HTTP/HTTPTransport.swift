public import Foundation
public import KatanaEffects

/// Carries requests over the network. `URLSessionTransport` is the default.
///
/// ```swift
/// .http(transport: MyClient())
/// ```
///
/// A transport performs single exchanges. It must neither follow redirects nor apply time limits,
/// because its caller does both. It must neither keep cookies nor cache responses.
public protocol HTTPTransport: Sendable {
  /// Starts an exchange, and returns at once.
  ///
  /// - Parameters:
  ///   - exchange: The exchange to start.
  ///   - receive: Called with the events of the exchange, in order and one at a time: any number of
  ///     ``HTTPTransportEvent/sent(_:of:)``; one ``HTTPTransportEvent/head(_:)``, unless the
  ///     exchange fails before; any number of ``HTTPTransportEvent/body(_:)``; one
  ///     ``HTTPTransportEvent/ended(_:)``. It returns when it has handled the event, so a transport
  ///     that waits for it applies back-pressure. Events after the cancellation are ignored.
  /// - Returns: The handle that cancels the exchange.
  func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask
}

/// An event of an exchange.
public enum HTTPTransportEvent: Sendable {
  /// The number of bytes of the request's body that were sent so far, and its size if that is
  /// known.
  case sent(Int, of: Int?)
  /// The status and the headers of the response arrived.
  case head(HTTPHead)
  /// A piece of the response's body arrived.
  case body(Data)
  /// The exchange ended. The error is `nil` if the response is complete.
  case ended(HTTPError?)
}

/// The status and the headers of a response.
public struct HTTPHead: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPFields
  /// The size of the body in bytes; `nil` if the server did not state it.
  public var length: Int?

  /// Creates a head. The texts of `Set-Cookie` headers become secrets.
  public init(status: Int, headers: HTTPFields, length: Int? = nil) {
    (self.status, self.headers, self.length) = (status, headers, length)
    for index in headers.fields.indices where headers.fields[index].name.isHeaderName("Set-Cookie")
    {
      self.headers.fields[index].value = .secret(headers.fields[index].value.revealed)
    }
  }
}

extension HTTPHead {
  /// Whether the body is compressed, or encoded in another way, on its way.
  var isEncoded: Bool {
    !["", "identity"].contains(headers["Content-Encoding"]?.revealed.lowercased() ?? "")
  }

  /// The number of bytes of the body by each header that states it. Those of a body that is encoded
  /// are not the ones that arrive here, and chunks are of any length ([RFC 9112, section
  /// 6.3](https://www.rfc-editor.org/rfc/rfc9112.html#section-6.3)).
  var sizes: [Int] {
    if isEncoded { return [] }
    let isChunked = headers["Transfer-Encoding"] != nil
    return [isChunked ? nil : length, status == 206 ? ContentRange(self)?.count : nil]
      .compactMap(\.self)
  }
}

/// The part of a file that a response with the status 206 holds, by its header `Content-Range`, such as
/// `bytes 500-999/1000`. Pure.
struct ContentRange {
  let first: Int
  /// The number of bytes of the part.
  let count: Int
  /// Whether the part goes to the end of the file. If the server does not say so, it does not.
  let isRest: Bool

  /// Reads the header; `nil` if it is missing or not a range.
  init?(_ head: HTTPHead) {
    let text = head.headers["Content-Range"]?.revealed.lowercased() ?? ""
    let parts = text.split { " -/".contains($0) }
    guard parts.count == 4, parts[0] == "bytes", let first = Int(parts[1]),
      let last = Int(parts[2]),
      0...last ~= first, last < .max
    else { return nil }
    (self.first, count, isRest) = (first, last - first + 1, Int(parts[3]) == last + 1)
  }
}

/// The handle of an exchange that was started.
public struct HTTPTransportTask: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a handle.
  ///
  /// - Parameter onCancel: Ends the exchange and closes its connection. It must return at once. It
  ///   is called on any thread, possibly within `receive` and after the end of the exchange.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Ends the exchange, and closes its connection.
  public func cancel() { onCancel() }
}
