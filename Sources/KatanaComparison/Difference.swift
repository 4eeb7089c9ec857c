/// Where two values differ, or why they cannot be compared.
///
/// Values are compared by `==` where they are `Equatable`, otherwise part by part.
public struct Difference: Equatable, Sendable {
  /// The way to the part that differs, such as `.session.user[2].name`; empty for the whole.
  ///
  /// Elements that are all `Identifiable` are found by their ids: `.rows[id: 7].title`.
  public var path: String
  /// What is known about that part.
  public var reason: Reason

  /// Why two parts are not known to be equal. Long texts are shortened around what differs.
  public enum Reason: Equatable, Sendable {
    /// The parts differ; both as they print themselves.
    case unequal(String, String)
    /// The first collection has this element, the second has not.
    case missing(String)
    /// The second collection has this element, the first has not.
    case unexpected(String)
    /// Both have the element, with others before it: its index in the first and in the second.
    case reordered(String, Int, Int)
    /// The parts differ, but print alike: in a secret, or in something that they do not print.
    case alike(String)
    /// The part holds something that cannot be compared, such as a function, of the type named.
    case incomparable(String)
  }

  /// A difference at a path.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The first difference between two values, or `nil` if they are equal.
  public static func first(between lhs: Any, and rhs: Any) -> Difference? {
    Comparison(of: lhs, with: rhs, limit: 1, stopsAtLimit: true, quotesStrings: false)
      .differences.first
  }
}

/// The differences between two values, at most `limit` of them; none if the values are equal.
///
/// Of dictionaries in the order of their printed keys, of other values in the order of their parts.
package func differences(
  between expected: Any, and actual: Any, limit: Int
) -> [Difference] {
  Comparison(of: expected, with: actual, limit: limit, stopsAtLimit: true).differences
}

extension Difference: CustomStringConvertible {
  /// One line: the path and the reason.
  public var description: String {
    let place = path.isEmpty ? "the value" : path
    return switch reason {
    case .unequal(let lhs, let rhs): "\(place): \(lhs) is not \(rhs)"
    case .missing(let text): "\(place): only the first has \(text)"
    case .unexpected(let text): "\(place): only the second has \(text)"
    case .reordered(let text, let lhs, let rhs):
      "\(place): \(text) has the index \(lhs) in the first, \(rhs) in the second"
    case .alike(let text): "\(place): \(text) on both sides: \(Reason.whyAlike(text))"
    case .incomparable(let type):
      "\(place) cannot be compared: \(type) is not Equatable and has no parts"
    }
  }
}

extension Difference.Reason {
  /// How two values that print this text can differ.
  package static func whyAlike(_ text: String) -> String {
    text.contains("•••") ? "the secrets differ" : "they print alike, but == says they differ"
  }
}
