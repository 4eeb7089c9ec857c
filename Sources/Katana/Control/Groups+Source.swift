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
  /// The message. Its place in the source makes no difference.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, message)] }
}
