extension Command {
  /// Returns the command with a rule for further attempts after an error.
  ///
  /// The error may be one that the interpreter throws or answers with, or the ``CommandTimedOut``
  /// of a time limit inside. The command fails with its last error in three cases: no attempt is
  /// left, the rule does not include the error, or the runtime finishes. An answer is sent then,
  /// and not before. An error without an answer is reported, unless `onFailure(_:)` around the
  /// command handles it.
  ///
  /// A cancelled attempt is not repeated. A ``Sequential`` starts again with its first command.
  /// Other messages that a failed attempt has sent are handled as usual.
  ///
  /// With a reply, the app is told before each further attempt. The pause begins when that message has
  /// been handled:
  ///
  /// ```swift
  /// Upload(file).retried(Retry(3), telling: reply { .uploadPaused($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - retry: How often the command starts again, after which pauses and which errors.
  ///   - reply: Makes the message before a further attempt; none by default.
  public func retried(_ retry: Retry, telling reply: Reply<RetryPause>? = nil) -> any Command {
    ControlledCommand(content: self, control: .retried(retry, telling: reply))
  }

  /// Returns the command with a reply that makes a message from the error if the command fails
  /// without an answer.
  ///
  /// That is so if its interpreter throws, or if the time limit of ``timingOut(after:)`` is
  /// exceeded. After the message has been handled, the command counts as finished. A command that
  /// answers with an error has failed too, but its answer tells the app, so this reply is not used.
  ///
  /// ```swift
  /// Upload(file).retried(Retry(3)).onFailure(Reply { UploadMessage.failed("\($0)") })
  /// ```
  public func onFailure(_ reply: Reply<any Error>) -> any Command {
    ControlledCommand(content: self, control: .onFailureReply(reply))
  }

  /// Returns the command with a message that is sent if the command fails without an answer.
  ///
  /// That is so if its interpreter throws, or if the time limit of ``timingOut(after:)`` is
  /// exceeded. After the message has been handled, the command counts as finished. A command that
  /// answers with an error has failed too, but its answer tells the app, so this reply is not used.
  public func onFailure(_ message: any Message) -> any Command {
    ControlledCommand(content: self, control: .onFailure(message))
  }
}

/// How often, after which pauses and after which errors a command starts again; see
/// ``Command/retried(_:telling:)``.
///
/// ```swift
/// Upload(file).retried(
///   Retry(3, after: .exponential(from: .seconds(1)), on: .types(URLError.self)))
/// ```
public struct Retry: Hashable, Sendable {
  /// The largest number of further attempts.
  package var count: Int
  /// The pauses before the further attempts.
  package var backoff: Backoff
  /// The errors after which there is a further attempt.
  package var errors: RetriedErrors
  /// The longest pause that an error may ask for; see ``RetryableError/retryAfter``.
  package var longestWait: Duration

  /// Creates a rule for further attempts.
  ///
  /// - Parameters:
  ///   - count: The largest number of further attempts.
  ///   - backoff: The pauses before them; none by default.
  ///   - errors: The errors after which there is a further attempt; those that may pass by default.
  ///   - longestWait: The longest pause that an error may ask for, such as a server that is too
  ///     busy; a minute by default. A longer one is cut to this.
  public init(
    _ count: Int, after backoff: Backoff = .constant(.zero), on errors: RetriedErrors = .temporary,
    waitingAtMost longestWait: Duration = .seconds(60)
  ) {
    self.count = count
    self.backoff = backoff
    self.errors = errors
    self.longestWait = longestWait
  }

  /// Returns the pause before a further attempt: that of the backoff, or the one that the error asks
  /// for if that is longer.
  ///
  /// - Parameters:
  ///   - attempt: The number of the further attempt. The first one is 1.
  ///   - error: The error of the attempt before.
  package func delay(before attempt: Int, after error: any Error) -> Duration {
    let asked = (error as? any RetryableError)?.retryAfter ?? .zero
    return max(backoff.delay(before: attempt), min(asked, longestWait))
  }
}

/// What an app is told before a further attempt; see ``Command/retried(_:telling:)``.
public struct RetryPause: Hashable, Codable, Sendable {
  /// The number of the attempt that follows, as a person counts them: 2 after the first failure.
  public var attempt: Int
  /// The largest number of attempts: one more than that of the ``Retry``.
  public var attempts: Int
  /// The time until it starts.
  public var duration: Duration

  /// Creates what an app is told, for tests.
  public init(attempt: Int, attempts: Int, duration: Duration) {
    (self.attempt, self.attempts, self.duration) = (attempt, attempts, duration)
  }
}

/// An error that says whether the same command may succeed later.
///
/// By default, a `retried` starts a command again only after an error that may pass. An error of
/// another type counts as one that may pass.
///
/// ```swift
/// enum PrinterError: RetryableError {
///   case busy, noSuchPrinter
///
///   var isTemporary: Bool { self == .busy }
/// }
/// ```
public protocol RetryableError: Error {
  /// Whether a further attempt may succeed.
  var isTemporary: Bool { get }
  /// The pause that the error asks for before the next attempt, such as the one in `Retry-After` of
  /// HTTP; `nil` if it asks for none, which is the default.
  var retryAfter: Duration? { get }
}

extension RetryableError {
  /// No pause.
  public var retryAfter: Duration? { nil }
}

/// The pause before each further attempt. It is a value, so that tests can compare it.
public struct Backoff: Hashable, Sendable {
  /// The pause before the first further attempt.
  package var first: Duration
  /// The factor from each pause to the next.
  package var factor: Double
  /// The longest pause, before jitter is applied.
  package var limit: Duration
  /// The largest fraction of itself, from 0 to 1, by which a pause becomes shorter or longer.
  package var jitter: Double
  /// The seed of the jitter. Equal seeds give equal pauses.
  ///
  /// If many clients must not start again at the same moment, each needs its own seed. Take the
  /// seed from a message, because an update that creates a random one is not pure.
  package var seed: UInt64

