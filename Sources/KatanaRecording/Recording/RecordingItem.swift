import Katana
import KatanaRuntime

/// An item that becomes one line of a recording.
enum RecordingItem: Sendable {
  /// A handled message. `previous` is the number of the last message that was handled before it.
  case message(HandledMessage, previous: UInt64, time: Duration)
  /// A message before its update, in durable mode.
  case handling(Envelope, previous: UInt64, time: Duration)
  /// The result of the update of the last message, in durable mode.
  case handled(number: UInt64, commands: [any Command], took: Duration?)
  case notHandled(UnhandledMessage, time: Duration)
  case command(CommandEvent, time: Duration)
  case subscription(SubscriptionEvent, time: Duration)
  case issue(RuntimeIssue, time: Duration)
  /// The model after a message. The number is 0 for the first model.
  case checkpoint(after: UInt64, model: any Model, time: Duration)
  /// The model from which the app continues after a message; `nil` if its type is not in the list.
  case replaced(after: UInt64, model: (any Model)?, time: Duration)
  case ended(time: Duration)

  var isCheckpoint: Bool { if case .checkpoint = self { true } else { false } }
}

/// The names of the entries of a line.
enum Entry {
  static let message: StaticString = "message"
  /// The number of the message handled before. Written only if numbers in between belong to
  /// messages that were not handled.
  static let previous: StaticString = "after"
  static let cause: StaticString = "cause"
  static let time: StaticString = "t"
  static let took: StaticString = "took"
  static let origin: StaticString = "from"
  static let place: StaticString = "at"
  static let scope: StaticString = "in"
  static let name: StaticString = "name"
  static let type: StaticString = "type"
  static let payload: StaticString = "payload"
  static let unrecordable: StaticString = "not recorded"
  static let masked: StaticString = "masked"
  static let commands: StaticString = "commands"
  /// The update of the message has not begun.
  static let isOpen: StaticString = "before update"
  static let handled: StaticString = "handled"
  static let notHandled: StaticString = "not handled"
  static let command: StaticString = "command"
  static let run: StaticString = "run"
  static let by: StaticString = "by"
  static let until: StaticString = "until"
  static let answer: StaticString = "answer"
  static let count: StaticString = "count"
  static let error: StaticString = "error"
  static let subscription: StaticString = "subscription"
  static let id: StaticString = "id"
  static let issue: StaticString = "issue"
  static let text: StaticString = "text"
  static let checkpoint: StaticString = "checkpoint"
  static let model: StaticString = "model"
  /// The model of the checkpoint does not follow from the messages before it.
  static let replaces: StaticString = "replaces"
  static let ended: StaticString = "ended"
}
