/// One line of a recording, as the monitor takes it. Texts have no characters that control a terminal.
package enum LogFact: Equatable, Sendable {
  /// A recording begins, or goes on in another file.
  case began(LogSource)
  case message(LogMessage)
  /// The update of a message that was recorded before it has ended.
  case handled(number: UInt64, commands: [String], took: Int64?, isChanged: Bool?)
  case notHandled(reason: String, LogMessage)
  case command(LogEvent<LogCommandStep>)
  case subscription(LogEvent<LogSubscriptionStep>)
  case issue(kind: String, text: String, time: Int64)
  /// The app has gone on from another model.
  case replaced(after: UInt64, time: Int64)
  /// Something is missing here, and why.
  case gap(String, lines: Int)
  case ended(time: Int64)
}

/// Where the lines come from.
package struct LogSource: Equatable, Sendable {
  /// The name of the app.
  package var app: String
  /// The time at which the recording began, in UTC.
  package var started: String
  package var path: String

  package init(app: String, started: String, path: String) {
    (self.app, self.started, self.path) = (app, started, path)
  }
}

/// A message, or one that was not handled. Times are nanoseconds of the app's clock.
package struct LogMessage: Equatable, Sendable {
  /// The number; 0 for a message that was not handled.
  package var number: UInt64
  package var cause: UInt64?
  package var time: Int64
  package var took: Int64?
  package var name: String
  package var origin: String
  /// The file and the line that sent it; empty if they are not known.
  package var place: String
  package var address: String?
  /// The payload as JSON, cut after some thousand characters; `nil` if it was not recorded.
  package var payload: String?
  package var commands: [String]
  /// Whether the update has not ended.
  package var isOpen: Bool
  /// Whether the update has changed the model; `nil` if that is not known.
  package var isChanged: Bool?

  package init(
    number: UInt64, cause: UInt64? = nil, time: Int64 = 0, took: Int64? = nil, name: String,
    origin: String = "outside", place: String = "", address: String? = nil, payload: String? = nil,
    commands: [String] = [], isOpen: Bool = false, isChanged: Bool? = nil
  ) {
    (self.number, self.cause, self.time, self.took) = (number, cause, time, took)
    (self.name, self.origin, self.place, self.address) = (name, origin, place, address)
    (self.payload, self.commands, self.isOpen) = (payload, commands, isOpen)
    self.isChanged = isChanged
  }
}

/// An event of a command or of a subscription.
package struct LogEvent<Step: Equatable & Sendable>: Equatable, Sendable {
  package var step: Step
  /// The number of the run, the wait or the running subscription.
  package var id: UInt64
  package var time: Int64
  package var name: String
  package var cause: UInt64?
  package var address: String?

  package init(
    _ step: Step, id: UInt64, time: Int64, name: String, cause: UInt64? = nil,
    address: String? = nil
  ) {
    (self.step, self.id, self.time, self.name) = (step, id, time, name)
    (self.cause, self.address) = (cause, address)
  }
}

package enum LogCommandStep: Equatable, Sendable {
  case delayed(until: Int64), queued, resumed, started, answered(UInt64), finished
  case failed(String), cancelled(by: UInt64?), retried(Int)
}

package enum LogSubscriptionStep: String, Equatable, Sendable { case started, updated, stopped }

/// Returns a text that takes no more than about so many bytes, because a file may have any text, and one
/// character any number of bytes.
package func cutText(_ text: String, to length: Int = 1_000) -> String {
  if text.utf8.count <= length { return text }
  let start = String(decoding: text.utf8.prefix(length), as: UTF8.self)
  return start + "… (\(text.utf8.count) bytes)"
}
