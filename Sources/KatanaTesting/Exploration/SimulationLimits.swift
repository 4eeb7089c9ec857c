import KatanaRuntime

/// The limits of a run, and what it tolerates; the parameters of `explore`.
struct SimulationLimits {
  var shufflesMessages = false
  var quiet: Duration
  var turns: Int
  var allowedIssues: [RuntimeIssue.Kind]
  var allowsPending: Bool
}
