public import Katana
public import KatanaRuntime
import Synchronization

/// Records what one runtime does into files, from which a ``Replay`` computes the app again.
///
/// ```swift
/// let recorder = try Recorder(format, in: "recordings", name: "conduit", build: "1.4")
/// let runtime = try Runtime(program, options: RuntimeOptions(listeners: [recorder.listener]))
/// …
/// await recorder.close()
/// ```
///
/// Each line of a file is one object of JSON: a message that was handled, with its number, its cause, who
/// sent it from where, and its payload if the format lists its type; what happened to commands and
/// subscriptions, by their names; the model now and then. Files have the mode 0600.
///
/// Lines are written by a thread of its own. When it cannot keep up, lines are left out and counted, and
/// the app is never slowed; only the end of the runtime waits until all is on the disk. What the app did in the last moments before a crash is in a page of memory
/// beside the file: which message was being handled.
///
/// - Important: A checksum finds damage. It does not find forgery: whoever can write the file can write
///   what he likes.
public final class Recorder: Sendable {
  private let writer: LineFileWriter<RecordingItem>
  private let page: CrashPage
  private let options: RecorderOptions
  private let recordsModel: Bool
  private let labels = Mutex<[ValueName: String]>([:])
  private let sinceCheckpoint = Atomic<Int>(0)
  /// The number of the last message that was handled.
  private let lastNumber = Atomic<UInt64>(0)

  /// Creates the folder if it is missing, and the first file.
  ///
  /// - Parameters:
  ///   - format: What may be recorded.
  ///   - folder: Where the files are.
  ///   - name: The name of the app, with which the names of the files begin.
  ///   - build: The version of the app.
  ///   - options: How much is kept.
  ///   - problem: Called once for each kind of trouble with the disk, on the thread that writes; writes
  ///     to standard error unless you say otherwise.
  /// - Throws: A ``RecordingError`` if the first file cannot be made.
  public init<AppModel: Model>(
    _ format: RecordingFormat<AppModel>, in folder: String, name: String, build: String = "",
    options: RecorderOptions = RecorderOptions(), problem: (@Sendable (String) -> Void)? = nil
  ) throws(RecordingError) {
    self.options = options
    self.recordsModel = format.recordsModel
    nonisolated(unsafe) let encoder = ItemEncoder(format)  // Called by one thread at a time.
    do {
      writer = try LineFileWriter(
        options.files(in: folder, name: name),
        header: { _, line in
          line.add("app", name)
          line.add("build", build)
          line.add("model", String(reflecting: AppModel.self))
        }, encode: { item, line in try encoder.encode(item, into: &line) },
        problem: { (problem ?? reportOnStandardError)($0.description) })
      page = try CrashPage(CrashPages.path(ofRecording: writer.path))
    } catch {
      throw RecordingError("\(error)")
    }
    RecordersAtExit.add(writer)
  }

  /// Records the events of a runtime. Give it to one runtime only.
  public var listener: EventListener {
    EventListener.forEachRuntime(to: .all) { [self] runtime in
      { event in self.record(event.fact, at: event.time ?? .zero, runtime) }
    }
  }

  /// The file that is written to.
  public var path: String { writer.path }

  /// How many lines were left out because the writer could not keep up, or refused by the disk.
  public var lostLines: Int { writer.statistics.leftOut + writer.statistics.refused }

  /// Returns when everything that happened before is on the disk. False if the disk refused a part of it.
  @discardableResult
  public func flush() async -> Bool { await writer.flush() }

  /// Writes what happened so far, ends the file, and returns when it is on the disk. False if the disk
  /// refused a part of it.
  @discardableResult
  public func close() async -> Bool { await writer.close() }

  // MARK: Events

  private func record(_ fact: RuntimeEvent.Fact, at time: Duration, _ runtime: ListenedRuntime) {
    switch fact {
    case .started: checkpoint(after: 0, at: time, runtime)
    case .handling(let envelope):
      page.store(number: envelope.number, label: label(of: envelope.message))
      if options.isDurable {
        writer.appendAndWrite(.handling(envelope, previous: previous, time: time))
      }
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
      writer.append(.ended(time: time))
      // A program that ends its process after its runtime must not lose the last lines.
      writer.flushBlocking()
    }
  }

  private func record(
    _ message: HandledMessage, at time: Duration, _ runtime: ListenedRuntime
  ) {
    page.clear()
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

  private func checkpoint(after number: UInt64, at time: Duration, _ runtime: ListenedRuntime) {
    sinceCheckpoint.store(0, ordering: .relaxed)
    guard recordsModel, let model = runtime.model else { return }
    writer.append(
      .checkpoint(after: number, model: model, time: time), size: options.modelSize,
      isCheckpoint: true)
  }

  /// The name of a message, made once: printing a type takes longer than the rest.
  private func label(of message: any Message) -> String {
    let name = ValueName(message)
    return labels.withLock { labels in
      if let known = labels[name] { return known }
      let text = name.fullName
      labels[name] = text
      return text
    }
  }
}

/// Why a recording cannot be written or read: what happened, and how to fix it.
public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What happened, where, and how to fix it.
  public let description: String

  init(_ description: String) { self.description = description }
}
