import Foundation
import Katana
import KatanaMonitor
import KatanaMonitorScreen
import KatanaRecording
import KatanaRuntime

// The figures of the monitor: what it costs the app, its memory after ten million messages, and a model of
// 100,000 rows. `monitor-trial [MESSAGES]`

struct Counter: Model, Equatable, Codable {
  typealias Receives = CounterMessage
  var value = 0
  var texts: [String] = []
}

enum CounterMessage: Message, Equatable, Codable { case increased(by: Int) }

struct CounterUpdater: TypedUpdater {
  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    if case .increased(let number) = message { model.value += number }
    return []
  }
}

let program = Program(model: Counter(), CounterUpdater())
let format = RecordingFormat(everyPayloadOf: program)
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000

/// Writes a line at once, also to a file.
func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// The resident memory in MB.
func memory() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
  return (Int(line.filter(\.isNumber)) ?? 0) / 1_024
}

/// Sends messages, and returns the nanoseconds for each.
func send(_ count: Int, _ handlers: [EventHandler]) async throws -> Double {
  let runtime = try Runtime(program, options: RuntimeOptions(eventHandlers: handlers))
  runtime.start()
  let clock = ContinuousClock()
  let start = clock.now
  for number in 0..<count { runtime.dispatch(CounterMessage.increased(by: number)) }
  let time = clock.now - start
  await runtime.shutdown()
  return Double(time / .nanoseconds(1)) / Double(count)
}

let folder = FileManager.default.temporaryDirectory.appending(path: "monitor-trial-\(UUID())")
  .path()
defer { try? FileManager.default.removeItem(atPath: folder) }

// What the app pays, in one run, in turn.
var plain: [Double] = []
var recorded: [Double] = []
var monitored: [Double] = []
for round in 0..<5 {
  plain.append(try await send(300_000, []))
  let recorder = try Recorder(format, in: "\(folder)/r\(round)", name: "trial")
  recorded.append(try await send(300_000, [recorder.eventHandler]))
  await recorder.close()
  let monitor = try Monitor(recording: format, name: "trial", in: "\(folder)/m\(round)")
  monitored.append(try await send(300_000, monitor.eventHandlers))
}
func middle(_ all: [Double]) -> Double { all.sorted()[all.count / 2] }
say(
  "ns a message: alone \(middle(plain)), recorder \(middle(recorded)), monitor \(middle(monitored))"
)
say("monitor / recorder: \(middle(monitored) / middle(recorded))")

// Memory while it is read.
let monitor = try Monitor(recording: format, name: "trial", in: "\(folder)/memory")
let before = memory()
let sending = Task.detached { try await send(count, monitor.eventHandlers) }
var steps = 0
await monitor.follow { log in
  if log.handledCount / 1_000_000 > steps {
    steps = log.handledCount / 1_000_000
    say(
      "\(log.handledCount) read, \(log.leftOut) missing, \(log.entries.count) kept, \(memory() - before) MB"
    )
  }
  if log.isEnded {
    say(
      "end: \(log.handledCount) + \(log.leftOut) of \(count), \(log.entries.count) kept, \(memory() - before) MB"
    )
  }
  return !log.isEnded
}
say("ns a message while it is read: \(try await sending.value)")

// A model of 100,000 rows.
let rows = (0..<100_000).map { #"{"id":\#($0),"name":"row \#($0)","isOn":false}"# }
let json = Array((#"{"rows":["# + rows.joined(separator: ",") + #"],"z":1}"#).utf8)
let clock = ContinuousClock()
var tree = ValueTree(Array("{}".utf8))
let opened = clock.measure { tree = ValueTree(json) }
let toggled = clock.measure { tree.toggle(["rows"]) }
let found = clock.measure { _ = tree.find("row 99999", after: nil) }
say(
  "model of \(json.count) bytes: shown in \(opened), rows opened in \(toggled) (\(tree.rows.count) rows), found in \(found)"
)
