public import Katana

/// Computes the models of a recording again, without side effects.
///
/// ```swift
/// let replay = try Replay(format, of: "recordings/conduit-20261123T022044.123Z-000001.katana")
/// let result = try replay.run()
/// if let divergence = result.divergence { print(divergence) }
/// let step = try replay.step(41)                       // message, models, commands, subscriptions
/// let first = try replay.first { $0.articles.isEmpty }  // the step after which this holds
/// ```
///
/// A replay runs only the updates: it performs no command and starts no subscription. It compares
/// the models with the checkpoints of the recording, and the names of the returned commands with
/// the recorded names. Each function reads the file line by line, so the file may be larger than
/// the memory.
public final class Replay<AppModel: Model> {
  private let format: RecordingFormat<AppModel>
  private let path: String
  private let maximumLineLength: Int
  private var summary: RecordingSummary?

  /// Opens one file of a recording. Reads only its first line.
  ///
  /// - Parameters:
  ///   - format: The program of today, and the types that may be decoded.
  ///   - path: The path of the file.
  ///   - maximumLineLength: The longest line that is read, in bytes. A longer line is a problem. The
  ///     longest line of a recording usually is a checkpoint, with the whole model. A replay may need
  ///     several times this memory.
  /// - Throws: A ``RecordingError`` if the file cannot be read, is not a recording, or is a
  ///   recording of an app with another type of model, or if two types in the format have one name.
  public init(
    _ format: RecordingFormat<AppModel>, of path: String, maximumLineLength: Int = 64 << 20
  ) throws(RecordingError) {
    self.format = format
    self.path = path
    self.maximumLineLength = maximumLineLength
    let recorded = try RecordingSummary.model(of: path, maximumLineLength)
    let model = typeName(of: AppModel.self)
    try format.payloads.checkNames()
    guard recorded == model else {
      throw RecordingError(
        "\(path) is a recording of an app with the model \(recorded), and the program has"
          + " \(model). To fix this, give the format of the app that was recorded.")
    }
  }

  /// The contents of the file, and the problems in it.
  ///
  /// The first access reads the whole file, to find its checkpoints and its problems; so does the
  /// first call of a function that begins at a checkpoint.
  ///
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public var recording: RecordingSummary {
    get throws(RecordingError) {
      if let summary { return summary }
      let new = try RecordingSummary(of: path, maximumLineLength)
      summary = new
      return new
    }
  }

  // MARK: All messages

  /// Runs the updates of all messages, or of those up to a number.
  ///
  /// - Parameter number: The number of the last message to handle. By default, all messages.
  /// - Returns: The last model, and the first divergence. If a message cannot be handled, the
  ///   replay stops before it, and the result holds the problem.
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public func run(to number: UInt64 = .max) throws(RecordingError) -> ReplayResult<AppModel> {
    try run(from: 0, to: number)
  }

