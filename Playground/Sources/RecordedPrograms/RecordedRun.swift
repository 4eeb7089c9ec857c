import ExamplePrograms
import Foundation
public import Katana
import KatanaConsoleInterpreters
import KatanaMonitor
public import KatanaRecording
public import KatanaRuntime

/// The recording, trace or monitor that the arguments of an example request: `--record FOLDER`,
/// `--trace FILE` and `--monitor PLACE`.
public struct RecordedRun<AppModel: Model> {
  private let values: [String: String]
  private let format: RecordingFormat<AppModel>
  private let recorder: Recorder?
  private let trace: EventTrace?
  /// The monitor in the process of the app, and the path of its terminal.
  private let inside: (monitor: Monitor, terminal: String)?
  private let monitoredPlace: String?

  /// Begins what is requested, for an example that reads its arguments itself.
  ///
  /// - Parameters:
  ///   - name: The name of the example, with which the names of the files begin.
  ///   - folder: Where the recording is written; `nil` for no recording.
  ///   - place: The recording that is shown, or the terminal for a monitor beside the app; `nil` for none. What
  ///     is shown is not recorded.
  public init(
    _ format: RecordingFormat<AppModel>, name: String, record folder: String?,
    monitor place: String?
  ) throws {
    try self.init(format, name: name, record: folder, trace: nil, monitor: place, [:])
  }

  /// Reads the arguments, and begins what they request.
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
    let values = try Self.values(of: ["--record", "--trace", "--monitor"] + options, in: arguments)
    try self.init(
      format, name: name, record: values["--record"], trace: values["--trace"],
      monitor: values["--monitor"], values)
  }

  private init(
    _ format: RecordingFormat<AppModel>, name: String, record folder: String?, trace path: String?,
    monitor place: String?, _ values: [String: String]
  ) throws {
    (self.format, self.values) = (format, values)
    let isTerminal = place.map { Self.isDevice($0) } ?? false
    if let place, place.hasPrefix("/dev/"), !isTerminal { throw ArgumentError.unexpected(place) }
    monitoredPlace = isTerminal ? nil : place
    inside = try place.flatMap { place in
      isTerminal ? (try Monitor(recording: format, name: name, allowsActing: true), place) : nil
    }
    let runs = monitoredPlace == nil
    recorder = try (runs ? folder : nil).map { try Recorder(format, in: $0, name: name) }
    trace = runs && path != nil ? EventTrace(name: name) : nil
    if let trace, let path { try TraceAtExit.write(trace, to: path) }
  }

  private static func isDevice(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeCharacterSpecial
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
      + (inside?.monitor.eventHandlers ?? [])
  }

  /// Shows a recording on the terminal if the arguments request it.
  ///
  /// - Parameters:
  ///   - program: The Swift expression for the program in generated tests.
  ///   - imports: The import lines of generated tests.
  /// - Returns: False if the arguments request none, so that the example itself runs.
  public func showsRecording(program: String, imports: [String]) async throws -> Bool {
    guard let monitoredPlace else { return false }
    try await Monitor(of: monitoredPlace, format, tests: .init(program: program, imports: imports))
      .run()
    return true
  }

  /// Shows the monitor beside the app, on the terminal that the arguments name, until the person or the process ends it.
  public func showMonitor(beside runtime: Runtime<AppModel>) {
    guard let inside else { return }
    Task {
      do {
        let terminal = try FileHandle(forUpdating: URL(filePath: inside.terminal))
        let descriptor = terminal.fileDescriptor
        try await inside.monitor.run(
          beside: runtime,
          on: Console(input: descriptor, output: descriptor, error: STDERR_FILENO))
        withExtendedLifetime(terminal) {}
      } catch {
        FileHandle.standardError.write(
          Data("The monitor cannot be shown on \(inside.terminal): \(error)\n".utf8))
      }
    }
  }
}
