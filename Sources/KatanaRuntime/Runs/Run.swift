import Katana

/// One execution of a command. It lives until its interpreter has returned and the last copy of its
/// dispatcher is released.
final class Run: Sender, @unchecked Sendable {
  // Sendable, because the state that it adds to a sender is constant, atomic, or used inside of
  // steps only.

  /// The name of the command, for chains of causes and for reports.
  let name: ValueName
  /// Whether the run has failed, and a control command keeps the message that tells the app. Used
  /// inside of steps only.
  var isAnswerKept = false

  init(
    core: RuntimeCore, type: any Command.Type, command: ValueName, cause: UInt64,
    tracker: CompletionTracker?,
    scope: ScopeLifetime?
  ) {
    self.name = command
    super.init(
      core: core, origin: .command(type), cause: cause, tracker: tracker, scope: scope)
  }

  override var run: Run? { self }
  override var command: ValueName? { name }

  /// A number that is never used again. An address could be, while the end of its first run is
  /// still queued.
  let id = RunID.next()

  private let ownRecord = LazyReference<RunRecord>()

  /// The part of the run that the runtime may hold. Created when it is first needed: most runs end
  /// before that.
  var record: RunRecord { ownRecord.get { RunRecord(self) } }

  override var isSilenced: Bool { ownRecord.created?.isSilenced ?? false }
  override var isInRace: Bool { ownRecord.created?.isInRace ?? false }

  deinit {
    ownRecord.withCreated { record in
      let handlers = record.withLife { $0.end() }
      // Posted, so that the end of the run comes after all messages that it has sent.
      if isTracked { core.postEnd(of: record) }
      withExtendedLifetime(handlers) {}
    }
  }
}

extension Run {
  /// The name of the command that is performed. A `Send` that reports a failure has the name of the
  /// failed command in the history; for event handlers it is a run of its own.
  var ownName: ValueName {
    guard case .command(let type) = origin, type != name.type else { return name }
    return ValueName(type: type)
  }
}
