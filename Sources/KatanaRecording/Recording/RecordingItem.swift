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
package enum Entry {
  package static let message: StaticString = "message"
  /// The number of the message handled before. Written only if numbers in between belong to
  /// messages that were not handled.
  package static let previous: StaticString = "after"
  package static let cause: StaticString = "cause"
  package static let time: StaticString = "t"
  package static let took: StaticString = "took"
  package static let origin: StaticString = "from"
  package static let place: StaticString = "at"
  package static let scope: StaticString = "in"
  package static let name: StaticString = "name"
  package static let type: StaticString = "type"
  package static let payload: StaticString = "payload"
  package static let unrecordable: StaticString = "not recorded"
  package static let masked: StaticString = "masked"
  package static let commands: StaticString = "commands"
  /// The update of the message has not begun.
  package static let isOpen: StaticString = "before update"
  package static let handled: StaticString = "handled"
  package static let notHandled: StaticString = "not handled"
  package static let command: StaticString = "command"
  package static let run: StaticString = "run"
  package static let by: StaticString = "by"
  package static let until: StaticString = "until"
  package static let answer: StaticString = "answer"
  package static let count: StaticString = "count"
  package static let error: StaticString = "error"
  package static let subscription: StaticString = "subscription"
  package static let id: StaticString = "id"
  package static let issue: StaticString = "issue"
  package static let text: StaticString = "text"
  package static let checkpoint: StaticString = "checkpoint"
  package static let model: StaticString = "model"
  /// The model of the checkpoint does not follow from the messages before it.
  package static let replaces: StaticString = "replaces"
  package static let ended: StaticString = "ended"
}
