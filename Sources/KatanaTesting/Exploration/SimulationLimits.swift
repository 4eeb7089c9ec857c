import KatanaRuntime

/// How far a simulation goes, and what it lets pass.
struct SimulationLimits {
  var shufflesMessages = false
  var quiet: Duration
  var turns: Int
  var allowedIssues: [RuntimeIssue.Kind]
  var allowsPending: Bool
}
