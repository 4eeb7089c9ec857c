import Foundation
import Katana
import KatanaMonitorScreen
import KatanaRecording
import KatanaRuntime

/// What can be asked of a recording besides its lines.
struct RecordingSource: Sendable {
  let place: RecordingPlace
  let index: RecordingIndex
  /// What needs the types of the app; `nil` if they are not known.
  let types: RecordingTypes?

  /// The number of entries before and behind the one that was asked for.
  private static let reach: UInt64 = 50_000

  // MARK: A range

  func range(around number: UInt64) -> RangeRead {
    guard let file = index.file(of: number) else {
      let first =
        index.first.map { "The first message that it has is \($0)." } ?? "It has no messages."
      return RangeRead(
        [], around: number, problem: "The recording has no message \(number). \(first)")
    }
    var facts: [LogFact] = []
    do throws(LineFileError) {
      for path in [file.before, file.path].compactMap(\.self) {
        try read(path) { fact, next in
          if next > number + Self.reach { return false }
          if next + Self.reach >= number { facts.append(fact) }
          return true
        }
      }
    } catch { return RangeRead([], around: number, problem: "\(error)") }
    return RangeRead(facts, around: number)
  }

  /// Calls a function with each fact of a file, and with the number of the newest message so far, until it
  /// returns false.
  func read(
    _ path: String, _ take: (LogFact, UInt64) -> Bool
  ) throws(LineFileError) {
    let reader = try LineFileReader(path)
    let header = try reader.readHeader()
    var lines = LineFacts()
    var number: UInt64 = 0
    let source = LogSource(
      app: header.entries.name("app") ?? header.name, started: header.started, path: path)
    var goesOn = take(.began(source), number)
    while goesOn, let line = try nextLine(reader) {
      guard let fact = line.flatMap({ lines.fact($0) }) else { continue }
      if case .message(let message) = fact { number = message.number }
      goesOn = take(fact, number)
    }
  }

  /// Returns the next line, or nothing in place of one that is damaged; `nil` at the end.
  private func nextLine(_ reader: LineFileReader) throws(LineFileError) -> FileLine?? {
    do throws(LineFileError) { return try reader.next().map { .some($0) } } catch {
      if case .unreadable = error.problem { throw error }
      return .some(nil)
    }
  }

  // MARK: A model

  func model(after number: UInt64) -> LoadedModel {
    guard let file = index.file(of: number) else {
      return LoadedModel(
        number: number, problem: "The recording has no message \(number) any more.")
    }
    do {
      if let types { return try types.model(file.path, number) }
      for path in [file.path, file.before].compactMap(\.self) {
        if let (after, json) = try checkpoint(path, upTo: number) {
          return LoadedModel(number: number, after: after, model: json)
        }
      }
      return LoadedModel(
        number: number,
        problem:
          "The recording has no models: the format of the app does not list the model's type.")
    } catch { return LoadedModel(number: number, problem: "\(error)") }
  }

  /// Returns the last model in a file up to a message.
  private func checkpoint(
    _ path: String, upTo number: UInt64
  ) throws(LineFileError) -> (UInt64, [UInt8])? {
    let reader = try LineFileReader(path)
    _ = try reader.readHeader()
    var found: (UInt64, [UInt8])?
    while let line = try nextLine(reader) {
      guard let entries = line?.entries else { continue }
      if let message = entries.integer(Entry.message, as: UInt64.self), message > number { break }
      if let after = entries.integer(Entry.checkpoint, as: UInt64.self),
        let json = entries.json(Entry.model)
      {
        if after > number { break }
        found = (after, json)
      }
    }
    return found
  }

  /// Returns a recorded message with its whole payload.
  func message(_ number: UInt64) throws -> RecordedMessage {
    guard let file = index.file(of: number) else {
      throw ActionFailure("The recording has no message \(number) any more.")
    }
    let reader = try LineFileReader(file.path)
    _ = try reader.readHeader()
    while let line = try nextLine(reader) {
      if let line, let message = RecordedMessage(line.entries), message.number == number {
        return message
      }
    }
    throw ActionFailure("The recording has no message \(number) any more.")
  }

  // MARK: Files

  /// The folder of the recording, in which the monitor writes what it is asked for.
  private var folder: String {
    (index.last.map { ($0 as NSString).deletingLastPathComponent }) ?? "."
  }

  func write(_ text: String, to name: String) throws -> String {
    let path = "\(folder.isEmpty ? "." : folder)/\(name)"
    // What is there is another's.
    try Data(text.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
    return path
  }

  func writeTest(_ numbers: ClosedRange<UInt64>) throws -> String {
    guard let types else { throw ActionFailure(Self.noTypes) }
    guard let file = index.file(of: numbers.lowerBound) else {
      throw ActionFailure("The recording has no message \(numbers.lowerBound) any more.")
    }
    return try write(
      try types.test(file.path, numbers),
      to: "RecordedTest-\(numbers.lowerBound)-\(numbers.upperBound).swift")
  }

  func writeReduxFile() throws -> String {
    guard let types else { throw ActionFailure(Self.noTypes) }
    guard let path = index.last else { throw ActionFailure("There is no recording yet.") }
    return try write(try types.redux(path), to: "\(name(of: path)).redux.json")
  }

  func writeTrace() throws -> String {
    guard let path = index.last else { throw ActionFailure("There is no recording yet.") }
    var trace = TraceFile()
    try read(path) { fact, _ in
      trace.add(fact)
      return true
    }
    return try write(trace.text, to: "\(name(of: path)).trace.json")
  }

  private func name(of path: String) -> String {
    ((path as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  private static let noTypes =
    "The types of the app are not known. To fix this, open the monitor from the app: Monitor(of:format:)."
}

/// What needs the types of an app, made from its recording format.
struct RecordingTypes: Sendable {
  let model: @Sendable (_ path: String, _ number: UInt64) throws -> LoadedModel
  let test: @Sendable (_ path: String, _ numbers: ClosedRange<UInt64>) throws -> String
  let redux: @Sendable (_ path: String) throws -> String
  let message: @Sendable (RecordedMessage) throws -> any Message
  /// Returns a function that says of each line of a file whether its update has changed the model; `nil` if
  /// it is no message, or that cannot be known.
  let changes: @Sendable (_ path: String) -> (@Sendable (FileLine) -> Bool?)?

  init<AppModel: Model>(
    _ format: RecordingFormat<AppModel>, _ names: Monitor.TestNames?
  ) {
    model = { path, number in
      let replay = try Replay(format, of: path)
      guard let step = try replay.step(number) else {
        let problem = try replay.run(to: number).problem
        return LoadedModel(
          number: number,
          problem: problem?.description ?? "The recording has no message \(number).")
      }
      return LoadedModel(
        number: number, after: number, model: json(step.after), before: json(step.before),
        step: StepTexts(
          message: printableText(step.messageText), commands: step.commandTexts,
          changes: step.changes))
    }
    test = { path, numbers in
      try Replay(format, of: path).testSource(
        for: numbers, named: "recorded", program: names?.program ?? "program",
        imports: names?.imports ?? [])
    }
    redux = { try Replay(format, of: $0).reduxDevTools() }
    message = { try format.message($0) }
    changes = { path in ChangeFinder.make(format, path) }
  }
}

/// Returns a value in the form of recordings, whose secrets are masked.
private func json(_ value: some Any) -> [UInt8]? {
  guard let value = value as? any Encodable else { return nil }
  var bytes: [UInt8] = []
  _ = try? RecordingEncoder().encode(value, into: &bytes)
  return bytes.isEmpty ? nil : bytes
}
