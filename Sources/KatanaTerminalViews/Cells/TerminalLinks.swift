/// Whether a terminal can be given links.
enum TerminalLinks {
  /// Returns whether the environment names none that is known to show them as letters.
  ///
  /// A terminal that does not know links leaves them out. The console of Linux and old terminals of text
  /// write what they contain, and VTE before 0.50 has crashed on them.
  static func areKnown(_ environment: [String: String]) -> Bool {
    let kind = environment["TERM"] ?? ""
    if ["linux", "vt", "ansi", "dumb", "cons"].contains(where: kind.hasPrefix) { return false }
    return environment["VTE_VERSION"].flatMap { Int($0) }.map { $0 >= 5_000 } ?? true
  }
}
