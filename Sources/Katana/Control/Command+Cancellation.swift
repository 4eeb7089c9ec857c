// Cancelling, queueing and flushing commands by an id.

extension Command {
  /// Returns the command with an id by which ``Cancel`` cancels it.
  ///
  /// Several commands may have the same id; `Cancel` cancels all of them. An id is valid within one
  /// runtime and for the child of the model that returns the command. The type of
  /// the id is part of it. So two rows never share an id, and neither do two features with id types
  /// of their own. Two slices with the same feature share their ids, because a slice is no child of
  /// its own.
  ///
  /// ```swift
  /// case .queryChanged(let text):
  ///   return [Search(text).cancellable(id: ID.search, cancelInFlight: true)]
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id; often a case of an enum of the feature.
  ///   - cancelInFlight: Whether the command first cancels the commands with the id that run or
  ///     wait. It does not cancel a command of which it is a part, nor the first command of a chain
  ///     of which it is a consequence. It cancels the later commands of the chain that still run.
  ///   - withConsequences: Whether the id also names the consequences of this command. These are
  ///     the commands that updates return for its messages, for the messages of those commands, and
  ///     so on. The id names them until the last of them has ended. So one ``Cancel`` stops a
  ///     synchronisation of many steps. Subscriptions are not affected, because they follow from
  ///     the model.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false, withConsequences: Bool = false
  ) -> any Command {
    ControlledCommand(
      content: self,
      control: .cancellable(
        CancelID(id), cancelsInFlight: cancelInFlight, withConsequences: withConsequences))
  }

  /// Returns the command with a policy that applies while other queued commands with its id
  /// run.
  ///
  /// The policy of the new command decides whether it starts, waits or is dropped. A waiting
  /// command starts when fewer commands run than its own policy allows. A dropped command counts as
  /// cancelled. ``Cancel`` cancels by this id too.
  ///
  /// A queued command inside of a running one with the same id starts immediately. Otherwise it
  /// would wait for itself.
  ///
  /// - Parameters:
  ///   - id: The id of the queue. The rules of ``cancellable(id:cancelInFlight:withConsequences:)``
  ///     apply to it.
  ///   - policy: What happens to this command while others run.
  public func queued(id: some Hashable & Sendable, _ policy: QueuePolicy) -> any Command {
    ControlledCommand(content: self, control: .queued(CancelID(id), policy))
  }
}

/// What happens to a new command while others with its id run; see ``Command/queued(id:_:)``.
public enum QueuePolicy: Hashable, Sendable {
  /// The older commands are cancelled, whether they run or wait, and the new one starts
  /// immediately. Suitable for searches.
  ///
  /// An interpreter that ignores its cancellation may still write to a server, even after the new
  /// command has written.
  case latestWins
  /// The new command is dropped while another one runs, and sends no answer. Suitable if nothing
  /// waits for the dropped command, such as a like. For a form, keep in the model whether it is
  /// busy instead.
  ///
  /// A cancelled command does not count as running, even if its interpreter has not ended.
  case firstWins
  /// At most this number of commands run at the same time; the others wait in the order in which
  /// they came. A number below 1 counts as 1.
  ///
  /// A cancelled command counts as running until its interpreter has ended.
  case atMost(Int)
  /// One command runs, and only the newest of the others waits. A new command replaces the waiting
  /// one, which is dropped. Suitable for saving.
  ///
  /// A cancelled command counts as running until its interpreter has ended.
  case keepLatest
}

/// Cancels the commands with an id, whether they run or wait.
///
/// Once the `Cancel` has started, no message of the cancelled commands is handled, even if an
/// interpreter ignores its cancellation. A `Cancel` that an update returns by itself starts in the
/// step of that update. Later commands with the same id are not affected. Cancelling an id that is
/// not in use has no effect.
///
/// A command with the id that contains the `Cancel` is cancelled too, and the rest of it does not
/// start.
///
/// The id names commands of the child of the model that returns the `Cancel`. A parent cancels the
/// commands of a child with `Cancel(id: …).in(App.at.rows[7])`.
public struct Cancel: Command, Hashable, CustomStringConvertible {
  package let id: CancelID
  /// Whether only waiting commands are cancelled; see ``init(waiting:)``.
  package let sparesWhatRuns: Bool

  /// Creates a command that cancels the commands with an id, whether they run or wait.
  ///
  /// The id may come from any modifier:
  /// ``Command/cancellable(id:cancelInFlight:withConsequences:)``, ``Command/queued(id:_:)``,
  /// ``Command/debounced(id:for:)`` or ``Command/throttled(id:for:_:)``.
  public init(id: some Hashable & Sendable) {
    self.id = CancelID(id)
    self.sparesWhatRuns = false
  }

  /// Creates a command that cancels only the commands with an id that have not begun.
  ///
  /// A command that has not begun is delayed, debounced or throttled, or waits for its turn in a
  /// queue. A command has begun when an interpreter was called for it, or for a part of it. Such a
  /// command goes on, also while it waits for its next attempt. Consequences go on too.
  ///
  /// ```swift
  /// save.debounced(id: ID.save, for: .seconds(1))
  /// Cancel(waiting: ID.save)  // A save that has begun is completed.
  /// ```
  public init(waiting id: some Hashable & Sendable) {
    self.id = CancelID(id)
    self.sparesWhatRuns = true
  }

  /// The command as Swift source, such as `Cancel(id: .search)`.
  public var description: String { "Cancel(\(sparesWhatRuns ? "waiting" : "id"): \(id))" }
}

/// Starts the commands with an id that wait for their time, without waiting any longer.
///
/// A command waits for its time if it is delayed, debounced or throttled, or if it pauses before
/// its next attempt.
///
/// ```swift
/// case .closeTapped: return [Sequential([Flush(id: ID.save), Dismiss()])]
/// ```
///
/// Commands that wait for their turn in a queue go on waiting. The period of a throttle does not
/// end, and a later part of a ``Sequential`` keeps its own delay. A `Flush` does not start the
/// consequences of a command with the id. If no command with the id waits for its time, it has no
/// effect.
///
/// The id names commands of the child of the model that returns the `Flush`, as with ``Cancel``.
public struct Flush: Command, Hashable, CustomStringConvertible {
  package let id: CancelID

  /// Creates a command that starts the commands with an id that wait for their time.
  public init(id: some Hashable & Sendable) { self.id = CancelID(id) }

  /// The command as Swift source, such as `Flush(id: .save)`.
  public var description: String { "Flush(id: \(id))" }
}
