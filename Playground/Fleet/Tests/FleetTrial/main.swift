import FleetServer
import Foundation
import KatanaFleet
import KatanaRuntime

// What commands cost on the workers of a fleet, beside the same with the C client by hand: `fleet-trial [COUNT]`.
// It starts itself as apps and workers: `fleet-trial worker|app|latency|waiting|idle fleet|hand PORT COUNT`.

/// The processor time of this process, or of its children that have ended, in seconds.
func processorTime(ofChildren: Bool = false) -> Double {
  var usage = rusage()
  getrusage(ofChildren ? -1 : 0, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

func elapsed(since start: ContinuousClock.Instant) -> Double {
  (ContinuousClock.now - start) / .seconds(1)
}

func row(_ columns: Any...) {
  print(
    columns.map { ($0 as? Double).map { String(format: "%.1f", $0) } ?? "\($0)" }
      .joined(separator: " | "))
  fflush(nil)
}

/// Runs this program as something else.
func start(_ arguments: Any...) throws -> Process {
  let process = Process()
  process.executableURL = URL(filePath: CommandLine.arguments[0])
  process.arguments = arguments.map { "\($0)" }
  try process.run()
  return process
}

func end(_ process: Process) {
  kill(process.processIdentifier, SIGKILL)
  process.waitUntilExit()
}

/// How often the threads of a process have gone to sleep.
func wakes(_ process: Process) -> Int {
  let folder = "/proc/\(process.processIdentifier)/task"
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return threads.reduce(0) { sum, thread in
    let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary") } ?? ""
    return sum + (Int(line.split(separator: "\t").last ?? "") ?? 0)
  }
}

func compareAll(_ count: Int) throws {
  row("by", "workers", "commands/s", "µs of processor/command", "of these the app")
  for workers in [1, 2, 4] {
    for kind in ["hand", "fleet", "hand", "fleet"] {
      let server = try FleetServer()
      let before = processorTime(ofChildren: true)
      let working = try (0..<workers).map { _ in try start("worker", kind, server.port, 0) }
      let app = try start("app", kind, server.port, count)
      app.waitUntilExit()
      for process in working { end(process) }
      // The app has written a line; this one adds its workers.
      let time = (processorTime(ofChildren: true) - before) / Double(count) * 1e6
      row("", kind, workers, "", time)
    }
  }
  for kind in ["hand", "fleet"] {
    let server = try FleetServer()
    let worker = try start("worker", kind, server.port, 0)
    try start("latency", kind, server.port, 2_000).waitUntilExit()
    end(worker)
  }
  for waiting in [10, 100_000, 10, 100_000] {
    let server = try FleetServer()
    let worker = try start("worker", "fleet", server.port, 0)
    try start("waiting", "fleet", server.port, waiting).waitUntilExit()
    end(worker)
  }
  for kind in ["hand", "fleet"] {
    let server = try FleetServer()
    let worker = try start(kind == "hand" ? "idle" : "worker", kind, server.port, 0)
    sleep(5)
    let before = wakes(worker)
    sleep(60)
    row("wakes of an idle worker in a minute", kind, wakes(worker) - before)
    end(worker)
  }
}

let arguments = CommandLine.arguments
if arguments.count < 5 {
  try compareAll(arguments.count > 1 ? Int(arguments[1]) ?? 20_000 : 20_000)
} else {
  let (role, kind, port, count) = (
    arguments[1], arguments[2], arguments[3], Int(arguments[4]) ?? 0
  )
  let hand = kind == "hand" ? Hand(port: port) : nil
  switch role {
  case "worker":
    if let hand { hand.work() } else { try await fleetWorker(port).run() }
  case "idle": hand?.wait()
  case "latency":
    let app = try hand == nil ? FleetApp(port) : nil
    var times: [Double] = []
    for index in 0..<count {
      let start = ContinuousClock.now
      if let hand { hand.perform(1, at: "\(index)") } else { await app?.perform(1) }
      times.append(elapsed(since: start) * 1e6)
    }
    times.sort()
    row("latency in µs: median, 99 %", kind, times[count / 2], times[count * 99 / 100])
  case "app":
    let start = ContinuousClock.now
    if let hand { hand.perform(count, at: "all") } else { try await FleetApp(port).perform(count) }
    row(
      kind, arguments[4], Double(count) / elapsed(since: start), "",
      processorTime() / Double(count) * 1e6)
  default:
    // Round trips beside commands that wait, and then nothing.
    let app = try FleetApp(port)
    app.runtime.dispatch(CountsMessage.waited(count))
    await app.perform(20_000)
    sleep(3)
    let before = processorTime()
    await app.perform(20_000)
    let perCommand = (processorTime() - before) / 20_000 * 1e6
    let idle = processorTime()
    sleep(10)
    row(
      "beside waiting", count, "µs of processor/command", perCommand,
      "ms of processor in 10 s idle",
      (processorTime() - idle) * 1e3)
  }
}
