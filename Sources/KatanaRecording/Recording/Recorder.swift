public import Katana
public import KatanaRuntime
import KatanaSystem
import Synchronization

/// Records the messages and effects of a runtime in files, from which a ``Replay`` computes the
/// models again.
///
/// ```swift
/// let recorder = try Recorder(format, in: "recordings", name: "conduit", build: "1.4")
/// let options = RuntimeOptions<App>(eventHandlers: [recorder.eventHandler])
/// let runtime = try Runtime(program, options: options)
/// …
/// await recorder.close()
/// ```
///
/// Each line of a file is a JSON object, and describes one of these:
/// - a handled message, with its number, its cause, its sender, the source file and line that sent
///   it, and its payload if the format lists its type;
/// - an event of a command or a subscription, with its name;
/// - a message that was not handled, or an issue;
/// - the model, at intervals, if the format lists its type.
///
/// `n` is the number of the line, `message` that of the message, and `cause` that of the message that led
/// to it. `t` and `took` are nanoseconds of the runtime's clock. `payload` and `model` are the values as
/// they encode themselves, with their keys in alphabetical order. Values that `JSONEncoder` would change
/// have a form of their own, such as `[null]` for the `.some(nil)` of an `Int??`. `c` is the checksum of
/// the line.
///
/// A thread of the recorder encodes and writes the lines, so the app does not wait for the disk. If
/// the thread is too slow, lines are left out and counted in ``lostLines``. There are two exceptions:
/// - In durable mode (``RecorderOptions/isDurable``), each message is encoded and written before its
///   update, on the thread of the update. So the file names the update in which the process ended.
/// - The end of the runtime waits until all lines are on the disk.
///
/// The recorder holds no lock while your types encode or decode themselves, so they may ask it and
/// the runtime.
///
/// Each file begins with a checkpoint, so each can be replayed alone. If a model cannot be encoded or
/// decoded, the recorder says so at once.
///
/// Files have the mode 0600.
///
/// - Important: The checksum of a line detects damage, but not forgery: a person who can write the
///   file can also write a matching checksum.
public final class Recorder: Sendable {
  private let writer: LineFileWriter<RecordingItem>
  private let options: RecorderOptions
  private let recordsModel: Bool
  private let sinceCheckpoint = Atomic<Int>(0)
  /// The number of the last handled message.
  private let lastNumber = Atomic<UInt64>(0)

  /// Creates a recorder with its first file, and the folder if it is missing.
  ///
  /// - Parameters:
  ///   - format: The types whose values may be recorded.
  ///   - folder: The path of the folder for the files.
  ///   - name: The name of the app. The names of the files begin with it.
  ///   - build: The version of the app.
  ///   - options: The sizes and limits of the recording.
  ///   - problem: Called once for each kind of problem, on the thread that writes: lines or models
  ///     that could not be recorded, and files that a replay could not begin with. It is called here
  ///     if the format does not list the type of the model, because then only the first file can be
  ///     replayed. By default, the text is written to standard error.
  /// - Throws: A ``RecordingError`` if the folder or the first file cannot be created, or if two types
  ///   in the format have one name.
  public init<AppModel: Model>(
    _ format: RecordingFormat<AppModel>, in folder: String, name: String, build: String = "",
    options: RecorderOptions = RecorderOptions(), problem: (@Sendable (String) -> Void)? = nil
  ) throws(RecordingError) {
    try format.payloads.checkNames()
    self.options = options
    self.recordsModel = format.recordsModel
    let (model, problem) = (typeName(of: AppModel.self), problem ?? reportOnStandardError)
    var files = options.files(in: folder, name: name)
    files.header = [("app", name), ("build", build), ("model", model)]
    files.hasCheckpoints = recordsModel
    do {
      writer = try LineFileWriter(
        files,
        encoder: {
          let encoder = ItemEncoder(format)
          return { item, line in try encoder.encode(item, into: &line) }
        },
        check: { entries in
          let model = LineEntries(entries: entries)?.json(Entry.model) ?? []
          _ = try MessageDecoder(format).model(AppModel.self, model)
        }, problem: { problem($0.description) })
    } catch {
      throw RecordingError("\(error)")
    }
    RecordersAtExit.add(writer)
    if recordsModel { return }
    problem(
      """
      Only the first file of the recording in \(folder) can be replayed: the format does not list \
      the type of the model, so no file begins with a model. To fix this, add \
      `\(sourceName(model)).self` to its payloads.
      """)
  }

