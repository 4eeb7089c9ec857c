extension Command {
  /// The command, under a name by which it can be cancelled; see ``Cancel``.
  ///
  /// Several commands may have the same id, and are cancelled together. An id belongs to its
  /// runtime, to the child of the model that returns the command (see ``Scope``) and to its own
  /// type, so that neither two rows nor two features with id types of their own can meet.
  ///
  /// ```swift
  /// case .queryChanged(let text): return [Search(text).cancellable(id: ID.search, cancelInFlight: true)]
  /// ```
  ///
  /// - Parameters:
  ///   - id: The name; often a case of an enum of the feature.
  ///   - cancelInFlight: Whether what runs or waits under the id is cancelled first, except what
  ///     this command is part of, or a consequence of.
  ///   - withConsequences: Whether the id also means all commands that messages of this one cause,
  ///     and so on, as long as any of them runs: a synchronisation of many steps is cancelled as a
  ///     whole. Subscriptions follow the model alone.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false, withConsequences: Bool = false
  ) -> any Command {
    ControlledCommand(
      content: self,
      control: .cancellable(
        CancelID(id), cancelsInFlight: cancelInFlight, withConsequences: withConsequences))
  }

  /// The command, with a rule for when others run under the same id; see ``QueuePolicy``.
  ///
  /// The rule of the command that comes decides; one that waits starts when fewer run than it
  /// allows. ``Cancel`` cancels by this id too. Inside a command that has its turn under the same
  /// id it does not wait again.
  public func queued(id: some Hashable & Sendable, _ policy: QueuePolicy) -> any Command {
    ControlledCommand(content: self, control: .queued(CancelID(id), policy))
  }
}

/// What happens to a command when others with its id are still running.
public enum QueuePolicy: Hashable, Sendable {
  /// Those that run are cancelled, and the new one starts at once: for searches. An interpreter that
  /// ignores its cancellation may still write, even after the new one.
  case latestWins
  /// The new one is not started: for a form that must not be submitted twice. It is if all that ran
  /// was cancelled, whether their interpreters have ended or not.
  case firstWins
  /// So many run at once, at least one; the others wait their turn, in order. A command that was
  /// cancelled counts until its interpreter has ended.
  case atMost(Int)
  /// One runs and one waits; the newest takes the place of the one that waits: for saving. A command
  /// that was cancelled counts until its interpreter has ended.
  case keepLatest
}

/// Cancels what runs or waits under an id.
///
/// Nothing that the cancelled commands send is handled after the update that returned this, even
/// from an interpreter that ignores its cancellation. Commands that come later under the same id
/// are not affected. An id that nothing runs under is fine. A command that contains its own
/// `Cancel` is cancelled by it, with what comes after it there.
///
/// The id means commands of the same child of the model; a parent cancels those of a child with
/// `Cancel(id: …).in(App.at.rows[7])`.
public struct Cancel: Command, Hashable, CustomStringConvertible {
  package let id: CancelID
  /// Whether what has begun goes on.
  package let sparesWhatRuns: Bool

  /// Cancels what runs or waits under an id.
  public init(id: some Hashable & Sendable) {
    self.id = CancelID(id)
    self.sparesWhatRuns = false
  }

  /// Cancels what waits under an id for its time or its turn, and has started no command yet; what
  /// runs goes on, and so do consequences.
  ///
  /// ```swift
  /// save.debounced(id: ID.save, for: .seconds(1))
  /// Cancel(waiting: ID.save)  // A save that has begun is completed.
  /// ```
  public init(waiting id: some Hashable & Sendable) {
    self.id = CancelID(id)
    self.sparesWhatRuns = true
  }

  /// As its source writes it.
  public var description: String { "Cancel(\(sparesWhatRuns ? "waiting" : "id"): \(id))" }
}

/// Starts at once what waits under an id for its time: a delay, a debounce, the end of a throttle's
/// window, the pause before the next attempt.
///
/// ```swift
/// case .closeTapped: return [Sequential([Flush(id: ID.save), Dismiss()])]
/// ```
///
/// What waits in a queue for its turn goes on waiting. The window of a throttle stays open, and
/// what comes later in a ``Sequential`` keeps its own delay. The id means the commands that have it,
/// not their consequences; an id that nothing waits under is fine.
public struct Flush: Command, Hashable, CustomStringConvertible {
  package let id: CancelID

  /// Starts at once what waits under an id for its time.
  public init(id: some Hashable & Sendable) { self.id = CancelID(id) }

  /// As its source writes it.
  public var description: String { "Flush(id: \(id))" }
}
