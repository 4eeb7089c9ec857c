extension Command {
  /// Returns the command, started after a time. The clock of the runtime measures the time.
  ///
  /// The command starts even if the child of the model that returned it is gone by then, unless the
  /// part of the child states ``OnLeave/cancel``. When the runtime finishes, delayed commands start
  /// without waiting any longer, and so do debounced and throttled commands that wait.
  public func delayed(by duration: Duration) -> any Command {
    ControlledCommand(content: self, control: .delayed(duration))
  }

  /// Returns the command, started after a pause in which no other debounced command with its id
  /// came.
  ///
  /// A new command with the id replaces the waiting one, which is dropped and counts as cancelled.
  /// A command that has started goes on. To cancel that one too, put ``queued(id:_:)`` with
  /// ``QueuePolicy/latestWins`` inside:
  ///
  /// ```swift
  /// Search(text)
  ///   .queued(id: ID.search, .latestWins)
  ///   .debounced(id: ID.typing, for: .milliseconds(300))
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the commands that replace each other. ``Cancel`` cancels by it too.
  ///   - duration: The length of the pause.
  public func debounced(id: some Hashable & Sendable, for duration: Duration) -> any Command {
    ControlledCommand(content: self, control: .debounced(CancelID(id), duration))
  }

  /// Returns the command, started at most once in a period that all throttled commands with its id
  /// share.
  ///
  /// The first command opens a period. The `throttling` decides which commands of the period start;
  /// the others are dropped and count as cancelled. Cancelling a command does not end the period.
  ///
  /// - Parameters:
  ///   - id: The id of the commands that share the period. ``Cancel`` cancels by it too.
  ///   - duration: The length of the period that this command opens.
  ///   - throttling: Which commands of a period start, and when.
  public func throttled(
    id: some Hashable & Sendable, for duration: Duration, _ throttling: Throttling = .leading
  ) -> any Command {
    ControlledCommand(content: self, control: .throttled(CancelID(id), duration, throttling))
  }

  /// Returns the command with a time limit, after which it is cancelled and a message is sent.
  ///
  /// The time begins before the command starts, so it includes delays, retries and waiting in
  /// queues inside of the command. After a time-out, the command counts as finished.
  ///
  /// - Parameters:
  ///   - duration: The time limit, by the clock of the runtime.
  ///   - message: The message that is sent if the command has not ended by then.
  public func timingOut(after duration: Duration, _ message: any Message) -> any Command {
    ControlledCommand(content: self, control: .timeout(duration, message))
  }

  /// Returns the command with a time limit, after which it is cancelled and fails.
  ///
  /// The error is ``CommandTimedOut``, as if the interpreter had thrown it: ``retried(_:)`` and
  /// `onFailure(_:)` around the command handle it. The time begins before the command starts, so it
  /// includes delays, retries and waiting in queues inside of the command.
  ///
  /// - Parameter duration: The time limit, by the clock of the runtime.
  public func timingOut(after duration: Duration) -> any Command {
    ControlledCommand(content: self, control: .timeout(duration, nil))
  }
}

/// The error of a command that exceeded its time limit; see ``Command/timingOut(after:)``.
public struct CommandTimedOut: Error, Hashable {
  /// Creates the error.
  public init() {}
}

/// Which throttled commands start; see ``Command/throttled(id:for:_:)``.
///
/// A command that starts at the end of a period opens the next period.
public enum Throttling: Hashable, Sendable {
  /// The first command of each period, immediately.
  case leading
  /// The newest command of each period, at its end.
  case trailing
  /// The first command of each period, at its end.
  case firstAtEnd
  /// The first command, immediately. If others come within the period, also the newest of them, at
  /// its end.
  case leadingAndTrailing
}
