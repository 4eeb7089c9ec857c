import Katana

/// The context of a command: what happens to its messages, the child that it belongs to, the
/// message that caused it, and the tracker that counts it.
///
/// Four words: the compiler copies structures of more words by slow functions.
struct CommandContext {
  var effects = EffectContext()
  var scope: ChildRecord?
  let cause: UInt64
  var tracker: CompletionTracker?
}

/// The key of commands with an id: the id, and the lifetime of the child to which they belong.
struct ControlKey: Hashable {
  let life: ChildRecord?
  let id: CancelID

  static func == (lhs: ControlKey, rhs: ControlKey) -> Bool {
    lhs.life === rhs.life && lhs.id == rhs.id
  }

  /// The same number for equal keys. The hash of the id is random, that of the lifetime is not.
  var hash: UInt64 {
    let life = life.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    return UInt64(UInt(bitPattern: id.hash) &+ life)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The error with which a command has failed.
public struct CommandFailure: Sendable {
  /// The error that the interpreter has thrown, or answered with.
  public let error: any Error
  /// The name of the command.
  public let command: ValueName
  /// Whether the command has a message that tells the app of the error. If not, the runtime reports
  /// the error.
  public internal(set) var isAnswered = false
}

/// An error of a command, and the message that tells the app of it.
struct AnsweredFailure {
  let error: any Error
  let message: Send
}

/// The message in which a command reports its error, while a control command around it keeps it.
struct KeptAnswer {
  /// Grows from one answer to the next.
  let number: UInt64
  let message: Send
  /// The command that has answered.
  let subject: ValueName
  let context: CommandContext
  /// The command has ended, but its child must still be known: if it goes, so does the answer.
  private let use: RecordUse?

  init(number: UInt64, message: Send, subject: ValueName, context: CommandContext) {
    (self.number, self.message, self.subject, self.context) = (number, message, subject, context)
    use = context.scope.map(RecordUse.init)
  }
}

/// Keeps the record of a child for as long as this exists.
private final class RecordUse {
  private let record: ChildRecord

  init(_ record: ChildRecord) {
    self.record = record
    record.addUse()
  }

  deinit { record.removeUse() }
}
