// Groups of commands as source code.

extension Sequential: OwnSource {
  /// The commands.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, commands)] }
}

extension Concurrent: OwnSource {
  /// The commands and the message.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, commands), ("then", message as Any)]
  }
}

extension Race: OwnSource {
  /// The commands.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, commands)] }
}

extension Cancel: OwnSource {
  /// The id.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(sparesWhatRuns ? "waiting" : "id", id)]
  }
}

extension Flush: OwnSource {
  /// The id.
  package var sourceArguments: [(label: String?, value: Any)] { [("id", id)] }
}

extension Send: OwnSource {
  /// The message, without the file and the line, because comparisons ignore these.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, message)] }
}
