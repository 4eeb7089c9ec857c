import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime

/// W16: what lines of the standard input and of a program cost the process, and the least that
/// lines cost.
enum Lines {
  static var rows: [Row] {
    [
      Row(
        name: "W16.lines", title: "a line of 49 bytes, of 200,000",
        goals: [
          .figure("StandardInputLine / messages", atMost: 1.5),
          .figure("ProgramOutput / plain", atMost: 3),
        ],
        figures: { try figures() })
    ]
  }

  private static let text = "The quick brown fox jumps over the lazy dog 01234"
  private static let count = 200_000
  private static let rounds = 5

  private struct Counted: Model {
    typealias Receives = LineMessage
    var lines = 0
    var bytes = 0
  }

  private enum LineMessage: Message {
    case line(LineEvent)
    case event(ProgramEvent)
  }

  /// Sends lines that are there already, each in a message of its own, as `StandardInputLine` does.
  private struct PreparedLines: Subscription {
    var reply: Reply<LineEvent>
  }

  private final class PreparedLinesInterpreter: PlainSubscriptionInterpreter {
    private let dispatch: SubscriptionDispatcher<PreparedLines>

    init(subscription: PreparedLines, dispatch: SubscriptionDispatcher<PreparedLines>) {
      self.dispatch = dispatch
    }

    func start() {
      DispatchQueue(label: "prepared lines").async { [dispatch] in
        for _ in 0..<count { dispatch { $0.reply(.line(text)) } }
        dispatch { $0.reply(.end) }
      }
    }

    func stop() {}
  }

  private struct Feature: TypedUpdater, SubscriptionProvider {
    let subscription: any Subscription
    let ended: @Sendable (Counted) -> Void

    func update(model: inout Counted, message: LineMessage) -> [any Command] {
      switch message {
      case .line(.line(let text)): count(text, &model)
      case .event(.lines(let lines)): for line in lines { count(line.text, &model) }
      case .line, .event: ended(model)
      }
      return []
    }

    func subscriptions(model: Counted) -> [any Subscription] { [subscription] }

    private func count(_ line: String, _ model: inout Counted) {
      model.lines += 1
      model.bytes += line.utf8.count
    }
  }

  private static func figures() throws -> [Figure] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("katana-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Array(repeating: text + "\n", count: count).joined().utf8).write(to: file)

    // In turn, so that each has the same disturbances.
    var (input, messages, program, least) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      input.append(try timeOfInput(file))
      messages.append(
        try timeOf(
          PreparedLines(reply: Reply(LineMessage.line)),
          .subscription(PreparedLinesInterpreter.self)))
      program.append(
        try timeOf(ProgramOutput("cat", [file.path], Reply(LineMessage.event)), .processes()))
      least.append(try timeOfPlain(file))
    }
    let (own, alone) = (input.min() ?? 0, messages.min() ?? 0)
    let (other, plain) = (program.min() ?? 0, least.min() ?? 0)
    return [
      Figure(name: "StandardInputLine", value: own / Double(count), unit: "ns"),
      Figure(name: "messages", value: alone / Double(count), unit: "ns"),
      Figure(name: "ProgramOutput", value: other / Double(count), unit: "ns"),
      Figure(name: "plain", value: plain / Double(count), unit: "ns"),
      Figure(name: "StandardInputLine / messages", value: own / alone, unit: "×"),
      Figure(name: "StandardInputLine / ProgramOutput", value: own / other, unit: "×"),
      Figure(name: "ProgramOutput / plain", value: other / plain, unit: "×"),
    ]
  }

  private static func timeOfInput(_ file: URL) throws -> Double {
    let handle = try FileHandle(forReadingFrom: file)
    let console = Console(
      input: handle.fileDescriptor, output: FileHandle.nullDevice.fileDescriptor,
      error: FileHandle.nullDevice.fileDescriptor, environment: [:])
    defer { try? handle.close() }
    return try timeOf(StandardInputLine(Reply(LineMessage.line)), .terminal(console))
  }

  /// Returns the nanoseconds of the process, on all of its threads.
  private static func timeOf(
    _ subscription: any Subscription, _ interpreters: Interpreter
  ) throws -> Double {
    let isOver = DispatchSemaphore(value: 0)
    let feature = Feature(subscription: subscription) { model in
      precondition(model.lines == count, "\(model.lines) of \(count) lines arrived")
      isOver.signal()
    }
    let runtime = try Runtime(
      Program(model: Counted(), CombinedUpdater([.full(feature)])), interpreters: [interpreters])
    let start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    runtime.start()
    isOver.wait()
    let end = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    runtime.requestShutdown()
    return end - start
  }

  /// Reads the lines as a program without a framework does.
  private static func timeOfPlain(_ file: URL) throws -> Double {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    var (model, rest) = (Counted(), [UInt8]())
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while case let size = read(handle.fileDescriptor, &chunk, chunk.count), size > 0 {
      rest += chunk[..<size]
      var first = 0
      while let end = rest[first...].firstIndex(of: UInt8(ascii: "\n")) {
        model.lines += 1
        model.bytes += String(decoding: rest[first..<end], as: UTF8.self).utf8.count
        first = end + 1
      }
      rest.removeFirst(first)
    }
    precondition(model.lines == count && model.bytes > 0)
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - start
  }

  private static func nanoseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
