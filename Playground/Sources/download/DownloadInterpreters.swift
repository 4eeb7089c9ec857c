import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// Returns the interpreters of the program.
func downloadInterpreters() -> [Interpreter] { [.http(), .signals(), .terminal()] }
