import FleetInterface
import Foundation
import Katana
import KatanaFleet
import KatanaRuntime

// The app and the worker that the tests kill: `fleet-probe app|worker PORT FILE`.

let arguments = CommandLine.arguments
var options = FleetOptions()
options.servers = ["nats://127.0.0.1:\(arguments[2])"]
options.lease = .seconds(1)
// What is killed at random is not to blame for it.
options.deliveries =
  Int(ProcessInfo.processInfo.environment["KATANA_FLEET_DELIVERIES"] ?? "") ?? 1_000
let connection = try FleetConnection(options)

/// Doubles a number, which takes a moment; a negative one ends the worker.
struct Double: Command, Codable {
  var tag: String
  var number: Int
  var reply = Reply<Int> { ListMessage.answered(FleetAnswer(tag: "", result: .success($0))) }

  private enum CodingKeys: CodingKey { case tag, number }
}

/// What the app keeps in its file.
struct List: Model, Codable, Equatable {
  typealias Receives = ListMessage
  var open: [String: Int] = [:]
  var done: [String: Int] = [:]
  /// How often an answer was taken.
  var taken: [String: Int] = [:]
  var kept = -1

  private enum CodingKeys: CodingKey { case open, done, taken }
}

enum ListMessage: Message {
  case started, answered(FleetAnswer<Int>), kept(String, Int)
}

/// Keeps the list in its file, at once or not at all.
struct Keep: Command {
  var list: List
  var reply: Reply<Void>
}

struct ListUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout List, message: ListMessage) -> [any Command] {
    switch message {
    case .started:
      model.kept = model.done.count
      return model.open.map { Double(tag: $0.key, number: $0.value) }
    case .answered(let answer):
      guard model.open.removeValue(forKey: answer.tag) != nil else {
        return [AcknowledgeAnswer(of: Double.self, answer.tag)]
      }
      if case .success(let value) = answer.result { model.done[answer.tag] = value }
      if case .failure = answer.result { model.done[answer.tag] = -1 }
      model.taken[answer.tag, default: 0] += 1
      let count = model.done.count
      return [
        Keep(list: model, reply: Reply { ListMessage.kept(answer.tag, count) }).queued(
          id: "file", .atMost(1))
      ]
    case .kept(let tag, let count):
      model.kept = count
      return [AcknowledgeAnswer(of: Double.self, tag)]
    }
  }

  func subscriptions(model: List) -> [any Subscription] {
    [FleetAnswers(of: Double.self, Reply(ListMessage.answered))]
  }
}

if arguments[1] == "worker" {
  let worker = FleetWorker(
    performing: [.job(Double.self, reply: \.reply)],
    interpreters: [
      .command(Double.self, reply: \.reply) { command in
        if command.number < 0 { kill(getpid(), SIGKILL) }
        try await Task.sleep(for: .milliseconds(5))
        return command.number * 2
      }
    ], on: connection, atOnce: 2)
  try await worker.run()
} else {
  let file = URL(filePath: arguments[3])
  let list = try JSONDecoder().decode(List.self, from: Data(contentsOf: file))
  let runtime = try Runtime(
    Program(model: list, ListUpdater()),
    interpreters: [
      .fleet(Double.self, reply: \.reply, tag: \.tag, app: "probe", on: connection),
      .command(Keep.self, reply: \.reply) { command in
        try JSONEncoder().encode(command.list).write(to: file, options: .atomic)
      },
    ])
  let (ends, sender) = AsyncStream.makeStream(of: Void.self)
  let token = runtime.observe { list in
    if list.open.isEmpty && list.kept == list.done.count { sender.yield() }
  }
  runtime.start()
  runtime.dispatch(ListMessage.started)
  for await _ in ends { break }
  token.cancel()
  await runtime.shutdown()
}
