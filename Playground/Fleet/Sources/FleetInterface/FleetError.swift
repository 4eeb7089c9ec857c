public import Katana

/// Why a command could not be performed by a fleet: what happened, and how to fix it.
public enum FleetError: RetryableError, Equatable, Codable, CustomStringConvertible {
  /// No server can be reached.
  case unreachable(servers: [String], reason: String)
  /// A server or the client has refused something.
  case refused(String)
  /// The command cannot be encoded.
  case notSent(type: String, reason: String)
  /// No worker has performed commands of the type for some time.
  case notTaken(type: String, after: Duration)
  /// The command was begun too often without an answer.
  case givenUp(type: String, deliveries: Int)
  /// The interpreter of the worker has failed.
  case failed(
    type: String, reason: String, isTemporary: Bool = true, retryAfter: Duration? = nil)
  /// As many commands wait for their answers as may wait.
  case tooManyWaiting(Int)
  /// A command or an answer cannot be decoded.
  case unreadable(type: String, reason: String)

  /// What happened, and how to fix it.
  public var description: String {
    switch self {
    case .unreachable(let servers, let reason):
      "No server of the fleet can be reached at \(servers.joined(separator: ", ")): \(reason). To fix this,"
        + " start nats-server with -js, or give its address in `servers`."
    case .refused(let reason):
      "The fleet has refused it: \(reason). To fix this, change the `FleetOptions` or what is sent, or the"
        + " configuration of nats-server."
    case .notSent(let type, let reason):
      "\(type) was not sent: \(reason). To fix this, leave out of its `CodingKeys` what must stay at home; a"
        + " secret travels if `secrets: .revealed` is said where the command is given to the fleet."
    case .notTaken(let type, let time):
      "No worker has taken \(type) within \(time). To fix this, start a worker that lists the type, or give it"
        + " more time in `takingLimit`."
    case .givenUp(let type, let count):
      "\(type) was begun \(count) times without an answer, and is given up: it may have ended its workers. It"
        + " stands in the stream FLEET_DEAD; `givenUp()` returns it, and `sendAgain(_:)` sends it again."
    case .failed(let type, let reason, _, _): "\(type) has failed on its worker: \(reason)"
    case .tooManyWaiting(let count):
      "\(count) commands wait for the fleet, and one more was refused. To fix this, start more workers, or"
        + " raise `waitingLimit`."
    case .unreadable(let type, let reason):
      "What the fleet has sent for \(type) cannot be read: \(reason)\(reason.hasSuffix(".") ? "" : ".") To fix this, use one version of the type"
        + " on both sides, or another `form`."
    }
  }

  /// Whether the same command may succeed later.
  public var isTemporary: Bool {
    switch self {
    case .unreachable, .notTaken, .tooManyWaiting: true
    case .refused, .notSent, .givenUp, .unreadable: false
    case .failed(_, _, let isTemporary, _): isTemporary
    }
  }

  /// The pause that the error of the worker asks for.
  public var retryAfter: Duration? {
    if case .failed(_, _, _, let pause) = self { pause } else { nil }
  }
}
