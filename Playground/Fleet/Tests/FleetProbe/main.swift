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
struct List: Model, Equatable {
  typealias Receives = ListMessage
  var open: [String: Int] = [:]
  /// The number of lines that wait to be written.
  var unkept = 0
}

enum ListMessage: Message {
  case answered(FleetAnswer<Int>), kept(String)
}

/// Adds a line to the file.
struct Keep: Command {
  var tag: String
  var value: String
  var reply: Reply<Void>
}

struct ListUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout List, message: ListMessage) -> [any Command] {
    switch message {
    case .answered(let answer):
      guard model.open.removeValue(forKey: answer.tag) != nil else {
        return [AcknowledgeAnswer(of: Double.self, answer.tag)]
      }
      let value =
        switch answer.result {
        case .success(let value): "\(value)"
        case .failure(let error): "\(error)"
        }
      model.unkept += 1
      return [
        Keep(tag: answer.tag, value: value, reply: Reply { ListMessage.kept(answer.tag) })
          .queued(id: "file", .atMost(1))
      ]
    case .kept(let tag):
      model.unkept -= 1
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
  // Lines `open TAG NUMBER` and `done TAG VALUE`. A line without an end was not written.
  let file = try FileHandle(forUpdating: URL(filePath: arguments[3]))
  let data = try file.readToEnd() ?? Data()
  let size = (data.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  try file.truncate(atOffset: UInt64(size))
  var list = List()
  for line in String(decoding: data[..<size], as: UTF8.self).split(separator: "\n") {
    let words = line.split(separator: " ").map(String.init)
    list.open[words[1]] = words[0] == "open" ? Int(words[2]) : nil
  }
  let commands = list.open.map { Double(tag: $0.key, number: $0.value) }
  let runtime = try Runtime(
    Program(model: list, ListUpdater(), commands: commands),
    interpreters: [
      .fleet(Double.self, reply: \.reply, tag: \.tag, app: "probe", on: connection),
      .command(Keep.self, reply: \.reply) { command in
        try file.write(contentsOf: Data("done \(command.tag) \(command.value)\n".utf8))
      },
    ])
  let (ends, sender) = AsyncStream.makeStream(of: Void.self)
  let token = runtime.observe { if $0.open.isEmpty && $0.unkept == 0 { sender.yield() } }
  runtime.start()
  if list.open.isEmpty { sender.yield() }
  for await _ in ends { break }
  token.cancel()
  await runtime.shutdown()
}