  /// Returns the paths of the files of all recordings of an app, in the order in which they were begun.
  ///
  /// The order of their names is that of the clock, which may have been set back. Files of an earlier
  /// version come first, in the order of their names.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - name: The name of the app, as it was given to the recorders.
  /// - Throws: A ``RecordingError`` if the folder cannot be opened.
  public static func files(
    in folder: String, named name: String
  ) throws(RecordingError) -> [String] {
    do throws(SystemError) {
      let folder = try LineFolder(folder, isMade: false)
      return folder.files(FileNaming(name: name, start: "")).map { "\(folder.path)/\($0.name)" }
    } catch {
      throw RecordingError(
        """
        Cannot open the folder \(folder): \(error.text). To fix this, give the path of the folder \
        of the recordings, which must not be a link.
        """)
    }
  }

  /// The event handler that records the events of a runtime.
  ///
  /// - Important: Give it to one runtime only.
  public var eventHandler: EventHandler {
    // Only the durable mode writes a line before the update.
    let kinds = options.isDurable ? EventHandler.Kinds.all : .all.subtracting(.updates)
    return EventHandler.forEachRuntime(to: kinds) { [self] runtime in
      { event in self.record(event.fact, at: event.time ?? .zero, runtime) }
    }
  }

  /// The path of the file to which the recorder writes now.
  public var path: String { writer.path }

  /// The number of lines that were left out because the writing thread was too slow, or that the
  /// disk refused.
  public var lostLines: Int { writer.statistics.leftOut + writer.statistics.refused }

  /// Writes all events so far, and returns when they are on the disk.
  ///
  /// - Returns: False if the disk refused lines since the last flush, or could not be synced.
  @discardableResult
  public func flush() async -> Bool { await writer.flush() }

  /// Writes all events so far, ends the file, and returns when it is on the disk.
  ///
  /// Later events are not recorded; they count as ``lostLines``.
  ///
  /// - Returns: False if the disk refused lines since the last flush, or could not be synced.
  @discardableResult
  public func close() async -> Bool { await writer.close() }

  // MARK: Events

  private func record(_ fact: RuntimeEvent.Fact, at time: Duration, _ runtime: ObservedRuntime) {
    switch fact {
    case .started: checkpoint(after: 0, at: time, runtime)
    case .handling(let envelope):
      writer.append(.handling(envelope, previous: previous, time: time), isUrgent: true)
    case .handled(let message): record(message, at: time, runtime)
    case .modelReplaced(let number):
      lastNumber.store(number, ordering: .relaxed)
      let model = recordsModel ? runtime.model : nil
      writer.append(.replaced(after: number, model: model, time: time), size: options.modelSize)
    case .notHandled(let message): writer.append(.notHandled(message, time: time))
    case .command(let command): writer.append(.command(command, time: time))
    case .subscription(let subscription):
      writer.append(.subscription(subscription, time: time))
    case .issue(let issue): writer.append(.issue(issue, time: time))
    case .ended:
      // Also the recording of an app in a hurry has its end, not only a number of lines that were left out.
      writer.flushBlocking()
      writer.append(.ended(time: time))
      // The process may end right after its runtime, and must not lose the last lines.
      writer.flushBlocking()
    }
  }

  private func record(
    _ message: HandledMessage, at time: Duration, _ runtime: ObservedRuntime
  ) {
    let number = message.envelope.number
    if options.isDurable {
      writer.append(.handled(number: number, commands: message.commands, took: message.duration))
    } else {
      writer.append(.message(message, previous: previous, time: time))
    }
    lastNumber.store(number, ordering: .relaxed)
    let count = sinceCheckpoint.add(1, ordering: .relaxed).newValue
    if count >= options.messagesPerCheckpoint || writer.wantsCheckpoint {
      checkpoint(after: number, at: time, runtime)
    }
  }

  private var previous: UInt64 { lastNumber.load(ordering: .relaxed) }

  private func checkpoint(after number: UInt64, at time: Duration, _ runtime: ObservedRuntime) {
    guard recordsModel, let model = runtime.model else { return }
    let isAdded = writer.append(
      .checkpoint(after: number, model: model, time: time), size: options.modelSize,
      isCheckpoint: true)
    if isAdded { sinceCheckpoint.store(0, ordering: .relaxed) }
  }
}

/// The reason why a recording cannot be written or read.
public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What happened, in which file, and how to fix it.
  public let description: String

  init(_ description: String) { self.description = printableText(description, keepsLines: true) }
}
