import Foundation
import InMemoryLogging
import InMemoryTracing
import KatanaRecording
import KatanaRuntime
import Logging
import MetricsTestKit
import ServerEvents

// A small server whose events go to a log, to metrics and to spans. It prints them at its end.
// `server-events --trace FILE` also writes a trace for the viewer Perfetto.

let usage = "usage: server-events [--trace FILE]"
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["--help"] || arguments == ["-h"] {
  print(usage)
  exit(0)
}
guard arguments.isEmpty || arguments.count == 2 && arguments[0] == "--trace" else {
  FileHandle.standardError.write(Data("server-events: unknown arguments; \(usage)\n".utf8))
  exit(2)
}

do {
  var log = InMemoryLogHandler()
  log.logLevel = .debug
  let entries = log
  let metrics = TestMetrics()
  let tracer = InMemoryTracer()
  let trace = EventTrace(name: "server-events")

  let (closed, close) = AsyncStream<Never>.makeStream()
  let orders = try Runtime(
    orderQueueProgram(orders: 6), interpreters: orderInterpreters { close.finish() },
    options: RuntimeOptions(
      eventHandlers: [
        .swiftLog(Logger(label: "orders") { _ in entries }), .swiftMetrics(metrics),
        .swiftTracing(tracer), trace.eventHandler,
      ]))
  orders.start()
  for await _ in closed {}
  await orders.finish(within: .seconds(5))

  print("log")
  for entry in entries.entries { print("  \(entry.line)") }
  print("\nmetrics")
  for line in metrics.lines { print("  \(line)") }
  print("\nspans")
  for line in spanTree(tracer.finishedSpans) { print("  \(line)") }
  if let path = arguments.last {
    try trace.json().write(toFile: path, atomically: true, encoding: .utf8)
  }
} catch {
  FileHandle.standardError.write(Data("server-events: \(error)\n".utf8))
  exit(1)
}
