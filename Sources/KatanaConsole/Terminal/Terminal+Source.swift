public import Katana

extension KeyStroke: SourceRepresentable {
  /// The key and the modifiers.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, key), (nil, modifiers)] }
}

extension MouseEvent: SourceRepresentable {
  /// The action, the position and the modifiers.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, action), ("column", column), ("row", row), ("modifiers", modifiers)]
  }
}

extension TerminalInput: SourceRepresentable {
  /// The options and the reply.
  public var sourceArguments: [(label: String?, value: Any)] {
    [
      ("signalKeys", reportsSignalKeys), ("mouse", reportsMouse), ("focus", reportsFocus),
      (nil, reply),
    ]
  }
}

extension TerminalScreen: SourceRepresentable {
  /// The lines and the options.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, lines), ("area", area), ("cursor", cursor as Any), ("remains", remains)]
  }
}

extension ExitProcess: SourceRepresentable {
  /// The status.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, status)] }
}

extension Print: SourceRepresentable {
  /// The text including its terminator, the stream and the reply.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, text), ("terminator", ""), ("to", stream), (nil, reply as Any)]
  }
}

extension Prompt: SourceRepresentable {
  /// The prompt, the text to begin with, the history and the reply.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, prompt), ("text", text), ("history", history), (nil, reply)]
  }
}

extension PromptSecret: SourceRepresentable {
  /// The prompt and the reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, prompt), (nil, reply)] }
}
