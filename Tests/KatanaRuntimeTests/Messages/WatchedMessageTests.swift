import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// What interceptors, event handlers and the history see of a message, handled in place and through the
/// queue. A runtime that checks purity handles no message in place.
@Suite struct WatchedMessageTests {
  enum RowMessage: Message, Equatable { case tapped, loaded, ignored }
  struct Unknown: Message, Equatable {}
  struct OtherUnknown: Message, Equatable {}
  struct Remove: Message, Equatable { var id: Int }
  struct Load: Command, Equatable {}
  struct Broken: Error {}

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var taps = 0
    var rows: IdentifiedArray<Row> = []
  }
  struct App: Model, Equatable {
    var rows = [Row(id: 0), Row(id: 1, rows: [Row(id: 5)])]
    var shelf: IdentifiedArray<Row> = [Row(id: 0), Row(id: 1)]
    var sheet: Row? = Row(id: 3)
    var heard = [Row(id: 7)]
    var removals = 0
  }

  struct RowUpdater: TypedUpdater {
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      if message == .ignored { return [] }
      model.taps += 1
      return message == .tapped ? [Load(), Send(RowMessage.loaded)] : []
    }
  }

  /// An app that hears from one of its parts, and one that hears from none.
  static let apps = [
    CombinedUpdater<App>(parts + [.each(\.heard, RowUpdater())]),
    CombinedUpdater<App>(
      parts + [
        .each(\.heard, RowUpdater()) { (model: inout App, id: Int, message: RowMessage) in
          model.removals += 100
          return []
        }
      ]),
  ]
  static let parts: [CombinedUpdater<App>.Part] = [
    .each(\.rows, CombinedUpdater<Row>([.full(RowUpdater()), .each(\.rows, RowUpdater())])),
    .each(\.shelf, RowUpdater()),
    .optional(\.sheet, RowUpdater()),
    .full(
      TypedFunctionUpdater { (model: inout App, message: Remove) in
        model.rows.removeAll { $0.id == message.id }
        model.removals += 1
        return [Load()]
      }),
  ]

  static let messages: [any Message] = [
    Remove(id: 9),
    RowMessage.tapped.to(App.at.rows[1]),
    RowMessage.ignored.to(App.at.rows[0]),
    RowMessage.tapped.to(App.at.rows[1].rows[5]),
    RowMessage.tapped.to(App.at.shelf[1]),
    RowMessage.tapped.to(App.at.sheet),
    RowMessage.tapped.to(App.at.heard[7]),
    RowMessage.tapped.to(App.at.rows[0]),
    RowMessage.tapped.to(App.at.rows[1].rows[6]),
    ScopedMessage(Unknown(), in: RowMessage.tapped.to(App.at.rows[1]).address),
    ScopedMessage(OtherUnknown(), in: RowMessage.tapped.to(App.at.rows[0]).address),
    ScopedMessage(Dismissed(), in: RowMessage.tapped.to(App.at.sheet).address),
    Unknown(),
    Remove(id: 1),
    RowMessage.tapped.to(App.at.rows[1]),
  ]

  /// What an interceptor decides about a message with an odd number, the first time.
  enum Decision: CaseIterable {
    case handle, drop, deferred
    case replacedByOneOfTheApp, replacedByOneToARow, replacedByOneToAMissingRow
    var interception: Interception {
      switch self {
      case .handle: .handle
      case .drop: .drop
      case .deferred: .defer
      case .replacedByOneOfTheApp: .replace(Remove(id: 8))
      case .replacedByOneToARow: .replace(RowMessage.tapped.to(App.at.shelf[0]))
      case .replacedByOneToAMissingRow: .replace(RowMessage.tapped.to(App.at.shelf[8]))
      }
    }
  }

  enum Watchers: CaseIterable { case interceptors, eventHandlers, both }

  /// Sends all messages. Returns what the watchers have seen, line by line.
  static func seen(
    _ watchers: Watchers, _ decision: Decision, of app: CombinedUpdater<App>, inPlace: Bool
  ) throws -> [String] {
    let lines = Locked<[String]>([])
    let history = History()
    @Sendable func note(_ line: String) { lines.withLock { $0.append(line) } }
    let deciding = Interceptor<App>(
      before: { envelope, model in
        note("before \(envelope) \(model)")
        if envelope.number.isMultiple(of: 2) { return .handle }
        return decision.interception
      }, after: { envelope, model, commands in note("after \(envelope) \(model) \(commands)") })
    let second = Interceptor<App>(before: { envelope, model in
      note("second \(envelope) \(model)")
      return .handle
    })
    let eventHandler = EventHandler(to: [.updates, .messages, .commands, .issues]) { event in
      switch event.fact {
      case .command(let event):
        note("\(event.command) \(event.step) \(event.cause ?? 0) \(event.address)")
      case .handled(let message):
        note("handled \(message), known as \(history.entry(message.envelope.number) as Any)")
      default: note("\(event.fact)")
      }
    }
    let runtime = try Runtime(
      Program(model: App(), app),
      interpreters: [.command(Load.self) { (_, _) -> Void in note("load") }],
      options: RuntimeOptions(
        interceptors: watchers == .eventHandlers ? [] : [deciding, second],
        eventHandlers: watchers == .interceptors ? [] : [eventHandler], history: history,
        checksPurity: !inPlace, issues: IssueHandler { note("issue \($0.description)") }))
    runtime.start()
    for message in messages {
      runtime.dispatch(message)
      note("\(runtime.model) \(runtime.statistics)")
    }
    for number in 1...history.latest { note("\(history.entry(number) as Any)") }
    return lines.withLock { $0 }
  }

  @Test(arguments: Watchers.allCases, Decision.allCases)
  func watchersSeeTheSameInPlaceAndThroughTheQueue(
    _ watchers: Watchers, _ decision: Decision
  ) throws {
    if watchers == .eventHandlers && decision != .handle { return }
    for app in Self.apps {
      let inPlace = try Self.seen(watchers, decision, of: app, inPlace: true)
      let queued = try Self.seen(watchers, decision, of: app, inPlace: false)
      #expect(inPlace.count == queued.count)
      let different = zip(inPlace, queued).first { $0 != $1 }
      #expect(different == nil)
    }
  }

  @Test(arguments: [true, false]) func eachMessageIsToldOnceAndEachUnreachedOneReported(
    _ inPlace: Bool
  ) throws {
    for app in Self.apps {
      let lines = try Self.seen(.eventHandlers, .handle, of: app, inPlace: inPlace)
      // 13 of the messages, and six replies.
      #expect(lines.contains { $0.contains("handled: 19,") })
      #expect(lines.count { $0.hasPrefix("handling(") } == 19)
      #expect(lines.count { $0.hasPrefix("handled ") } == 19)
      #expect(lines.count { $0.hasPrefix("issue ") } == 3)
    }
  }

  @Test(arguments: [RowMessage.tapped.to(App.at.sheet), RowMessage.tapped.to(App.at.rows[1])])
  func settleWaitsForTheCommandsOfAWatchedMessage(_ message: ScopedMessage) async throws {
    let runtime = try Runtime(
      Program(model: App(), Self.apps[0]),
      interpreters: [.command(Load.self) { _, _ async throws in throw Broken() }],
      options: RuntimeOptions(
        eventHandlers: [EventHandler(to: .messages) { _ in }], issues: IssueHandler { _ in }))
    runtime.start()
    let outcome = try await runtime.settle(message)
    #expect(outcome.failures.first?.command.description == "Load")
  }
}
