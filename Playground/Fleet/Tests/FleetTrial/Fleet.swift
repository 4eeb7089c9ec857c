import FleetInterface
import Foundation
import Katana
import KatanaFleet
import KatanaRuntime

struct Counts: Model, Equatable {
  typealias Receives = CountsMessage
  var answered = 0
  var failed: String?
}

enum CountsMessage: Message {
  case asked(Int), waited(Int), counted(Int), failed(String)
}

/// Counts the letters of a text.
struct CountLetters: Command, Codable {
  var text = "the text"
  var reply: Reply<Int> = .atHome
  private enum CodingKeys: CodingKey { case text }
}

/// A command that no worker takes.
struct WaitLong: Command, Codable {
  var text = "the text"
  var reply: Reply<Int> = .atHome
  private enum CodingKeys: CodingKey { case text }
}

struct CountsUpdater: TypedUpdater {
  func update(model: inout Counts, message: CountsMessage) -> [any Command] {
    switch message {
    case .asked(let count):
      let failed = Reply<any Error> { CountsMessage.failed("\($0)") }
      return (0..<count).map { _ in
        CountLetters(reply: Reply(CountsMessage.counted)).onFailure(failed)
      }
    case .waited(let count):
      return (0..<count).map { _ in WaitLong(reply: Reply(CountsMessage.counted)) }
    case .counted: model.answered += 1
    case .failed(let reason): model.failed = reason
    }
    return []
  }
}

func fleetOptions(_ port: String) -> FleetOptions {
  var options = FleetOptions()
  options.servers = ["nats://127.0.0.1:\(port)"]
  options.takingLimit = .seconds(3_600)
  return options
}

func fleetWorker(_ port: String) throws -> FleetWorker {
  FleetWorker(
    performing: [.job(CountLetters.self, reply: \.reply)],
    interpreters: [.command(CountLetters.self) { $1.answer($0.reply, with: $0.text.count) }],
    on: try FleetConnection(fleetOptions(port)), atOnce: 10)
}

/// An app whose commands are performed elsewhere.
struct FleetApp {
  let runtime: Runtime<Counts>

  init(_ port: String) throws {
    let connection = try FleetConnection(fleetOptions(port))
    runtime = try Runtime(
      Program(model: Counts(), CountsUpdater()),
      interpreters: [
        .fleet(CountLetters.self, reply: \.reply, on: connection),
        .fleet(WaitLong.self, reply: \.reply, on: connection),
      ])
    runtime.start()
  }

  func perform(_ count: Int) async {
    let goal = runtime.model.answered + count
    let (models, sender) = AsyncStream.makeStream(of: Int.self)
    let token = runtime.observe(\.answered) { if $0 >= goal { sender.yield($0) } }
    runtime.dispatch(CountsMessage.asked(count))
    for await _ in models { break }
    token.cancel()
    precondition(runtime.model.failed == nil)
  }
}
