import Katana
import Synchronization

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
  let id = ID.next()

  struct ID: Hashable, Comparable, Sendable {
    let number: UInt64
    private static let last = Atomic<UInt64>(0)

    static func next() -> ID { ID(number: last.add(1, ordering: .relaxed).newValue) }
    static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }
  }

  private let ownRecord = LazyReference<RunRecord>()

  /// The part of the run that the runtime may hold. Created when it is first needed: most runs end
  /// before that.
  var record: RunRecord { ownRecord.get { RunRecord(self) } }

  override var isSilenced: Bool { ownRecord.created?.isSilenced ?? false }
  override var isInRace: Bool { ownRecord.created?.isInRace ?? false }

  /// The identity of the current task; `nil` outside of tasks. A later task may have the same one.
  static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  deinit {
    ownRecord.withCreated { record in
      let handlers = record.withLife { $0.end() }
      // Posted, so that the end of the run comes after all messages that it has sent.
      if isTracked { core.postEnd(of: record) }
      withExtendedLifetime(handlers) {}
    }
  }
}
