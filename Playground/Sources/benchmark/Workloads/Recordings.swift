import Foundation
import KatanaRecording
import KatanaRuntime

/// W15: what a recording costs the app, its writer, and a replay.
enum Recordings {
  static var rows: [Row] {
    [
      Row(
        name: "W15.messages", title: "small messages, recorded with their payloads",
        figures: {
          try figures(Ledger(), format: RecordingFormat(ledgerProgram(), payloads: [Entry.self]))
        }),
      Row(
        name: "W15.checkpoints", title: "the same, and 10,000 numbers every 1,000 messages",
        figures: {
          let program = ledgerProgram(count: 10_000)
          return try figures(
            program.model, format: RecordingFormat(program, payloads: [Ledger.self, Entry.self]))
        }),
      Row(
        name: "W15.durable", title: "the same messages, each written before its update",
        figures: {
          var options = RecorderOptions()
          options.isDurable = true
          return try figures(
            Ledger(), format: RecordingFormat(ledgerProgram(), payloads: [Entry.self]),
            options: options)
        }),
    ]
  }

  struct Ledger: Model, Codable, Equatable {
    typealias Receives = Entry
    var sum = 0
    var numbers: [Int] = []
  }

  enum Entry: Message, Codable {
    case booked(amount: Int, at: Int)
  }

  private static func ledgerProgram(count: Int = 0) -> Program<Ledger> {
    Program(
      model: Ledger(numbers: Array(0..<count)),
      TypedFunctionUpdater { (model: inout Ledger, message: Entry) in
        guard case .booked(let amount, let index) = message else { return [] }
        model.sum &+= amount
        if model.numbers.indices.contains(index) { model.numbers[index] = amount }
        return []
      })
  }

  /// Fewer than may wait for the writer: nothing is left out.
  private static let batch = 20_000
  private static let rounds = 15

  private static func figures(
    _ model: Ledger, format: RecordingFormat<Ledger>, options: RecorderOptions = RecorderOptions()
  ) throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("katana-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = options
    options.bytesPerFile = 1 << 30
    let recorder = try Recorder(format, in: folder.path, name: "benchmark", options: options)
    let recorded = try started(model, [recorder.eventHandler])
    let bare = try started(model, [])

    var (app, writer, plain, pauses) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      plain.append(send(batch, to: bare) / Double(batch))
      let before = seconds(CLOCK_PROCESS_CPUTIME_ID)
      let own = send(batch, to: recorded)
      wait { _ = await recorder.flush() }
      app.append(own / Double(batch))
      writer.append((seconds(CLOCK_PROCESS_CPUTIME_ID) - before - own) / Double(batch))
      for _ in 0..<20 {
        Thread.sleep(forTimeInterval: 0.001)
        pauses.append(send(1, to: recorded))
      }
    }
    wait {
      await recorded.shutdown()
      _ = await recorder.close()
    }
    bare.requestShutdown()
    let path = recorder.path
    var replays: [Double] = []
    var count = 0
    for _ in 0..<5 {
      let start = seconds(CLOCK_THREAD_CPUTIME_ID)
      count = try Replay(format, of: path).run().count
      replays.append(seconds(CLOCK_THREAD_CPUTIME_ID) - start)
    }
    return [
      Figure(name: "a bare message", value: (plain.min() ?? 0) * 1e9, unit: "ns"),
      Figure(name: "the app's thread", value: (app.min() ?? 0) * 1e9, unit: "ns each"),
      Figure(
        name: "the first after 1 ms", value: pauses.sorted()[pauses.count / 2] * 1e9,
        unit: "ns (median)"),
      Figure(name: "the writer", value: 1 / (writer.min() ?? 1), unit: "lines/s of its thread"),
      Figure(
        name: "replay", value: Double(count) / (replays.min() ?? 1), unit: "messages/s"),
      Figure(
        name: "JSONDecoder, for the payloads alone", value: try jsonDecoderRate(),
        unit: "messages/s"),
      Figure(name: "left out", value: Double(recorder.lostLines), unit: "lines"),
    ]
  }

  /// How many payloads Foundation decodes in a second, as a measure of Codable's own cost.
  private static func jsonDecoderRate() throws -> Double {
    let payload = try JSONEncoder().encode(Entry.booked(amount: 12_345, at: 6_789))
    let decoder = JSONDecoder()
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = seconds(CLOCK_THREAD_CPUTIME_ID)
      for _ in 0..<batch { _ = try decoder.decode(Entry.self, from: payload) }
      times.append(seconds(CLOCK_THREAD_CPUTIME_ID) - start)
    }
    return Double(batch) / (times.min() ?? 1)
  }

  private static func started(
    _ model: Ledger, _ eventHandlers: [EventHandler]
  ) throws -> Runtime<Ledger> {
    let runtime = try Runtime(
      Program(model: model, ledgerProgram().feature), options: RuntimeOptions(eventHandlers: eventHandlers))
    runtime.start()
    return runtime
  }

  /// Sends messages. Returns the seconds of this thread.
  private static func send(_ count: Int, to runtime: Runtime<Ledger>) -> Double {
    let start = seconds(CLOCK_THREAD_CPUTIME_ID)
    for number in 0..<count { runtime.dispatch(.booked(amount: number, at: number % 10_000)) }
    return seconds(CLOCK_THREAD_CPUTIME_ID) - start
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func wait(_ work: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      isDone.signal()
    }
    isDone.wait()
  }
}
