import Katana
import KatanaComparison

/// Returns the difference between two lists of subscription changes as readable text, or `nil` if
/// they match.
func changesText(
  expected: [SubscriptionChange], actual: [SubscriptionChange],
  mode: ListDifference<SubscriptionChange>.Mode
) -> String? {
  ListDifference(
    expected: expected, actual: actual, mode: mode,
    areEqual: { $0.verb == $1.verb && Comparison.areEqual($0.subscription, $1.subscription) },
    areSimilar: { EffectKind(of: $0.subscription) == EffectKind(of: $1.subscription) }
  )?.text { "\($0.verb) \(valueText($0.subscription))" }
}

/// Returns a value as a failure shows it: on one line, shortened, and without secrets.
package func valueText(_ value: Any) -> String {
  shortened(sourceText(of: value, namesType: true, limit: 1_000))
}

extension SubscriptionChange {
  fileprivate var verb: String {
    switch self {
    case .started: "started"
    case .stopped: "stopped"
    case .changed: "changed"
    case .kept: "kept"
    }
  }
}
