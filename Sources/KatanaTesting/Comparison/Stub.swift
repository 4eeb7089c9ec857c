import Katana
func modelText(expected: Any, actual: Any) -> String? {
  Difference.first(between: expected, and: actual).map { "  \($0)" }
}
enum ListMode { case exact, inAnyOrder, contains }
func commandsText(expected: [any Command], actual: [any Command], mode: ListMode) -> String? {
  mode == .contains ? nil : Difference.first(between: expected, and: actual).map { "  \($0)" }
}
func changesText(expected: [SubscriptionChange], actual: [SubscriptionChange], mode: ListMode)
  -> String?
{ mode == .contains ? nil : Difference.first(between: expected, and: actual).map { "  \($0)" } }
func valueText(_ value: Any) -> String { String(describing: value) }
