/// A difference between two values: its place, and its reason.
///
/// Values that are `Equatable` are compared by `==`, and others part by part.
package struct Difference: Equatable, Sendable {
  /// The path to the part that differs, such as `.session.user[2].name`. It is empty if the whole
  /// values differ.
  ///
  /// If all elements of a collection are `Identifiable`, the path contains their ids:
  /// `.rows[id: 7].title`.
  package var path: String
  /// The reason why the parts at the path are not known to be equal.
  package var reason: Reason

  /// The reason why two parts are not known to be equal. Long texts are shortened around the
  /// difference.
  package enum Reason: Equatable, Sendable {
    /// The parts differ. The values are the texts of the first and of the second part.
    case unequal(String, String)
    /// Only the first collection has this element.
    case missing(String)
    /// Only the second collection has this element.
    case unexpected(String)
    /// Both collections have this element, but in another order. The numbers are its index in the
    /// first and in the second collection.
    case reordered(String, Int, Int)
    /// The parts differ, but both have this text. The difference is in a secret, or in a value that
    /// the text does not show.
    case alike(String)
    /// The part cannot be compared, such as a function. The value is the name of its type.
    case incomparable(String)
  }

  /// Creates a difference.
  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Returns the first difference between two values, or `nil` if they are equal.
  package static func first(between lhs: Any, and rhs: Any) -> Difference? {
    firstWithPath(between: lhs, and: rhs)?.difference
  }

  /// Returns the first difference between two values with its path, or `nil` if they are equal.
  package static func firstWithPath(
    between lhs: Any, and rhs: Any
  ) -> (difference: Difference, path: DifferencePath)? {
    let comparison = Comparison(
      of: lhs, with: rhs, limit: 1, stopsAtLimit: true, quotesStrings: false)
    guard let difference = comparison.differences.first, let path = comparison.paths.first else {
      return nil
    }
    return (difference, path)
  }
}

/// Returns the differences between two values, at most `limit` of them. There are none if the
/// values are equal.
///
/// The differences are in the order of the parts. Those of dictionaries and sets are in the order
/// of the texts of their keys or elements.
package func differences(
  between expected: Any, and actual: Any, limit: Int
) -> [Difference] {
  Comparison(of: expected, with: actual, limit: limit, stopsAtLimit: true).differences
}

extension Difference: CustomStringConvertible {
  /// The path and the reason, on one line.
  package var description: String {
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
  /// Returns an explanation of how two values with this text differ.
  package static func whyAlike(_ text: String) -> String {
    text.contains("•••") ? "the secrets differ" : "they print alike, but == says they differ"
  }
}
