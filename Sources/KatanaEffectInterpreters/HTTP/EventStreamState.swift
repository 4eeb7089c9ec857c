import KatanaEffects

/// Decides what follows from the end of a connection to an event stream: pure.
struct EventStreamState {
  enum End: Equatable {
    case retry(after: Duration)
    case stop(HTTPError?)
  }

  /// The time before the first attempt to connect again.
  var retry = Duration.seconds(1)
  private var failures = 0

  static let longest = Duration.seconds(30)

  /// An event has come: the connection works.
  mutating func received() { failures = 0 }

  /// The connection is over; `nil` if the server has closed it.
  mutating func ended(_ error: HTTPError?) -> End {
    if case .statusUnexpected(let response)? = error, response.status == 204 { return .stop(nil) }
    if let error, !error.isTemporary { return .stop(error) }
    defer { failures += 1 }
    // A product of a longer time might be beyond all durations; one of zero would be zero.
    if failures == 0 || retry >= Self.longest { return .retry(after: retry) }
    let delay = max(retry, .milliseconds(100)) * (1 << min(failures, 16))
    return .retry(after: min(delay, Self.longest))
  }
}
