import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// Returns the interpreters of the program.
func crudInterpreters() -> [Interpreter] { [.random(), .terminal()] }
