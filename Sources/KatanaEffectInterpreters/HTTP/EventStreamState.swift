import KatanaEffects

/// Decides what to do when a connection to an event stream ends. Pure.
struct EventStreamState {
  enum End: Equatable {
    case retry(after: Duration)
    case stop(HTTPError?)
  }

  /// The time before the first attempt to connect again; the server can change it.
  var retry = Duration.seconds(1)
  private var failures = 0

  static let longest = Duration.seconds(30)

  /// Resets the number of failures, because an event has arrived.
  mutating func received() { failures = 0 }

  /// Returns what to do after a connection has ended.
  ///
  /// - Parameter error: Why the connection ended; `nil` if the server closed it.
  mutating func ended(_ error: HTTPError?) -> End {
    if case .statusUnexpected(let response)? = error, response.status == 204 { return .stop(nil) }
    if let error, !error.isTemporary { return .stop(error) }
    defer { failures += 1 }
    // A longer time could overflow when it is multiplied. A time of zero must grow after the first
    // failure.
    if failures == 0 || retry >= Self.longest { return .retry(after: retry) }
    let delay = max(retry, .milliseconds(100)) * (1 << min(failures, 16))
    return .retry(after: min(delay, Self.longest))
  }
}
