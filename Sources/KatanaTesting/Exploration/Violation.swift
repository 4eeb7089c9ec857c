import Katana
import KatanaComparison
import KatanaRuntime

/// A mistake that a simulation found: what happened, why it matters, and how to fix it.
struct Violation: Sendable, Equatable {
  let text: String
  /// The kind of mistake, without times and values, by which two failures are compared.
  private(set) var kind: String
  /// Whether something happened outside of the simulation, which may have led to other violations.
  private(set) var isEscape = false
  /// Whether this is an invariant of the end, which may depend on all messages that were sent.
  private(set) var isFinalInvariant = false
  /// The number of messages that the failure shows.
  private(set) var shownMessages = 100

  private init(_ lines: String...) {
    text = lines.joined(separator: "\n")
    kind = lines.first ?? ""
  }

  static func invariant(_ name: String, _ moment: String, isFinal: Bool = false) -> Violation {
    var finding = Violation("the invariant \"\(name)\" does not hold \(moment).")
    finding.kind = "the invariant \"\(name)\""
    finding.isFinalInvariant = isFinal
    return finding
  }

  static func failure(
    _ what: String, at time: Duration, _ file: StaticString, _ line: UInt
  ) -> Violation {
    Violation("\(what).", "  Where: \(file):\(line)", "  When: \(milliseconds(time))")
  }

  static func issue(_ issue: RuntimeIssue) -> Violation {
    var finding = Violation(
      "the runtime reported an issue.", indented(issue.detailedText),
      "If that may happen in this test, pass `allowing: [.\(issue.kind)]`.")
    finding.kind = "\(issue.kind)"
    return finding
  }

  static func wiring(_ error: WiringError) -> Violation {
    Violation("the runtime could not be created.", indented(error.description))
  }

  /// - Parameter origin: A sentence about the seed that it comes from, unless that is the current
  ///   one.
  static func escape(_ what: String, origin: String?) -> Violation {
    let lines = [
      "\(what) from a thread outside of the simulation.", origin,
      "The seed does not decide what happens outside, so a failure could not be reproduced.",
      howToStayInside,
    ]
    var finding = Violation(lines.compactMap(\.self).joined(separator: "\n"))
    finding.isEscape = true
    return finding
  }

  static func restless(_ limit: Int) -> Violation {
    var finding = Violation(
      "the app did not come to rest within \(limit) turns and messages.",
      "Messages may cause each other for ever, or time may pass in too many small steps.",
      "To fix this, end the chain of causes; or pass a shorter `until:` or a larger `atMost:`.")
    // Enough to see which messages repeat.
    finding.shownMessages = 20
    return finding
  }

  static func pending(_ commands: [ValueName], canGoOn: Bool) -> Violation {
    let names = commands.map(\.fullName).joined(separator: ", ")
    let (are, wait) = commands.count == 1 ? ("is", "It waits") : ("are", "They wait")
    let end = canGoOn ? "the virtual time is over" : "nothing in the simulation can go on"
    let outside = "for something outside of the simulation, such as a real sleep or a real server"
    return Violation(
      "\(names) \(are) still running, and \(end).",
      "\(wait) \(canGoOn ? "for longer than `until:`, " : "")\(outside), or for ever.",
      "\(howToStayInside) If it may run for ever, pass `ignoringPending: true`.")
  }

  static func difference(_ first: String, _ second: String) -> Violation {
    Violation(
      "two runs of this seed took different courses.", "  First run: \(first)",
      "  Second run: \(second)", "Something is not decided by the seed.", howToStayInside,
      "Also, \(howToLetTheSeedDecide)")
  }

  static func difference(_ difference: Difference, in place: String) -> Violation {
    Violation(
      "two runs of this seed have different values.", "  In \(place)",
      "  Difference: \(difference)",
      "Something is not decided by the seed.", "To fix this, \(howToLetTheSeedDecide)")
  }

  /// Returns a violation if some runs of one seed failed and others did not.
  static func difference(between runs: [Violation?]) -> Violation? {
    guard let failed = runs.first(where: { $0 != nil }) ?? nil, runs.contains(nil) else {
      return nil
    }
    return .difference(failed.text, "no failure")
  }

  private static let howToStayInside = """
    To fix this, wait with `simulation.clock` or `simulation.pause()`, make tasks as child tasks \
    or with `simulation.executor`, and use no `Task { }`, `Task.sleep`, main actor, thread, \
    queue, or real input and output.
    """

  private static let howToLetTheSeedDecide = """
    create everything that a run uses in the closure of `explore`, take time from \
    `simulation.clock` and random values from `simulation.choose`, and let nothing depend on a \
    global variable, an address, or the order of a set or a dictionary.
    """
}

/// Returns a text with each line indented by two spaces.
func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    .joined(separator: "\n")
}
