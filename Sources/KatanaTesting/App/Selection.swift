import Katana
import KatanaComparison

/// Which of the held commands or subscriptions a test means.
struct Selection {
  /// The name of the type.
  let name: String
  /// What the values are, `command`, and what they are doing, `pending`.
  let noun: String
  let state: String
  /// Only a value equal to this; any of the type if `nil`.
  let value: Any?
  /// The number among those that match.
  let index: Int?

  /// The place of what is meant among the candidates of the type.
  ///
  /// - Parameter candidates: Each as an interpreter sees it, and as a parent sees it.
  func pick(_ candidates: [(leaf: Any, shown: Any)]) -> Int? {
    let matching = matches(candidates)
    guard let index else { return matching.count == 1 ? matching[0] : nil }
    return matching.indices.contains(index) ? matching[index] : nil
  }

  /// Why nothing could be picked although the test says that there is something.
  ///
  /// - Parameter hint: What else may be wrong.
  func severalText(
    _ candidates: [(leaf: Any, shown: Any)], hint: String? = nil
  ) -> String? {
    let matching = matches(candidates)
    if matching.isEmpty { return nil }
    let lines = matching.enumerated().map { "  \($0): \(valueText(candidates[$1].shown))" }
    let fix =
      index == nil
      ? "To fix this, say which one with `of:` or, where they are equal, with its number, `at:`."
      : "To fix this, give one of these numbers as `at:`."
    let verb = matching.count == 1 ? "is" : "are"
    return
      (["\(counted(matching.count, noun)) \(name) \(verb) \(state)."] + lines + [fix]
      + [hint].compactMap(\.self))
      .joined(separator: "\n")
  }

  private func matches(_ candidates: [(leaf: Any, shown: Any)]) -> [Int] {
    guard let value else { return Array(candidates.indices) }
    let wanted = uncontrolled(value)
    // What cannot be compared, such as a closure, does not make a difference.
    return candidates.indices.filter { index in
      Comparison.areEqual(candidates[index].leaf, wanted, apartFromIncomparable: true)
        || Comparison.areEqual(candidates[index].shown, wanted, apartFromIncomparable: true)
    }
  }
}

/// A command without what is said about it, such as `cancellable`, and about its messages: an
/// interpreter does not see it.
private func uncontrolled(_ value: Any) -> Any {
  switch value {
  case let controlled as ControlledCommand: return uncontrolled(controlled.content)
  case let mapped as MappedCommand: return uncontrolled(mapped.content)
  case let scoped as ScopedCommand:
    guard let content = uncontrolled(scoped.content) as? any Command else { return value }
    return ScopedCommand(content, in: scoped.scope)
  default: return value
  }
}
