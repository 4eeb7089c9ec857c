import Foundation
public import Katana
public import KatanaConsoleInterpreters
import KatanaEffectInterpreters
package import KatanaMonitorScreen
public import KatanaRecording
public import KatanaRuntime
public import KatanaTerminalViews

/// Shows what an app does: its messages with their causes, its model at each of them, and what runs now.
///
/// A recording, also one that another process still writes, is opened without knowing its types:
///
/// ```swift
/// try await Monitor(of: "recordings").run()
/// ```
///
/// With the format of the app, there is the model at each message, with what the message has changed, and
/// tests can be written:
///
/// ```swift
/// try await Monitor(of: "recordings", format).run()
/// ```
///
/// In the process of the app, it can also say what the runtime waits for, and act, if the app allows it:
///
/// ```swift
/// let monitor = try Monitor(recording: format, name: "shop", allowsActing: true)
/// let runtime = try Runtime(program, interpreters: […], options: RuntimeOptions(eventHandlers: monitor.eventHandlers))
/// try await monitor.run(beside: runtime, on: console)
/// ```
///
/// The monitor is a program with a runtime of its own: what it does is neither in the order, nor in the
/// history, nor in the statistics of the app. Of the app, it takes what a ``KatanaRecording/Recorder`` takes:
/// the app hands its events over and never waits, what could not be kept is counted, secrets are masked, and
/// payloads leave the app only if the format lists their types. In memory are the newest 100,000 messages;
/// older ones are read from the recording.
public final class Monitor: Sendable {
  /// How a test that the monitor writes names what it tests.
  public struct TestNames: Sendable {
    /// The Swift expression for the program.
    public var program: String
    /// Further import lines, such as `@testable import Shop`.
    public var imports: [String]

    /// Creates the names.
    public init(program: String, imports: [String] = []) {
      (self.program, self.imports) = (program, imports)
    }
  }

  /// What may be done with a runtime, if it is that of the app.
  private typealias Acting = @Sendable (any Sendable) -> MonitoredApp.Acting?

  /// The event handlers for the options of the app's runtime; none if the monitor opens recordings of others.
  public let eventHandlers: [EventHandler]
  let source: RecordingSource
  private let acting: Acting?
  /// Kept, because it writes until the monitor is gone.
  private let recorder: Recorder?

  private init(
    _ place: String, _ types: RecordingTypes?, recorder: Recorder? = nil,
    handlers: [EventHandler] = [],
    acting: Acting? = nil
  ) {
    source = RecordingSource(
      place: RecordingPlace(path: place), index: RecordingIndex(), types: types)
    (self.recorder, eventHandlers, self.acting) = (recorder, handlers, acting)
  }

  /// Creates a monitor of recordings whose types it does not know.
  ///
  /// - Parameter place: The path of a file, with whose recording it goes on, or of a folder, of which the
  ///   newest recording is shown. Nothing needs to be there yet.
  public convenience init(of place: String) { self.init(place, nil) }

  /// Creates a monitor of recordings of an app.
  ///
  /// - Parameters:
  ///   - place: The path of a file or of a folder, as in ``init(of:)``.
  ///   - format: The program of today, and the types that may be decoded.
  ///   - tests: How a test names what it tests.
  public convenience init<AppModel: Model>(
    of place: String, _ format: RecordingFormat<AppModel>, tests: TestNames? = nil
  ) {
    self.init(place, RecordingTypes(format, tests))
  }

