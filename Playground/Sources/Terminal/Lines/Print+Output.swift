public import KatanaConsole

extension Print {
  /// Creates the command that writes an output. Failures go to the standard error.
  public init(_ output: Output, in style: Style) {
    self.init(
      output.lines(in: style).map { $0 + "\n" }.joined(), terminator: "",
      to: output.isFailure ? .standardError : .standardOutput)
  }
}
