/// Returns a text, without its middle if it is long.
///
/// The end is kept, because the modifiers at the end of a command determine when it runs.
package func shortened(_ text: String) -> String {
  guard text.count > Shortening.length else { return text }
  let end = (Shortening.length - 1) / 2
  return text.prefix(Shortening.length - 1 - end) + "…" + text.suffix(end)
}

/// Returns two texts. If one of them is long, returns the sections around their first difference.
package func shortened(_ first: String, _ second: String) -> (String, String) {
  let long = max(first.count, second.count) > Shortening.length
  guard long, first != second else { return (shortened(first), shortened(second)) }
  let common = zip(first, second).prefix { $0 == $1 }.count
  return (Shortening.around(common, first), Shortening.around(common, second))
}

private enum Shortening {
  static let length = 120
  /// The number of common characters that are kept before the first difference.
  private static let lead = 50

  static func around(_ place: Int, _ text: String) -> String {
    let start = place > lead * 3 / 2 ? place - lead : 0
    let rest = text.dropFirst(start)
    let room = length - (start > 0 ? 1 : 0)
    let shown = rest.count > room ? rest.prefix(room - 1) + "…" : String(rest)
    return start > 0 ? "…" + shown : shown
  }
}
