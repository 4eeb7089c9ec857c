import Katana

/// Where a model is not as expected, for a person; `nil` if they are equal.
///
/// One block for each place, at most 20, `−` what was expected, `+` what is:
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
