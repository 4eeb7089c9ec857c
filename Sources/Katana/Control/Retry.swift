extension Command {
  /// The command, started again after an error that its interpreter throws, or that it answers with.
  ///
  /// A command that answers with its errors, such as one whose reply takes a `Result`, sends the error
  /// only if no attempt is left; it has finished then. A sequence in it is started again from its start.
  ///
  /// A cancelled attempt is not repeated. The last error is that of the whole: it is reported,
  /// unless ``onFailure(_:)`` says what to do. Messages that failed attempts have sent before are
  /// handled as usual.
  public func retried(_ retry: Retry) -> any Command {
    ControlledCommand(content: self, control: .retried(retry))
  }

  /// The command, with a message made from the error that its interpreter throws; it then counts as
  /// finished. An error that the command answers with is not one of these.
  ///
  /// ```swift
  /// Upload(file).retried(Retry(3)).onFailure(Reply { UploadMessage.failed("\($0)") })
  /// ```
  public func onFailure(_ reply: Reply<any Error>) -> any Command {
    ControlledCommand(content: self, control: .onFailureReply(reply))
  }

  /// The command, with a message that is sent if its interpreter throws an error; it then counts as
  /// finished. An error that the command answers with is not one of these.
  public func onFailure(_ message: any Message) -> any Command {
    ControlledCommand(content: self, control: .onFailure(message))
  }
}

/// How often, when and after which errors a command is started again.
///
/// ```swift
/// Upload(file).retried(Retry(3, after: .exponential(from: .seconds(1)), on: .types(URLError.self)))
/// ```
public struct Retry: Hashable, Sendable {
  /// How often it is started again at most.
  public var count: Int
  /// How long to wait before.
  public var backoff: Backoff
  /// After which errors.
  public var errors: RetriedErrors

  /// A number of further attempts, at once and after any error unless you say otherwise.
  public init(
    _ count: Int, after backoff: Backoff = .constant(.zero), on errors: RetriedErrors = .all
  ) {
    self.count = count
    self.backoff = backoff
    self.errors = errors
  }
}

/// How long to wait before each further attempt: data, so that it can be tested.
public struct Backoff: Hashable, Sendable {
  /// The time before the second attempt.
  public var first: Duration
  /// What each time is multiplied with to get the next.
  public var factor: Double
  /// No time is longer than this, before jitter.
  public var limit: Duration
  /// By which part of itself a time may be shorter or longer, from 0 to 1.
  public var jitter: Double
  /// What the jitter is made from. The same seed gives the same times, so take it from a message if
  /// many clients must not come back at once.
  public var seed: UInt64

  /// Always the same time.
  public static func constant(_ duration: Duration) -> Backoff {
    Backoff(first: duration, factor: 1, limit: duration, jitter: 0, seed: 0)
  }

  /// A time that grows.
  public static func exponential(
    from first: Duration, factor: Double = 2, limit: Duration = .seconds(60)
  ) -> Backoff {
    Backoff(first: first, factor: factor, limit: limit, jitter: 0, seed: 0)
  }

  /// The same, with each time made shorter or longer by up to a part of itself.
  public func jittered(by part: Double, seed: UInt64) -> Backoff {
    var backoff = self
    backoff.jitter = part
    backoff.seed = seed
    return backoff
  }

  /// The time before an attempt; the first further one is number 1.
  ///
  /// Never negative. A factor that is not a number means 1, such a jitter means 0; a jitter beyond 0 and 1
  /// means the nearer of both.
  public func delay(before attempt: Int) -> Duration {
    let limit = max(limit, .zero)
    var duration = min(max(first, .zero), limit)
    let factor = factor.isNaN ? 1 : max(factor, 0)
    var further = max(1, attempt) - 1
    while further > 0, factor != 1, (duration < limit) && (duration > .zero) {
      // A product beyond the limit may be beyond all durations too.
      duration = factor < limit / duration ? duration * factor : limit
      further -= 1
    }
    let part = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
    if part == 0 { return duration }
    return duration * (1 + part * noise(attempt))
  }

  /// A number from -1 to 1, spread evenly over attempts and seeds (SplitMix64's mixing function).
  private func noise(_ attempt: Int) -> Double {
    var bits = seed &+ UInt64(bitPattern: Int64(attempt)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / Double(1 << 52) - 1
  }
}

/// After which errors a command is started again.
public struct RetriedErrors: Hashable, @unchecked Sendable {
  // Sendable, because the functions that make one take only values that are.
  private var isAll = false
  private var types: Set<ObjectIdentifier> = []
  private var values: Set<AnyHashable> = []
  private var names: [String] = []

  /// Any error.
  public static let all = RetriedErrors(isAll: true)

  /// Errors of these types.
  public static func types(_ types: any Error.Type...) -> RetriedErrors {
    RetriedErrors(
      types: Set(types.map { ObjectIdentifier($0) }), names: types.map { "\($0).self" })
  }

  /// Errors equal to one of these.
  public static func only<E: Error & Hashable>(_ errors: E...) -> RetriedErrors {
    RetriedErrors(
      values: Set(errors.map { AnyHashable($0) }),
      names: errors.map { enumCaseName(of: $0).map { ".\($0)" } ?? "\($0)" })
  }

  /// Whether a command is started again after an error.
  public func contains(_ error: any Error) -> Bool {
    if isAll || types.contains(ObjectIdentifier(type(of: error))) { return true }
    guard let value = error as? any Hashable else { return false }
    return values.contains(AnyHashable(value))
  }
}

extension Retry: CustomStringConvertible {
  /// As its source writes it.
  public var description: String {
    "Retry(\(count), after: .\(backoff)\(errors == .all ? "" : ", on: .\(errors)"))"
  }
}

extension Backoff: CustomStringConvertible {
  /// As its source writes it, with a leading dot left to whoever prints it.
  public var description: String {
    let base =
      factor == 1
      ? "constant(\(durationText(first)))"
      : "exponential(from: \(durationText(first)), factor: \(factor), limit: \(durationText(limit)))"
    return jitter == 0 ? base : base + ".jittered(by: \(jitter), seed: \(seed))"
  }
}

extension RetriedErrors: CustomStringConvertible {
  /// As its source writes it, with a leading dot left to whoever prints it.
  public var description: String {
    if isAll { return "all" }
    return "\(values.isEmpty ? "types" : "only")(\(names.joined(separator: ", ")))"
  }
}
