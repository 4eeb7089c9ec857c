public import Katana
import Foundation
public import KatanaRecording
public import KatanaRuntime

/// What the arguments of an example say about recordings: `--record FOLDER`, `--replay FILE` and
/// `--trace FILE`.
public struct RecordedRun<AppModel: Model> {
  private let format: RecordingFormat<AppModel>
  private let name: String
  private let recorder: Recorder?
  private let trace: EventTrace?
  private let tracePath: String?
  private let replayPath: String?

  /// Reads the arguments, and begins a recording if they ask for one.
  public init(
    _ format: RecordingFormat<AppModel>, name: String,
    arguments: [String] = CommandLine.arguments
  ) throws {
    func value(of option: String) -> String? {
      arguments.firstIndex(of: option).map { $0 + 1 }
        .flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
    }
    self.format = format
    self.name = name
    replayPath = value(of: "--replay")
    recorder = try value(of: "--record").map { try Recorder(format, in: $0, name: name) }
    tracePath = value(of: "--trace")
    trace = tracePath.map { _ in EventTrace(name: name) }
  }

  /// What the runtime of the example tells.
  public var listeners: [EventListener] {
    [recorder?.listener, trace?.listener, traceWriter].compactMap(\.self)
  }

  /// Writes the trace when the runtime ends.
  private var traceWriter: EventListener? {
    guard let trace, let tracePath else { return nil }
    return EventListener(to: .lifecycle) { event in
      guard case .ended = event.fact else { return }
      do {
        try trace.json().write(toFile: tracePath, atomically: true, encoding: .utf8)
      } catch {
        FileHandle.standardError.write(Data("The trace cannot be written: \(error)\n".utf8))
      }
    }
  }

  /// Walks through a recording if the arguments ask for that. Returns false if they do not.
  ///
  /// - Parameters:
  ///   - program: The expression of the program in generated tests.
  ///   - imports: What these tests import.
  public func replays(program: String, imports: [String]) throws -> Bool {
    guard let replayPath else { return false }
    var console = try ReplayConsole(format, of: replayPath, program: program, imports: imports)
    print(console.greeting())
    while let line = readLine(), let answer = console.answer(to: line) { print(answer) }
    return true
  }
}
