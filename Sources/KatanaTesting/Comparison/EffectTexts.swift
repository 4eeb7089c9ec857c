package import Katana

/// Returns the difference between two lists of commands as readable text, or `nil` if they match.
package func commandsText(
  expected: [any Command], actual: [any Command], mode: ListDifference<any Command>.Mode = .exact
) -> String? {
  ListDifference(expected: expected, actual: actual, mode: mode)?.text()
}

/// Returns the difference between two lists of messages as readable text, or `nil` if they match.
package func messagesText(
  expected: [any Message], actual: [any Message], mode: ListDifference<any Message>.Mode = .exact
) -> String? {
  ListDifference(expected: expected, actual: actual, mode: mode)?.text()
}
