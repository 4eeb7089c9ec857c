import Katana
import KatanaComparison
import KatanaRuntime

/// How values are named in recordings.
enum ValueText {
  /// The name of the command inside all wrappers.
  static func name(of command: any Command) -> String {
    ValueName((leaf(of: command) as? any Command) ?? command).fullName
  }
}
