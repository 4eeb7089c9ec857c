import Katana
import KatanaComparison

/// Selects the command or the subscription that a test means.
struct Selection {
  /// The name of the type.
  let name: String
  /// The kind of the values, such as `command`, and their state, such as `pending`: for failures.
  let noun: String
  let state: String
  /// The value that a candidate must equal; `nil` if any of the type will do.
  let value: Any?
  /// The index among the candidates that match; `nil` if exactly one must match.
  let index: Int?

  /// Returns the index of the selected candidate, or `nil` if none or several match.
  ///
  /// - Parameter candidates: The values of the type: each as its interpreter receives it, and
  ///   wrapped in the scope of its child.
  func pick(_ candidates: [(leaf: Any, shown: Any)]) -> Int? {
    let matching = matches(candidates)
    guard let index else { return matching.count == 1 ? matching[0] : nil }
    return matching.indices.contains(index) ? matching[index] : nil
  }

  /// Returns the text of a failure for a selection that is not unique, or `nil` if none match.
  ///
  /// - Parameter hint: Another possible cause, for the last line.
  func severalText(
    _ candidates: [(leaf: Any, shown: Any)], hint: String? = nil
  ) -> String? {
    let matching = matches(candidates)
    if matching.isEmpty { return nil }
    let lines = matching.enumerated().map { "  \($0): \(valueText(candidates[$1].shown))" }
    let fix =
      index == nil
      ? "To fix this, select one with `of:`, or by its child with `in:`. If they are equal, give its"
        + " number as `at:`."
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
    // Parts that cannot be compared, such as closures, count as equal.
    return candidates.indices.filter { index in
      Comparison.areEqual(candidates[index].leaf, wanted, apartFromIncomparable: true)
        || Comparison.areEqual(candidates[index].shown, wanted, apartFromIncomparable: true)
    }
  }
}

/// A command without its modifiers, such as `cancellable`, and without the mapping of its messages:
/// the command as its interpreter receives it.
private func uncontrolled(_ value: Any) -> Any {
  switch value {
  case let controlled as ControlledCommand: return uncontrolled(controlled.content)
  case let layered as LayeredCommand:
    guard case .scope(let address, _) = layered.layer else { return uncontrolled(layered.content) }
    guard let content = uncontrolled(layered.content) as? any Command else { return value }
    return LayeredCommand(content, in: address)
  default: return value
  }
}
