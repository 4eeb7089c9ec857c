import Katana

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
}
