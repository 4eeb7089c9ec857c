import Katana

/// Returns a text that describes the differences between two models; `nil` if they are equal.
///
/// The text describes at most 20 differences. `−` marks the expected value, `+` the actual one:
///
/// ```
///   .session.user.name
///     − "ada"
///     + "bob"
///   .rows[id: 9]
///     + Row(id: 9, title: "new")      (unexpected)
/// ```
package func modelText(expected: Any, actual: Any) -> String? {
  let comparison = Comparison(of: expected, with: actual, limit: 20)
  guard comparison.count > 0 else { return nil }
  return comparison.lines(whole: "\(type(of: expected))").map { "  \($0)" }.joined(separator: "\n")
}
