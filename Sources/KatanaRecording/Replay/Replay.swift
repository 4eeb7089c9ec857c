public import Katana

/// Computes an app again from a recording, without any effects.
///
/// ```swift
/// let replay = try Replay(format, of: "recordings/conduit-20261123T022044.123Z-000001.katana")
/// let result = try replay.run()
/// if let divergence = result.divergence { print(divergence) }
/// let step = try replay.step(41)                       // message, models, commands, subscriptions
/// let first = try replay.first { $0.articles.isEmpty }  // the step after which this holds
/// ```
///
/// Nothing is performed and nothing starts: the updates alone run. Models are compared with the
/// checkpoints of the recording, and the names of commands with those that were recorded. The file is read
/// line by line, so it may be larger than the memory.
public final class Replay<AppModel: Model> {
  /// What the recording is.
  public let recording: RecordingSummary
  private let format: RecordingFormat<AppModel>
  private let path: String

  /// Opens a recording and reads it once, to find its checkpoints and what is wrong with it.
  ///
  /// - Parameters:
  ///   - format: The program of today, and what may be decoded.
  ///   - path: One file of a recording.
  /// - Throws: A ``RecordingError`` if it is no recording, or one of another app.
  public init(_ format: RecordingFormat<AppModel>, of path: String) throws(RecordingError) {
    self.format = format
    self.path = path
    recording = try RecordingSummary(of: path)
    let model = String(reflecting: AppModel.self)
    guard recording.model == model else {
      throw RecordingError(
        "\(path) is a recording of an app with the model \(recording.model), and the program has"
          + " \(model). To fix this, give the format of the app that was recorded.")
    }
  }

  // MARK: All of it

  /// Handles all messages, or those up to a number.
  ///
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public func run(to number: UInt64 = .max) throws(RecordingError) -> ReplayResult<AppModel> {
    try run(from: 0, to: number)
  }

  /// Handles all messages, and shows each step.
  ///
  /// - Parameters:
  ///   - number: The last message that is handled.
  ///   - visit: Called with each step, in order. Return false to stop.
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  @discardableResult
  public func run(
    to number: UInt64 = .max, _ visit: (ReplayStep<AppModel>) -> Bool
  ) throws(RecordingError) -> ReplayResult<AppModel> {
    try run(from: 0, to: number, visit)
  }

  private func run(
    from start: UInt64, to number: UInt64
  ) throws(RecordingError) -> ReplayResult<AppModel> {
    var run = ReplayRun(format, from: start, to: number)
    try forEachLine { line in
      run.take(line) { run, message throws(ReplayProblem) in try run.handle(message) }
    }
    return run.result(crashed: recording.crashedUpdate)
  }

  private func run(
    from start: UInt64, to number: UInt64, _ visit: (ReplayStep<AppModel>) -> Bool
  ) throws(RecordingError) -> ReplayResult<AppModel> {
    var run = ReplayRun(format, from: start, to: number)
    try forEachLine { line in
      run.take(line) { run, message throws(ReplayProblem) in try run.handle(message, visit) }
    }
    return run.result(crashed: recording.crashedUpdate)
  }

  // MARK: One step

  /// Handles one message, from the last checkpoint before it on.
  ///
  /// - Returns: The step; `nil` if the recording has no such message, or if it cannot be reached.
  public func step(_ number: UInt64) throws(RecordingError) -> ReplayStep<AppModel>? {
    try steps(number...number).first
  }

  /// Handles a range of messages, from the last checkpoint before it on.
  ///
  /// - Returns: The steps that can be reached. They are kept in memory.
  public func steps(
    _ numbers: ClosedRange<UInt64>
  ) throws(RecordingError) -> [ReplayStep<AppModel>] {
    var steps: [ReplayStep<AppModel>] = []
    let start = checkpoint(before: numbers.lowerBound)
    _ = try run(from: start, to: numbers.upperBound) { step in
      if numbers.contains(step.recorded.number) { steps.append(step) }
      return true
    }
    return steps
  }

  /// The model after a message; 0 for the beginning.
  public func model(after number: UInt64) throws(RecordingError) -> AppModel? {
    let result = try run(from: checkpoint(before: number + 1), to: number)
    return result.lastNumber == number ? result.model : nil
  }

  /// The first step after which a condition holds, if it holds from then on to the end.
  ///
  /// Looks at the models of checkpoints first, by bisection, then at the steps between two of them.
  ///
  /// - Parameter condition: Is asked about models.
  /// - Returns: The step; `nil` if the condition does not hold at the end, or holds from the beginning.
  public func first(
    where condition: (AppModel) -> Bool
  ) throws(RecordingError) -> ReplayStep<AppModel>? {
    let numbers = recording.checkpoints
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      guard let model = try model(after: numbers[middle]) else { break }
      if condition(model) { high = middle } else { low = middle + 1 }
    }
    let start = low == 0 ? 0 : numbers[low - 1]
    var found: ReplayStep<AppModel>?
    _ = try run(from: start, to: low < numbers.count ? numbers[low] : .max) { step in
      if condition(step.after), !condition(step.before) { found = step }
      return found == nil
    }
    return found
  }

  /// The message in whose update the recorded process ended, decoded; `nil` if the recording has no such
  /// message. Its update is expected to end this process too: send it to ``ReplayResult/model`` in a debugger.
  ///
  /// - Throws: A ``RecordingError`` if the file cannot be read, or a ``ReplayProblem`` if the message cannot be
  ///   decoded.
  public func crashedMessage() throws -> (any Message)? {
    try run().crashed.map { try MessageDecoder(format).message($0) }
  }

  /// Returns a model or a part of it on one line, as Swift source or as it prints. Sets and
  /// dictionaries are in the order of their texts, and secrets are `•••`.
  public func text(of value: Any) -> String { sourceText(of: value, namesType: true) }

  private func checkpoint(before number: UInt64) -> UInt64 {
    recording.checkpoints.last { $0 < number } ?? 0
  }

  private func forEachLine(_ take: (RecordedLine) -> Bool) throws(RecordingError) {
    do throws(LineFileError) {
      let reader = try LineFileReader(path)
      _ = try reader.readHeader()
      while let line = try reader.nextOrGap() { if !take(line) { return } }
    } catch {
      throw RecordingError(error.description)
    }
  }
}

extension LineFileReader {
  /// The next line, or a gap in place of one that is wrong; `nil` at the end.
  fileprivate func nextOrGap() throws(LineFileError) -> RecordedLine? {
    do throws(LineFileError) { return try next().map(RecordedLine.init) } catch {
      if case .unreadable = error.problem { throw error }
      return .leftOut(1)
    }
  }
}

/// What a replay has led to.
public struct ReplayResult<AppModel: Model>: Sendable {
  /// The model after the last message that was handled.
  public let model: AppModel
  /// The number of the last message that was handled; that of the checkpoint it began with if none was.
  public let lastNumber: UInt64
  /// How many messages were handled.
  public let count: Int
  /// The first difference from the recording; `nil` if there is none.
  public let divergence: Divergence?
  /// Why not all messages were handled; `nil` if they were.
  public let problem: ReplayProblem?
  /// The message in whose update the recorded process ended, if it did: it is not handled again, since it
  /// would end this process too. See ``Replay/crashedMessage()``.
  public let crashed: RecordedMessage?
  /// The same, where the recording has the number and the name of the message alone.
  public let crashedUpdate: CrashedUpdate?
}

/// An update that was executing when the recorded process ended.
public struct CrashedUpdate: Sendable, Equatable {
  /// The number of the message.
  public let number: UInt64
  /// The name of the message.
  public let name: String
}
