import KatanaEffects

/// Decides what to do when a connection that should stay open ends. Pure.
struct EventStreamState {
  enum End: Equatable {
    case retry(after: Duration)
    case stop(HTTPError?)

    /// The time before the next attempt; `nil` if there is none.
    var delay: Duration? { if case .retry(let delay) = self { delay } else { nil } }
  }

  /// The time before the first attempt to connect again; the server can change it.
  var retry = Duration.seconds(1)
  private var failures = 0

  static let longest = Duration.seconds(30)
  /// The longest time that a server can ask for with `Retry-After`.
  static let longestAsked = Duration.seconds(3_600)

  /// Resets the number of failures, because an event has arrived.
  mutating func received() { failures = 0 }

  /// Returns what to do after a connection has ended.
  ///
  /// - Parameter error: Why the connection ended; `nil` if the server closed it.
  mutating func ended(_ error: HTTPError?) -> End {
    if case .statusUnexpected(let response)? = error, response.status == 204 { return .stop(nil) }
    return ended(isTemporary: error?.isTemporary ?? true, error)
  }

  /// Returns what to do after a connection has ended.
  ///
  /// - Parameters:
  ///   - isTemporary: Whether another attempt may succeed.
  ///   - error: Why the connection ended; `nil` if the server closed it.
  mutating func ended(isTemporary: Bool, _ error: HTTPError?) -> End {
    if !isTemporary { return .stop(error) }
    defer { failures += 1 }
    return .retry(after: max(pause, min(error?.retryAfter ?? .zero, Self.longestAsked)))
  }

  /// The time that grows with each failure.
  private var pause: Duration {
    // A longer time could overflow when it is multiplied. A time of zero must grow after the first
    // failure.
    if failures == 0 || retry >= Self.longest { return retry }
    let delay = max(retry, .milliseconds(100)) * (1 << min(failures, 16))
    return min(delay, Self.longest)
  }
}
