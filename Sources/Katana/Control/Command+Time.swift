extension Command {
  /// The command, started after a time, by the clock of the runtime.
  ///
  /// It is started even if the child of the model that it belongs to is gone by then, as every
  /// command is.
  public func delayed(by duration: Duration) -> any Command {
    ControlledCommand(content: self, control: .delayed(duration))
  }

  /// The command, started when no other one with the id has come for a time; each gives way to the
  /// next. One that has been started is left alone: add ``queued(id:_:)`` with
  /// ``QueuePolicy/latestWins`` inside if it should give way too.
  ///
  /// ```swift
  /// Search(text).queued(id: ID.search, .latestWins).debounced(id: ID.typing, for: .milliseconds(300))
  /// ```
  public func debounced(id: some Hashable & Sendable, for duration: Duration) -> any Command {
    ControlledCommand(content: self, control: .debounced(CancelID(id), duration))
  }

  /// The command, started at most once in a time for all that come with the id; others give way.
  ///
  /// Cancelling does not end the window of time.
  public func throttled(
    id: some Hashable & Sendable, for duration: Duration, _ throttling: Throttling = .leading
  ) -> any Command {
    ControlledCommand(content: self, control: .throttled(CancelID(id), duration, throttling))
  }

  /// The command, cancelled after a time if it still runs; then the message is sent, and the
  /// command counts as finished.
  public func timingOut(after duration: Duration, _ message: any Message) -> any Command {
    ControlledCommand(content: self, control: .timeout(duration, message))
  }

  /// The command, cancelled after a time if it still runs; then it counts as failed with
  /// ``CommandTimedOut``, as if its interpreter had thrown that.
  public func timingOut(after duration: Duration) -> any Command {
    ControlledCommand(content: self, control: .timeout(duration, nil))
  }
}

/// The error of a command that was not finished in time; see ``Command/timingOut(after:)``.
public struct CommandTimedOut: Error, Hashable {
  /// The error.
  public init() {}
}

/// Which commands of a throttled series are started.
public enum Throttling: Hashable, Sendable {
  /// The first of each window of time, at once.
  case leading
  /// The newest of each window of time, at its end.
  case trailing
  /// The first of each window of time, at its end.
  case firstAtEnd
  /// The first at once; if more come in the window, the newest at its end, where the next window
  /// begins.
  case leadingAndTrailing
}
