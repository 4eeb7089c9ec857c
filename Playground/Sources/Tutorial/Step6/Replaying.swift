import KatanaRecording

/// Prints each message of a recording, and what it has changed.
func printSteps(of replay: Replay<Books>) throws {
  let result = try replay.run { step in
    print("\(step.recorded.number) \(step.messageText)")
    if let changes = step.changes { print(changes) }
    return true
  }
  if let divergence = result.divergence { print(divergence) }
  if let problem = result.problem { print(problem) }
}

/// Prints a test of one message of a recording.
func printTest(of number: UInt64, in replay: Replay<Books>) throws {
  let source = try replay.testSource(
    for: number...number, named: "aSession", program: "booksProgram()",
    imports: ["import KatanaConsole", "import KatanaEffects", "@testable import books"])
  print(source, terminator: "")
}
