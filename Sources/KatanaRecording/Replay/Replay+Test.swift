extension Replay {
  /// Writes a range of messages as a test.
  ///
  /// The test states the message, the commands, the subscriptions and the change of the model of each step,
  /// as today's program has them, in a `StepTest`. Values that cannot be written as source are named in a
  /// comment at its beginning, which says what is to be completed.
  ///
  /// - Parameters:
  ///   - numbers: The messages.
  ///   - name: The name of the test's function.
  ///   - program: The expression of the program in the test.
  ///   - imports: Lines such as `@testable import Shop`.
  /// - Throws: A ``RecordingError`` if the file cannot be read, or a message cannot be reached.
  public func testSource(
    for numbers: ClosedRange<UInt64>, named name: String, program: String, imports: [String] = []
  ) throws(RecordingError) -> String {
    let steps = try steps(numbers)
    guard steps.count == numbers.count else {
      let reached = steps.last.map { "after message \($0.recorded.number)" } ?? "before the first"
      throw RecordingError(
        "The replay does not reach all of the messages \(numbers.lowerBound) to"
          + " \(numbers.upperBound): it stops \(reached). To fix this, see the problem of `run()`.")
    }
    return TestSource.text(of: steps, name: name, program: program, imports: imports)
  }
}
