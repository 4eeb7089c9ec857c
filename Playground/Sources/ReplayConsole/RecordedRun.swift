import ExamplePrograms
import Foundation
public import Katana
public import KatanaRecording
public import KatanaRuntime

/// The recording, replay or trace that the arguments of an example request: `--record FOLDER`,
/// `--replay FILE` and `--trace FILE`.
public struct RecordedRun<AppModel: Model> {
  private let values: [String: String]
  private let format: RecordingFormat<AppModel>
  private let recorder: Recorder?
  private let trace: EventTrace?
  private let replayPath: String?

  /// Begins a recording if there is a folder for it, for an example that reads its arguments itself.
  ///
  /// - Parameters:
  ///   - name: The name of the example, with which the names of the files begin.
  ///   - folder: Where the recording is written; `nil` for no recording.
  ///   - replayPath: The file of the recording that is replayed; `nil` for none. A replay is not
  ///     recorded.
  public init(
    _ format: RecordingFormat<AppModel>, name: String, record folder: String?,
    replay replayPath: String?
  ) throws {
    values = [:]
    self.format = format
    self.replayPath = replayPath
    recorder = try (replayPath == nil ? folder : nil).map {
      try Recorder(format, in: $0, name: name)
    }
    trace = nil
  }

  /// Reads the arguments, and creates the recorder or trace that they request. A replay is neither
  /// recorded nor traced.
  ///
  /// - Parameters:
  ///   - name: The name of the example, with which the names of the files begin.
  ///   - options: The options of the example itself. Each takes a value.
  ///   - arguments: The arguments after the name of the program.
  /// - Throws: An `ArgumentError` if an option is unknown or has no value, an error of the recorder,
  ///   and a ``TraceError`` if the trace cannot be written.
  public init(
    _ format: RecordingFormat<AppModel>, name: String, options: [String] = [],
    arguments: some Collection<String>
  ) throws {
    values = try Self.values(of: ["--record", "--replay", "--trace"] + options, in: arguments)
    self.format = format
    replayPath = values["--replay"]
    let isReplay = replayPath != nil
    recorder = try (isReplay ? nil : values["--record"]).map {
      try Recorder(format, in: $0, name: name)
    }
    let path = isReplay ? nil : values["--trace"]
    trace = path.map { _ in EventTrace(name: name) }
    if let trace, let path { try TraceAtExit.write(trace, to: path) }
  }

  /// Returns the value of an option; `nil` if it was not given.
  public func argument(_ option: String) -> String? { values[option] }

  private static func values(
    of options: [String], in arguments: some Collection<String>
  ) throws(ArgumentError) -> [String: String] {
    var values: [String: String] = [:]
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      guard options.contains(option) else { throw .unknown(option: option, known: options) }
      guard let value = arguments.next(), !value.isEmpty, !value.hasPrefix("--") else {
        throw .valueMissing(option: option)
      }
      values[option] = value
    }
    return values
  }

  /// The event handlers for the runtime of the example.
  public var eventHandlers: [EventHandler] {
    [recorder?.eventHandler, trace?.eventHandler].compactMap(\.self)
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
