import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// Returns the interpreters of the program.
///
/// - Parameter folder: Where the timer is kept for the next start; `nil` if it is not kept.
func timerInterpreters(keepingIn folder: String?) -> [Interpreter] {
  [.time(), .terminal(), .store(folder)]
}
