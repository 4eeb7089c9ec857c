import Katana

extension KeyStroke: OwnSource {
  /// The key and the modifiers.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, key), (nil, modifiers)] }
}

extension MouseEvent: OwnSource {
  /// The action, the position and the modifiers.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, action), ("column", column), ("row", row), ("modifiers", modifiers)]
  }
}

extension TerminalInput: OwnSource {
  /// The options and the reply.
  package var sourceArguments: [(label: String?, value: Any)] {
    [
      ("signalKeys", reportsSignalKeys), ("mouse", reportsMouse), ("focus", reportsFocus),
      (nil, reply),
    ]
  }
}

extension TerminalScreen: OwnSource {
  /// The lines and the options.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, lines), ("area", area), ("cursor", cursor as Any), ("remains", remains)]
  }
}

extension ExitProcess: OwnSource {
  /// The status.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, status)] }
}

extension Print: OwnSource {
  /// The text including its terminator, the stream and the reply.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, text), ("terminator", ""), ("to", stream), (nil, reply as Any)]
  }
}

extension Prompt: OwnSource {
  /// The prompt, the text to begin with, the history and the reply.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, prompt), ("text", text), ("history", history), (nil, reply)]
  }
}

extension PromptSecret: OwnSource {
  /// The prompt and the reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, prompt), (nil, reply)] }
}
