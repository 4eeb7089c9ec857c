extension Sequential: SourceRepresentable {
  /// The commands.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, commands)] }
}

extension Concurrent: SourceRepresentable {
  /// The commands and the message.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, commands), ("then", message as Any)]
  }
}

extension Race: SourceRepresentable {
  /// The commands.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, commands)] }
}

extension Cancel: SourceRepresentable {
  /// The id.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(sparesWhatRuns ? "waiting" : "id", id)]
  }
}

extension Flush: SourceRepresentable {
  /// The id.
  public var sourceArguments: [(label: String?, value: Any)] { [("id", id)] }
}

extension Send: SourceRepresentable {
  /// The message, without the file and the line, because comparisons ignore these.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, message)] }
}
