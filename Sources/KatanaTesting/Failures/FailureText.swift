/// Returns the text of a failure: what happened, the values, why it matters, and how to fix it.
func failureText(
  _ what: String, _ values: [(String, String)] = [], why: String? = nil, fix: String? = nil
) -> String {
  let lines = values.map { name, value in "  \(name): \(value)" }
  return ([what] + lines + [why, fix.map { "To fix this, \($0)" }].compactMap(\.self))
    .joined(separator: "\n")
}

/// Returns values on one line, as failures show them, in order.
func shownList(_ values: [Any]) -> String {
  values.isEmpty ? "none" : values.map { valueText($0) }.joined(separator: ", ")
}

/// Returns a count with its noun, such as `1 message` or `2 messages`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
