package import Katana

/// How commands differ from the expected ones, for a person; `nil` if they match.
package func commandsText(
  expected: [any Command], actual: [any Command], mode: ListDifference<any Command>.Mode = .exact
) -> String? {
  ListDifference(expected: expected, actual: actual, mode: mode)?.text()
}

/// How messages differ from the expected ones, for a person; `nil` if they match.
package func messagesText(
  expected: [any Message], actual: [any Message], mode: ListDifference<any Message>.Mode = .exact
) -> String? {
  ListDifference(expected: expected, actual: actual, mode: mode)?.text()
}
