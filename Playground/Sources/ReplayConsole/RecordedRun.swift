import Foundation
public import Katana
public import KatanaRecording
public import KatanaRuntime

/// The recording, replay or trace that the arguments of an example request: `--record FOLDER`,
/// `--replay FILE` and `--trace FILE`.
public struct RecordedRun<AppModel: Model> {
  private let arguments: [String]
  private let format: RecordingFormat<AppModel>
  private let recorder: Recorder?
  private let trace: EventTrace?
  private let replayPath: String?

  /// Begins a recording if there is a folder for it, for an example that reads its arguments itself.
  ///
  /// - Parameters:
  ///   - name: The name of the example, with which the names of the files begin.
  ///   - folder: Where the recording is written; `nil` for no recording.
  ///   - replayPath: The file of the recording that is replayed; `nil` for none.
  public init(
    _ format: RecordingFormat<AppModel>, name: String, record folder: String?,
    replay replayPath: String?
  ) throws {
    self.arguments = []
    self.format = format
    self.replayPath = replayPath
    recorder = try folder.map { try Recorder(format, in: $0, name: name) }
    trace = nil
  }

  /// Reads the arguments, and creates the recorder or trace that they request.
  public init(
    _ format: RecordingFormat<AppModel>, name: String,
    arguments: [String] = CommandLine.arguments
  ) throws {
    self.arguments = arguments
    self.format = format
    replayPath = Self.argument("--replay", of: arguments)
    recorder = try Self.argument("--record", of: arguments).map {
      try Recorder(format, in: $0, name: name)
    }
    let path = Self.argument("--trace", of: arguments)
    trace = path.map { _ in EventTrace(name: name) }
    if let trace, let path { TraceAtExit.write(trace, to: path) }
  }

  /// Returns the argument that follows an option; `nil` without one.
  public func argument(_ option: String) -> String? { Self.argument(option, of: arguments) }

  private static func argument(_ option: String, of arguments: [String]) -> String? {
    let place = arguments.firstIndex(of: option).map { $0 + 1 }
    return place.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
  }

  /// The listeners for the runtime of the example.
  public var listeners: [EventListener] {
    [recorder?.listener, trace?.listener].compactMap(\.self)
  }

  /// Steps through a recording on the terminal if the arguments request it.
  ///
  /// - Parameters:
  ///   - program: The Swift expression for the program in generated tests.
  ///   - imports: The import lines of generated tests.
  /// - Returns: False if the arguments request no replay.
  public func replays(program: String, imports: [String]) throws -> Bool {
    guard let replayPath else { return false }
    var console = try ReplayConsole(format, of: replayPath, program: program, imports: imports)
    print(console.greeting())
    while let line = nextLine(), let answer = console.answer(to: line) { print(answer) }
    return true
  }

  /// Reads a line, after a prompt if somebody types.
  private func nextLine() -> String? {
    if isatty(STDIN_FILENO) == 1 {
      print("> ", terminator: "")
      fflush(nil)
    }
    return readLine()
  }
}
