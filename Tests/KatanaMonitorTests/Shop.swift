import Foundation
import Katana
import KatanaRecording
import KatanaRuntime

/// A small app that is watched.
struct Shop: Model, Equatable, Codable {
  typealias Receives = ShopMessage
  var basket: [String] = []
  var isLoading = false
  var password = Secret("")
}

enum ShopMessage: Message, Equatable, Codable {
  case added(String), emptied, loadTapped, loaded([String]), passwordTyped(Secret<String>), seen
}

struct LoadBasket: Command, Equatable {
  init(_ reply: Reply<[String]>) { self.reply = reply }
  var reply: Reply<[String]>
}

struct ShopUpdater: TypedUpdater {
  func update(model: inout Shop, message: ShopMessage) -> [any Command] {
    switch message {
    case .added(let item): model.basket.append(item)
    case .emptied: model.basket = []
    case .loadTapped:
      model.isLoading = true
      return [LoadBasket(reply { .loaded($0) })]
    case .loaded(let items): (model.basket, model.isLoading) = (items, false)
    case .passwordTyped(let password): model.password = password
    case .seen: break
    }
    return []
  }
}

let shopProgram = Program(model: Shop(), ShopUpdater())
let shopFormat = RecordingFormat(everyPayloadOf: shopProgram)
let shopInterpreters: [Interpreter] = [
  .command(LoadBasket.self, reply: \.reply) { _ in ["tea", "rice"] }
]

func withFolder(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "katana monitor Größe \(UUID().uuidString)"
  ).path(percentEncoded: false)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try await body(folder)
}

/// An app that is recorded.
struct RecordedShop {
  let runtime: Runtime<Shop>
  let recorder: Recorder

  init(
    in folder: String, _ format: RecordingFormat<Shop> = shopFormat,
    options: RecorderOptions = RecorderOptions()
  ) throws {
    recorder = try Recorder(format, in: folder, name: "shop", options: options)
    runtime = try Runtime(
      shopProgram, interpreters: shopInterpreters,
      options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
    runtime.start()
  }

  func use() async throws {
    await runtime.deliver(ShopMessage.added("jam"))
    try await runtime.settle(ShopMessage.loadTapped)
    await runtime.deliver(ShopMessage.passwordTyped(Secret("hunter2")))
    await runtime.deliver(ShopMessage.seen)
    await recorder.flush()
  }

  func end() async {
    await runtime.shutdown()
    await recorder.close()
  }
}
