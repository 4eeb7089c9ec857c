extension Replay {
  /// Returns the source of a test that handles a range of messages again.
  ///
  /// The test uses a `StepTest`. For each step, it states the message, the commands, the changes of
  /// the subscriptions and the changes of the model, as today's program computes them. A comment at
  /// the beginning of the test lists the values that cannot be written as source; complete these by
  /// hand.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the messages. Each must be the number of a handled message.
  ///   - name: The name of the test function.
  ///   - program: The Swift expression for the program in the test.
  ///   - imports: Further import lines of the test, such as `@testable import Shop`.
  /// - Throws: A ``RecordingError`` if the file cannot be read, or if the replay does not compute
  ///   each of these messages.
  public func testSource(
    for numbers: ClosedRange<UInt64>, named name: String, program: String, imports: [String] = []
  ) throws(RecordingError) -> String {
    let steps = try steps(numbers)
    guard steps.count == numbers.count else {
      let reached = steps.last.map { "\($0.recorded.number)" } ?? "none"
      throw RecordingError(
        """
        The test cannot be written: the replay computes \(steps.count) of the \(numbers.count) \
        messages \(numbers.lowerBound) to \(numbers.upperBound) (last message: \(reached)).
        A test needs each message of its range.
        To fix this, read `problem` in the result of `run()`. If it is `nil`, choose a range in \
        which each number is that of a handled message.
        """)
    }
    return TestSource.text(of: steps, name: name, program: program, imports: imports)
  }
}