  /// Returns a backoff whose pauses are all equal.
  public static func constant(_ duration: Duration) -> Backoff {
    Backoff(first: duration, factor: 1, limit: duration, jitter: 0, seed: 0)
  }

  /// Returns a backoff whose pauses grow.
  ///
  /// - Parameters:
  ///   - first: The pause before the first further attempt.
  ///   - factor: The factor from each pause to the next.
  ///   - limit: The longest pause.
  public static func exponential(
    from first: Duration, factor: Double = 2, limit: Duration = .seconds(60)
  ) -> Backoff {
    Backoff(first: first, factor: factor, limit: limit, jitter: 0, seed: 0)
  }

  /// Returns the backoff with jitter, which makes each pause shorter or longer.
  ///
  /// - Parameters:
  ///   - part: The largest fraction of itself, from 0 to 1, by which a pause changes.
  ///   - seed: The seed of the jitter, so that equal rules make equal pauses.
  public func jittered(by part: Double, seed: UInt64) -> Backoff {
    var backoff = self
    backoff.jitter = part
    backoff.seed = seed
    return backoff
  }

  /// Returns the pause before a further attempt.
  ///
  /// A factor that is NaN counts as 1, and a negative one as 0. A jitter that is NaN counts as 0,
  /// and one outside of 0 to 1 as the nearer bound.
  ///
  /// - Parameter attempt: The number of the further attempt. The first one is 1.
  /// - Returns: A duration that is never negative.
  package func delay(before attempt: Int) -> Duration {
    let limit = max(limit, .zero).saturated
    var duration = min(max(first, .zero), limit)
    let factor = factor.isNaN ? 1 : max(factor, 0)
    var further = max(1, attempt) - 1
    while further > 0, factor != 1, (duration < limit) && (duration > .zero) {
      // Checked first, because a product above the limit may be larger than any duration.
      duration = factor < limit / duration ? duration * factor : limit
      further -= 1
    }
    let part = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
    if part == 0 { return duration }
    // At most twice the longest time, which is a duration.
    return (duration * (1 + part * noise(attempt))).saturated
  }

  /// Returns a number from -1 to 1, evenly distributed over attempts and seeds, by the mixing
  /// function of SplitMix64.
  private func noise(_ attempt: Int) -> Double {
    var bits = seed &+ UInt64(bitPattern: Int64(attempt)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / 0x1p52 - 1
  }
}

/// The errors after which a command starts again.
public struct RetriedErrors: Hashable, @unchecked Sendable {
  // Sendable, because the functions that create one take only Sendable values.
  private var kind = Kind.listed
  private var types: Set<ObjectIdentifier> = []
  private var values: Set<AnyHashable> = []
  private var names: [String] = []

  private enum Kind { case all, temporary, listed }

  /// Any error.
  public static let all = RetriedErrors(kind: .all)

  /// The errors that may pass: a ``RetryableError`` that is temporary, and any error of another
  /// type.
  public static let temporary = RetriedErrors(kind: .temporary)

  /// Returns whether two values mean the same errors, in whatever order they were given.
  public static func == (lhs: RetriedErrors, rhs: RetriedErrors) -> Bool {
    lhs.kind == rhs.kind && lhs.types == rhs.types && lhs.values == rhs.values
  }

  /// Hashes the errors, in whatever order they were given.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(types)
    hasher.combine(values)
  }

  /// Returns the errors of some types. An error of a subclass does not count.
  public static func types(_ types: any Error.Type...) -> RetriedErrors {
    RetriedErrors(
      types: Set(types.map { ObjectIdentifier($0) }), names: types.map { "\($0).self" })
  }

  /// Returns the errors that are equal to one of those given.
  public static func only<E: Error & Hashable>(_ errors: E...) -> RetriedErrors {
    RetriedErrors(
      values: Set(errors.map { AnyHashable($0) }),
      names: errors.map { enumCaseName(of: $0).map { ".\($0)" } ?? "\($0)" })
  }

  /// Returns whether a command starts again after an error.
  package func contains(_ error: any Error) -> Bool {
    switch kind {
    case .all: return true
    case .temporary: return (error as? any RetryableError)?.isTemporary ?? true
    case .listed: if types.contains(ObjectIdentifier(type(of: error))) { return true }
    }
    guard let value = error as? any Hashable else { return false }
    return values.contains(AnyHashable(value))
  }
}

extension Retry: CustomStringConvertible {
  /// The rule as Swift source.
  public var description: String {
    let errors = errors == .temporary ? "" : ", on: .\(errors)"
    let wait = longestWait == .seconds(60) ? "" : ", waitingAtMost: \(durationText(longestWait))"
    return "Retry(\(count), after: .\(backoff)\(errors)\(wait))"
  }
}

extension Backoff: CustomStringConvertible {
  /// The backoff as Swift source without its leading dot, such as `constant(.seconds(1))`.
  public var description: String {
    let first = durationText(first)
    let base =
      factor == 1
      ? "constant(\(first))"
      : "exponential(from: \(first), factor: \(factor), limit: \(durationText(limit)))"
    return jitter == 0 ? base : base + ".jittered(by: \(jitter), seed: \(seed))"
  }
}

extension RetriedErrors: CustomStringConvertible {
  /// The errors as Swift source without the leading dot, such as `all`.
  public var description: String {
    switch kind {
    case .all: return "all"
    case .temporary: return "temporary"
    case .listed: break
    }
    return "\(values.isEmpty ? "types" : "only")(\(names.joined(separator: ", ")))"
  }
}
