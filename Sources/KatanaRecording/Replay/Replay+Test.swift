import Katana

extension Replay {
  /// Returns the source of a test that handles a range of messages again.
  ///
  /// The test uses a `StepTest`. For each step, it states the message, the commands, the changes of
  /// the subscriptions and the changes of the model, as today's program computes them. A comment at
  /// the beginning of the test lists the values that cannot be written as source; complete these by
  /// hand.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the messages. The first and the last must be those of handled
  ///     messages.
  ///   - name: The name of the test function, as Swift source.
  ///   - program: The Swift expression for the program in the test. It is written as it is.
  ///   - imports: Further import lines of the test, such as `@testable import Shop`. They are written
  ///     as they are.
  /// - Throws: A ``RecordingError`` if the file cannot be read, if `name` cannot be the name of a
  ///   function, or if the replay does not compute the first and the last message.
  public func testSource(
    for numbers: ClosedRange<UInt64>, named name: String, program: String, imports: [String] = []
  ) throws(RecordingError) -> String {
    guard let name = swiftIdentifier(name) else {
      throw RecordingError(
        """
        \(quotedText(name)) cannot be the name of a test function.
        To fix this, pass a name with letters and digits, or one in backticks.
        """)
    }
    let (steps, problem) = try stepsAndProblem(numbers)
    let reached = steps.map(\.recorded.number)
    // Messages that were not handled have numbers too, so a step may be missing between the others.
    for number in [numbers.lowerBound, numbers.upperBound] where !reached.contains(number) {
      throw RecordingError(
        """
        The test cannot be written: the replay does not compute message \(number) (its last one is \
        \(reached.last.map { "\($0)" } ?? "none")).
        \(problem?.description ?? """
          A test begins and ends with a message that was handled.
          To fix this, choose the numbers of handled messages.
          """)
        """)
    }
    return TestSource.text(of: steps, name: name, program: program, imports: imports)
  }
}