  /// Runs the updates of all messages, and calls a function after each of them.
  ///
  /// - Parameters:
  ///   - number: The number of the last message to handle. By default, all messages.
  ///   - visit: Called with each step, in the order of the messages. Returns whether to continue.
  /// - Returns: The last model, and the first divergence. If a message cannot be handled, the
  ///   replay stops before it, and the result holds the problem.
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
    var run = ReplayRun(format, of: path, from: start, to: number)
    let ending = try forEachLine { line in
      run.take(line) { run, line throws(ReplayProblem) in try run.handle(line) }
    }
    return run.result(ending: ending)
  }

  private func run(
    from start: UInt64, to number: UInt64, _ visit: (ReplayStep<AppModel>) -> Bool
  ) throws(RecordingError) -> ReplayResult<AppModel> {
    var run = ReplayRun(format, of: path, from: start, to: number)
    let ending = try forEachLine { line in
      run.take(line) { run, line throws(ReplayProblem) in try run.handle(line, visit) }
    }
    return run.result(ending: ending)
  }

  // MARK: One step

  /// Computes the step of one message, from the last checkpoint before it.
  ///
  /// - Parameter number: The number of the message.
  /// - Returns: The step; `nil` if the recording has no such message, or if the replay stops before
  ///   it. ``run(to:)`` then returns the problem.
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public func step(_ number: UInt64) throws(RecordingError) -> ReplayStep<AppModel>? {
    try steps(number...number).first
  }

  /// Computes the steps of a range of messages, from the last checkpoint before the range.
  ///
  /// - Parameter numbers: The numbers of the messages.
  /// - Returns: The steps up to the message at which the replay stops. All are in memory, each with
  ///   two models.
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public func steps(
    _ numbers: ClosedRange<UInt64>
  ) throws(RecordingError) -> [ReplayStep<AppModel>] {
    try stepsAndProblem(numbers).steps
  }

  /// Computes the steps of a range of messages, and the problem that stopped the replay before its
  /// end.
  func stepsAndProblem(
    _ numbers: ClosedRange<UInt64>
  ) throws(RecordingError) -> (steps: [ReplayStep<AppModel>], problem: ReplayProblem?) {
    var steps: [ReplayStep<AppModel>] = []
    let start = try checkpoint(before: numbers.lowerBound)
    let result = try run(from: start, to: numbers.upperBound) { step in
      if numbers.contains(step.recorded.number) { steps.append(step) }
      return true
    }
    return (steps, result.problem)
  }

  /// Computes the model after a message, from the last checkpoint before it.
  ///
  /// - Parameter number: The number of the message; 0 for the first model.
  /// - Returns: The model; `nil` if the recording has no such message, or if the replay stops
  ///   before it.
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public func model(after number: UInt64) throws(RecordingError) -> AppModel? {
    let result = try run(from: try recording.checkpoints.last { $0 <= number } ?? 0, to: number)
    return result.lastNumber == number ? result.model : nil
  }

  /// Returns the first step after which a condition holds.
  ///
  /// The search bisects the models of the checkpoints, and then handles the messages between two of
  /// them. It therefore expects that the condition, once true, stays true to the end. Otherwise it
  /// may miss the condition: the result may be a later step, or `nil`. To look at every step, use
  /// ``run(to:_:)``.
  ///
  /// - Parameter condition: Called with models. Returns whether the condition holds for a model.
  /// - Returns: The step; `nil` if the condition holds from the beginning, or if no step is found.
  /// - Throws: A ``RecordingError`` if the file cannot be read.
  public func first(
    where condition: (AppModel) -> Bool
  ) throws(RecordingError) -> ReplayStep<AppModel>? {
    let numbers = try recording.checkpoints
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

  /// Returns the decoded message in whose update the recorded process ended.
  ///
  /// Expect that the update ends this process too. To examine the crash, pass the message and
  /// ``ReplayResult/model`` to the update in a debugger.
  ///
  /// - Returns: The message; `nil` if the process did not end in an update, or if the recording was
  ///   not durable (``RecorderOptions/isDurable``).
  /// - Throws: A ``RecordingError`` if the file cannot be read, or a ``ReplayProblem`` if the
  ///   message cannot be decoded.
  public func crashedMessage() throws -> (any Message)? {
    guard let crashed = try run().crashed else { return nil }
    do throws(ReplayProblem) { return try MessageDecoder(format).message(crashed) } catch {
      throw error.of(path)
    }
  }

  /// Returns a model or a part of it on one line, as Swift source or as it prints. Sets and
  /// dictionaries are in the order of their texts, and secrets are `•••`.
  public func text(of value: Any) -> String { sourceText(of: value, namesType: true) }

  private func checkpoint(before number: UInt64) throws(RecordingError) -> UInt64 {
    try recording.checkpoints.last { $0 < number } ?? 0
  }

  /// Calls a function with each line, until it returns false. Returns the way in which the file
  /// ended; `nil` if the last line was not read.
  private func forEachLine(
    _ take: (RecordedLine) -> Bool
  ) throws(RecordingError) -> LineFileReader.Ending? {
    do throws(LineFileError) {
      let reader = try LineFileReader(path, maximumLineLength: maximumLineLength)
      _ = try reader.readHeader()
      while let line = try reader.nextOrGap() { if !take(line) { break } }
      return reader.ending
    } catch {
      throw RecordingError(error.description)
    }
  }
}

extension LineFileReader {
  /// Returns the next line, or a gap in place of an invalid line; `nil` at the end.
  fileprivate func nextOrGap() throws(LineFileError) -> RecordedLine? {
    do throws(LineFileError) { return try next().map(RecordedLine.init) } catch {
      if case .unreadable = error.problem { throw error }
      return .gap(error.description)
    }
  }
}

/// The result of a replay.
public struct ReplayResult<AppModel: Model>: Sendable {
  /// The model after the last handled message.
  public let model: AppModel
  /// The number of the last handled message. If none was handled, the number of the checkpoint with
  /// which the replay began; 0 for the first model.
  public let lastNumber: UInt64
  /// The number of handled messages.
  public let count: Int
  /// The first difference from the recording; `nil` if there is none.
  public let divergence: Divergence?
  /// The problem that stopped the replay before its last message; `nil` if there was none.
  public let problem: ReplayProblem?
  /// The message in whose update the recorded process ended; `nil` if there is none, or if the
  /// recording goes on in another file.
  ///
  /// Only a durable recording contains this message. The replay does not handle it, because its
  /// update could end this process too. See ``Replay/crashedMessage()``.
  public let crashed: RecordedMessage?
}
