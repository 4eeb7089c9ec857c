public import KatanaConsole

extension Print {
  /// Creates the command that writes an output. Failures go to the standard error.
  public init(_ output: Output, in style: Style) {
    let text = output.lines(in: style).map { $0 + "\n" }.joined()
    if case .failure = output {
      self.init(text, terminator: "", to: .standardError)
    } else {
      self.init(text, terminator: "")
    }
  }
}
