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
          try figures(
            Ledger(), format: RecordingFormat(ledgerProgram(), payloads: [Entry.self]),
            besideFoundation: true)
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
    _ model: Ledger, format: RecordingFormat<Ledger>, options: RecorderOptions = RecorderOptions(),
    besideFoundation: Bool = false
  ) throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("katana-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = options
    options.bytesPerFile = 1 << 30
    // Some have no model, which the recorder would say.
    let recorder = try Recorder(
      format, in: folder.path, name: "benchmark", options: options, problem: { _ in })
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
    var figures = [
      Figure(name: "a bare message", value: (plain.min() ?? 0) * 1e9, unit: "ns"),
      Figure(name: "the app's thread", value: (app.min() ?? 0) * 1e9, unit: "ns each"),
      Figure(
        name: "the first after 1 ms", value: pauses.sorted()[pauses.count / 2] * 1e9,
        unit: "ns (median)"),
      Figure(name: "the writer", value: 1 / (writer.min() ?? 1), unit: "lines/s of its thread"),
      Figure(
        name: "replay", value: Double(count) / (replays.min() ?? 1), unit: "messages/s"),
      Figure(name: "left out", value: Double(recorder.lostLines), unit: "lines"),
    ]
    if besideFoundation {
      let plain = try plainLineTimes()
      let replay = (replays.min() ?? 0) / Double(max(count, 1))
      figures += [
        Figure(
          name: "the writer beside JSONEncoder", value: (writer.min() ?? 0) / plain.encoding,
          unit: "× the time of the same values"),
        Figure(
          name: "replay beside JSONDecoder", value: replay / plain.decoding,
          unit: "× the time of the same values"),
      ]
    }
    return figures
  }

  /// The values of a line, for Foundation's coders alone.
  private struct PlainLine: Codable {
    var n = 123_456
    var message = 123_455
    var t = 5_763_029_123
    var name = "Entry.booked"
    var from = "outside"
    var at = "benchmark/Recordings.swift:171"
    var type = "benchmark.Recordings.Entry"
    var payload = Entry.booked(amount: 12_345, at: 6_789)
    var took = 2_273
  }

  /// The seconds that Foundation takes to encode and to decode the values of a line.
  private static func plainLineTimes() throws -> (encoding: Double, decoding: Double) {
    let (line, encoder, decoder) = (PlainLine(), JSONEncoder(), JSONDecoder())
    let data = try encoder.encode(line)
    var (encoding, decoding) = (Double.infinity, Double.infinity)
    for _ in 0..<rounds {
      let start = seconds(CLOCK_THREAD_CPUTIME_ID)
      for _ in 0..<batch { _ = try encoder.encode(line) }
      let middle = seconds(CLOCK_THREAD_CPUTIME_ID)
      for _ in 0..<batch { _ = try decoder.decode(PlainLine.self, from: data) }
      encoding = min(encoding, (middle - start) / Double(batch))
      decoding = min(decoding, (seconds(CLOCK_THREAD_CPUTIME_ID) - middle) / Double(batch))
    }
    return (encoding, decoding)
  }

  private static func started(
    _ model: Ledger, _ eventHandlers: [EventHandler]
  ) throws -> Runtime<Ledger> {
    let runtime = try Runtime(
      Program(model: model, ledgerProgram().feature),
      options: RuntimeOptions(eventHandlers: eventHandlers))
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