  /// Creates a monitor that runs in the process of the app. Give ``eventHandlers`` to the app's runtime, and
  /// to no other.
  ///
  /// - Parameters:
  ///   - format: The program, and the types whose values may leave it.
  ///   - name: The name of the app, with which the names of the files begin.
  ///   - folder: The path of the folder for the recordings; `nil` for one of the app in the person's folder of
  ///     caches. At most ten files of 32 MB are kept, those of earlier runs included.
  ///   - allowsActing: Whether the monitor may show the app as it was, let it go on from there, and send
  ///     messages again.
  ///   - tests: How a test names what it tests.
  /// - Throws: A `RecordingError` if the folder or the first file cannot be created.
  public convenience init<AppModel: Model>(
    recording format: RecordingFormat<AppModel>, name: String, in folder: String? = nil,
    allowsActing: Bool = false, tests: TestNames? = nil
  ) throws {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    let folder = folder ?? caches.appending(path: "\(name)-recordings").path(percentEncoded: false)
    let recorder = try Recorder(format, in: folder, name: name)
    let types = RecordingTypes(format, tests)
    var (handlers, acting) = ([recorder.eventHandler], Acting?.none)
    if allowsActing {
      let travel = TimeTravel(format.program)
      handlers.append(travel.eventHandler)
      acting = { runtime in
        guard let runtime = runtime as? Runtime<AppModel> else { return nil }
        return MonitoredApp.Acting(
          travel: { try travel.show(after: $0) }, showPresent: { travel.showPresent() },
          goOn: { try travel.goOn(from: $0) }, send: { [weak runtime] in runtime?.dispatch($0) })
      }
    }
    self.init(recorder.path, types, recorder: recorder, handlers: handlers, acting: acting)
  }

  /// Reads what the recording says, as the screen does, until a function returns false.
  package func follow(_ take: (MonitorLog) -> Bool) async {
    let types = source.types
    let tail = RecordingTail(source.place, source.index) { types?.changes($0) }
    var log = MonitorLog()
    while take(log) { for fact in await tail.next() { log.add(fact) } }
  }

  /// The path of the recording, for a second terminal: `katana-monitor PATH`.
  public var path: String { source.place.path }

  /// Shows the monitor until the person ends it. The app goes on.
  ///
  /// - Parameters:
  ///   - console: The terminal. One that shows the app needs another console.
  ///   - theme: The colours.
  /// - Throws: A `NoScreenError` if there is no terminal that can show a screen.
  public func run(on console: Console = .standard, theme: Theme = Theme()) async throws {
    try await run(nil, console, theme)
  }

  /// Shows the monitor until the person ends it, also after the end of the app.
  ///
  /// - Parameters:
  ///   - runtime: The runtime of the app, which says what waits, and on which the monitor acts if it may.
  ///   - console: The terminal. One that shows the app needs another console.
  ///   - theme: The colours.
  /// - Throws: A `NoScreenError` if there is no terminal that can show a screen.
  public func run<AppModel: Model>(
    beside runtime: Runtime<AppModel>, on console: Console = .standard, theme: Theme = Theme()
  ) async throws {
    try await run(app(beside: runtime), console, theme)
  }

  func app<AppModel: Model>(beside runtime: Runtime<AppModel>) -> MonitoredApp {
    MonitoredApp(
      facts: { [weak runtime] in
        guard let runtime else { return RuntimeFacts(waiting: [], statistics: "ended") }
        let now = runtime.dispatcher.clock.now
        let waiting = await runtime.waiting.map { waiting in
          "\(waiting), since \((now - waiting.since) / .milliseconds(1)) ms"
        }
        return RuntimeFacts(
          waiting: waiting.map { printableText($0) }, statistics: "\(runtime.statistics)")
      }, acting: acting?(runtime))
  }

  private func run(_ app: MonitoredApp?, _ console: Console, _ theme: Theme) async throws {
    try source.place.check()
    var model = MonitorModel(place: source.place.path)
    (model.hasTypes, model.isInside, model.acts) = (
      source.types != nil, app != nil, app?.acting != nil
    )
    let types = source.types
    let tail = RecordingTail(source.place, source.index) { types?.changes($0) }
    let end = Locked<(@Sendable () -> Void)?>(nil)
    let runtime = try Runtime(
      monitorProgram(model),
      interpreters: monitorInterpreters(source, tail, app) + [
        .time(), .terminal(console),
        // The app goes on, so the process does.
        .command(EndMonitor.self) { _, _ in end.withLock { $0 }?() },
      ])
    end.withLock { $0 = { [weak runtime] in runtime?.requestShutdown() } }
    // Without the monitor, nobody could bring the app back to its present.
    defer { app?.acting?.showPresent() }
    try await runtime.runOnTerminal(monitorView, console, theme: theme, usesMouse: true)
  }
}
