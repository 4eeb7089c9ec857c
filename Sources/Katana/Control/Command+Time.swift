// Delaying, debouncing, throttling and timing out commands.

extension Command {
  /// Returns the command with a delay before its start.
  ///
  /// The command starts even if the child of the model that returned it is gone by then, unless the
  /// part of the child states ``OnLeave/cancel``. When the runtime finishes, all delayed, debounced
  /// and throttled commands that wait start immediately.
  ///
  /// - Parameter duration: The length of the delay, by the clock of the runtime.
  public func delayed(by duration: Duration) -> any Command {
    ControlledCommand(content: self, control: .delayed(duration))
  }

  /// Returns the command with a debounce: it starts after a pause in which no other debounced
  /// command with its id came.
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

  /// Returns the command with a throttle: of the throttled commands with its id, one starts in each
  /// period.
  ///
  /// The first command opens a period. The `throttling` decides which commands of the period start,
  /// and when. The others are dropped and count as cancelled. Cancelling a command does not end the
  /// period.
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
  /// The time includes the delays, the retries and the waiting in queues that are inside of the
  /// command. After the message has been handled, the command counts as finished.
  ///
  /// - Parameters:
  ///   - duration: The time limit, by the clock of the runtime.
  ///   - message: The message that is sent if the command has not ended by then.
  public func timingOut(after duration: Duration, _ message: any Message) -> any Command {
    ControlledCommand(content: self, control: .timeout(duration, message))
  }

  /// Returns the command with a time limit, after which it is cancelled and fails.
  ///
  /// The error is ``CommandTimedOut``, as if the interpreter had thrown it: ``retried(_:telling:)`` and
  /// `onFailure(_:)` around the command handle it. The time includes the delays, the retries and
  /// the waiting in queues that are inside of the command.
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
  /// The first command, immediately. If others come within the period, also the newest of them, at
  /// its end.
  case leadingAndTrailing
}
