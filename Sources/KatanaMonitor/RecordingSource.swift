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

  /// The number of messages that are read before and after the one that was asked for.
  private static let reach: UInt64 = 50_000

  /// Calls a function with each intact line of a file, until it returns false.
  private func lines(
    of path: String, _ take: (FileLine) -> Bool
  ) throws(LineFileError) {
    let reader = try LineFileReader(path)
    _ = try reader.readHeader()
    while true {
      do throws(LineFileError) {
        guard let line = try reader.next(), take(line) else { return }
      } catch {
        if case .unreadable = error.problem { throw error }
      }
    }
  }

  /// Returns the path of the file with a message, and of the one before it.
  private func file(of number: UInt64) throws(ActionFailure) -> (path: String, before: String?) {
    if let file = index.file(of: number) { return file }
    let first =
      index.first.map { "The first message that it has is \($0)." } ?? "It has no messages."
    throw ActionFailure("The recording has no message \(number). \(first)")
  }

  func range(around number: UInt64) -> RangeRead {
    var facts: [LogFact] = []
    var (lines, next) = (LineFacts(), UInt64(0))
    do {
      let file = try file(of: number)
      for path in [file.before, file.path].compactMap(\.self) {
        try self.lines(of: path) { line in
          guard let fact = lines.fact(line) else { return true }
          if case .message(let message) = fact { next = message.number }
          if next + Self.reach >= number { facts.append(fact) }
          return next <= number || next - number <= Self.reach
        }
      }
      guard next >= number else {
        throw ActionFailure("The recording has no message \(number). Its last one is \(next).")
      }
    } catch { return RangeRead([], around: number, problem: "\(error)") }
    return RangeRead(facts, around: number)
  }

  func model(after number: UInt64) -> LoadedModel {
    do {
      let file = try file(of: number)
      if let types { return try types.model(file.path, number) }
      for path in [file.path, file.before].compactMap(\.self) {
        if let found = try checkpoint(path, upTo: number) {
          return LoadedModel(number: number, after: found.after, model: found.model)
        }
      }
      throw ActionFailure(
        "The recording has no models: the format of the app does not list the model's type.")
    } catch { return LoadedModel(number: number, problem: "\(error)") }
  }

  /// Returns the last model in a file up to a message.
  private func checkpoint(
    _ path: String, upTo number: UInt64
  ) throws(LineFileError) -> (after: UInt64, model: [UInt8])? {
    var found: (UInt64, [UInt8])?
    try lines(of: path) { line in
      let after = line.entries.integer(Entry.checkpoint, as: UInt64.self)
      let reached = line.entries.integer(Entry.message, as: UInt64.self) ?? after ?? 0
      if reached > number { return false }
      if let after, let json = line.entries.json(Entry.model) { found = (after, json) }
      return true
    }
    return found
  }

  /// Returns a recorded message with its whole payload.
  func message(_ number: UInt64) throws -> RecordedMessage {
    var found: RecordedMessage?
    try lines(of: try file(of: number).path) { line in
      found = RecordedMessage(line.entries).flatMap { $0.number == number ? $0 : nil }
      return found == nil
    }
    guard let found else { throw ActionFailure("Message \(number) is damaged in the recording.") }
    return found
  }

  // MARK: Files

  /// Writes a file beside the recording. What is there is another's, so a number is added to its name.
  private func write(_ text: String, _ name: String, _ ending: String) throws -> String {
    let file = URL(filePath: index.last ?? "./recording")
    let place = file.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
    let paths = (1...).lazy.map { "\(place)\($0 == 1 ? "" : "-\($0)").\(ending)" }
    let path = paths.first { !FileManager.default.fileExists(atPath: $0) }!
    // The payloads in it are for the person alone, as the recording is.
    let attributes = [FileAttributeKey.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: attributes),
      let file = FileHandle(forWritingAtPath: path)
    else { throw ActionFailure("Cannot write \(path). To fix this, make its folder writable.") }
    try file.write(contentsOf: Data(text.utf8))
    return path
  }

  func writeTest(_ numbers: ClosedRange<UInt64>) throws -> String {
    guard let types else { throw ActionFailure(Self.noTypes) }
    return try write(
      try types.test(try file(of: numbers.lowerBound).path, numbers),
      "RecordedTest-\(numbers.lowerBound)-\(numbers.upperBound)", "swift")
  }

  func writeReduxFile() throws -> String {
    guard let types else { throw ActionFailure(Self.noTypes) }
    guard let path = index.last else { throw ActionFailure("There is no recording yet.") }
    return try write(try types.redux(path), name(of: path), "redux.json")
  }

  func writeTrace() throws -> String {
    guard let path = index.last else { throw ActionFailure("There is no recording yet.") }
    var (trace, lines) = (TraceSpans(), LineFacts())
    try self.lines(of: path) { line in
      if let fact = lines.fact(line) { trace.add(fact) }
      return true
    }
    let name = name(of: path)
    return try write(trace.json(name: name), name, "trace.json")
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
