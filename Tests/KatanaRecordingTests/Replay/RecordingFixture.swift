import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting

/// An app with rows, secrets, results and a subscription, whose recordings are tried.
enum Shop {
  struct Item: Model, Identifiable, Codable, Equatable {
    typealias Receives = ItemMessage
    let id: Int
    var count = 0
  }

  struct App: Model, Codable, Equatable {
    var items = IdentifiedArray<Item>()
    var user: String?
    var token: Secret<String>?
    var error: String?
    var ticks = 0
    var isTicking = false
  }

  enum ItemMessage: Message, Codable { case added(Int) }

  enum ShopMessage: Message, Codable, Equatable {
    case loginTapped(name: String, password: Secret<String>)
    case loggedIn(Secret<String>)
    case failed(reason: String)
    case itemCreated(Int)
    case ticking(Bool)
    case ticked
  }

  /// A message that no recording holds.
  struct Hidden: Message { var text: String }

  struct LogIn: Command, Equatable {
    var name: String
    var password: Secret<String>
  }
  struct Track: Command, Equatable { var what: String }

  struct Ticks: Subscription, Equatable { var id: Int { 1 } }

  /// How the update logs somebody in: a replay with another one diverges.
  static func program(
    model: App = App(), user: @escaping @Sendable (String) -> String = { $0 }
  ) -> Program<App> {
    Program(
      model: model,
      CombinedUpdater<App>([
        .full(
          TypedFunctionUpdater { (model: inout App, message: ShopMessage) in
            switch message {
            case .loginTapped(let name, let password):
              model.user = user(name)
              return [LogIn(name: name, password: password)]
            case .loggedIn(let token): model.token = token
            case .failed(let reason): model.error = reason
            case .itemCreated(let id):
              model.items[id: id] = Item(id: id)
              return [Track(what: "item \(id)")]
            case .ticking(let isTicking): model.isTicking = isTicking
            case .ticked: model.ticks += 1
            }
            return []
          }),
        .full(TypedFunctionUpdater { (model: inout App, message: Hidden) in [] }),
        .each(
          \.items,
          TypedFunctionUpdater { (item: inout Item, message: ItemMessage) in
            if case .added(let count) = message { item.count += count }
            return []
          }),
        .full(FunctionSubscriptionProvider<App> { $0.isTicking ? [Ticks()] : [] }),
      ]))
  }

  static let payloads: [any (Codable & Sendable).Type] = [
    App.self, ShopMessage.self, ItemMessage.self,
  ]

  static func format(
    _ program: Program<App> = program(), payloads: [any (Codable & Sendable).Type] = payloads
  ) -> RecordingFormat<App> {
    RecordingFormat(program, payloads: payloads)
  }

  static let interpreters: [Interpreter] = [
    .command(LogIn.self) { command, dispatch in
      dispatch(ShopMessage.loggedIn(Secret("token of \(command.name)")))
    },
    .command(Track.self) { (_, _: Dispatcher) in },
    .subscription { (_: Ticks, _) in IdleInterpreter<Ticks>() },
  ]

  /// Records a run of the app. Returns the path of the last file.
  static func record(
    in folder: String, program: Program<App> = program(),
    payloads: [any (Codable & Sendable).Type] = payloads,
    options: RecorderOptions = RecorderOptions(), closes: Bool = true,
    _ body: (Runtime<App>) -> Void
  ) async throws -> String {
    let recorder = try Recorder(
      RecordingFormat(program, payloads: payloads), in: folder, name: "shop", build: "1",
      options: options)
    let runtime = try Runtime(
      program, interpreters: interpreters,
      options: RuntimeOptions(
        eventHandlers: [recorder.eventHandler], clock: ManualClock(),
        issues: IssueRecorder().handler))
    runtime.start()
    body(runtime)
    _ = await recorder.flush()
    if closes {
      await runtime.shutdown()
      await recorder.close()
    }
    return recorder.path
  }
}

/// An interpreter that sends nothing.
final class IdleInterpreter<Sub: Subscription>: SubscriptionInterpreter {
  func start() {}
  func stop() {}
}

extension RecorderOptions {
  /// Checkpoints after a number of messages.
  static func checkpoints(every count: Int) -> RecorderOptions {
    var options = RecorderOptions()
    options.messagesPerCheckpoint = count
    return options
  }
}

/// A folder for one test, which is removed after it.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "katana-recording-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}
