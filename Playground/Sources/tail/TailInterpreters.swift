import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// Returns the interpreters of the program.
func tailInterpreters() -> [Interpreter] { [.files(), .signals(), .terminal()] }
