import Katana
import KatanaComparison
import KatanaRuntime

/// The names of values in recordings.
enum ValueText {
  /// The name of the command inside all wrappers.
  static func name(of command: any Command) -> String {
    ValueName((leaf(of: command) as? any Command) ?? command).fullName
  }
}
