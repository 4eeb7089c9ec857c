import Katana
import KatanaMonitorScreen
import KatanaRuntime

/// What performs the commands of the monitor.
func monitorInterpreters(
  _ source: RecordingSource, _ tail: RecordingTail, _ app: MonitoredApp?
) -> [Interpreter] {
  [
    .command(ReadMore.self, reply: \.reply) { _ in await tail.next() },
    .command(ReadRange.self, reply: \.reply) { source.range(around: $0.number) },
    .command(LoadModel.self, reply: \.reply) { source.model(after: $0.number) },
    .command(AskRuntime.self, reply: \.reply) { _ in
      await app?.facts() ?? RuntimeFacts(waiting: [], statistics: "")
    },
    .command(Act.self, reply: \.reply) { command in
      do { return try perform(command, source, app) } catch { return ActionResult("\(error)") }
    },
  ]
}

func perform(
  _ act: Act, _ source: RecordingSource, _ app: MonitoredApp?
) throws -> ActionResult {
  let number = act.numbers.upperBound
  switch act.action {
  case .travel:
    try acting(app).travel(number)
    return ActionResult("The app shows its model after message \(number).", shows: .some(number))
  case .showPresent:
    try acting(app).showPresent()
    return ActionResult("The app shows the present.", shows: .some(nil))
  case .goOn:
    try acting(app).goOn(number)
    return ActionResult(
      "The app goes on from the model after message \(number).", shows: .some(nil))
  case .send:
    let acting = try acting(app)
    guard let types = source.types else { throw ActionFailure("The types are not known.") }
    acting.send(try types.message(try source.message(number)))
    return ActionResult("Message \(number) was sent again.")
  case .writeTest: return ActionResult("Wrote \(try source.writeTest(act.numbers))")
  case .writeTrace: return ActionResult("For ui.perfetto.dev: wrote \(try source.writeTrace())")
  case .writeReduxFile: return ActionResult("Wrote \(try source.writeReduxFile())")
  }
}

private func acting(_ app: MonitoredApp?) throws -> MonitoredApp.Acting {
  guard let acting = app?.acting else {
    throw ActionFailure(
      "Acting is refused: the app has not allowed it. To fix this, create the monitor with"
        + " allowsActing: true, and run it beside the app's runtime.")
  }
  return acting
}

/// The app in whose process the monitor runs.
struct MonitoredApp: Sendable {
  struct Acting: Sendable {
    var travel: @Sendable (UInt64) throws -> Void
    var showPresent: @Sendable () -> Void
    var goOn: @Sendable (UInt64) throws -> Void
    var send: @Sendable (any Message) -> Void
  }
  var facts: @Sendable () async -> RuntimeFacts
  /// `nil` if the app has not allowed it.
  var acting: Acting?
}

/// Why something could not be done, and what to do.
struct ActionFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
