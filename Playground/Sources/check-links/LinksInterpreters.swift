import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// Returns the interpreters of the program.
func linksInterpreters() -> [Interpreter] { [.http(), .signals(), .terminal()] }
