public import struct Foundation.Date

/// A number that moves from one value to another within a time.
///
/// It is a value in the model; the face draws what is between. A test of the model needs no frames,
/// and a test of the face moves a clock by hand. A face that reduces motion shows the end at once.
///
/// ```swift
/// case .opened(let date):
///   model.height = Motion(from: 0, to: 10, start: date, lasting: .milliseconds(300))
/// ```
public struct Motion: Hashable, Codable, Sendable {
  /// The speed on the way.
  public enum Curve: Hashable, Codable, Sendable {
    /// The same at all times.
    case linear
    /// Slower at the start and at the end.
    case eased
  }

  /// The value until the start.
  public var from: Double
  /// The value from the end on.
  public var to: Double
  /// When it starts.
  public var start: Date
  /// How long it takes, in seconds.
  public var seconds: Double
  /// The speed on the way.
  public var curve: Curve

  /// Creates a number that moves.
  ///
  /// - Parameters:
  ///   - from: The value until the start.
  ///   - to: The value from the end on.
  ///   - start: When it starts, such as the answer of `Now`.
  ///   - duration: How long it takes.
  ///   - curve: The speed on the way.
  public init(
    from: Double, to: Double, start: Date, lasting duration: Duration, _ curve: Curve = .eased
  ) {
    (self.from, self.to, self.start, self.curve) = (from, to, start, curve)
    seconds = max(duration / .seconds(1), 0)
  }

  /// Creates a number that stays where it is.
  public init(at value: Double) {
    (from, to, start, seconds, curve) = (value, value, Date(timeIntervalSince1970: 0), 0, .linear)
  }

  /// Returns the value at a time.
  public func value(at date: Date) -> Double {
    if isOver(at: date) { return to }
    let part = max(date.timeIntervalSince(start) / seconds, 0)
    let way = curve == .linear ? part : part * part * (3 - 2 * part)
    return from + (to - from) * way
  }

  /// Returns whether the value does not change from a time on.
  public func isOver(at date: Date) -> Bool {
    from == to || date.timeIntervalSince(start) >= seconds
  }
}
