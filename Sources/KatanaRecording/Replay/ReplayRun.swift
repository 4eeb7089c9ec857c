import Katana

/// Reads the lines of a recording one after the other, and handles their messages.
struct ReplayRun<AppModel: Model> {
  private let format: RecordingFormat<AppModel>
  private let path: String
  let decoder: MessageDecoder
  private let start: UInt64
  private let end: UInt64
  private var engine: ReplayEngine<AppModel>?
  private var problem: ReplayProblem?
  private var count = 0
  /// A message that was recorded before its update, until the line that says it was handled.
  private var open: RecordedMessage?
  /// What the file says in place of lines after the last handled message.
  private var gap: String?

  /// - Parameters:
  ///   - path: The path of the file.
  ///   - start: The number of the checkpoint to begin with; 0 for the beginning.
  ///   - end: The number of the last message to handle.
  init(_ format: RecordingFormat<AppModel>, of path: String, from start: UInt64, to end: UInt64) {
    (self.format, self.path) = (format, path)
    self.decoder = MessageDecoder(format)
    self.start = start
    self.end = end
  }

  /// A function that handles a message. It returns whether the run continues.
  typealias Handle = (inout Self, RecordedMessage) throws(ReplayProblem) -> Bool

  /// Processes a line. Returns whether the run continues.
  mutating func take(_ line: RecordedLine, _ handle: Handle) -> Bool {
    do throws(ReplayProblem) {
      switch line {
      case .checkpoint(let number, let model, let secrets):
        // A checkpoint comes after a message that was handled.
        open = nil
        try take(model, after: number, secrets)
      case .replaced(let number, let model, let secrets, let problem):
        return try replace(model, after: number, secrets, problem)
      case .message(let message):
        if message.commands != nil { return try handle(&self, message) }
        open = message
      case .handled(let number, let commands):
        guard var message = open, message.number == number else { return true }
        open = nil
        message.commands = commands
        return try handle(&self, message)
      case .gap(let text): gap = gap ?? text
      case .other: break
      }
      return true
    } catch {
      problem = error.of(path)
      return false
    }
  }

  private mutating func take(
    _ model: [UInt8], after number: UInt64, _ secrets: Int
  ) throws(ReplayProblem) {
    if let engine {
      // A forged file may hold any number, so the addition must not trap.
      guard engine.number == number else {
        throw .missing(engine.number &+ 1, to: number, at: number, gap)
      }
      gap = nil
      try engine.compare(model)
    } else if number >= start,
      let value = try decoder.model(AppModel.self, model, after: number)
    {
      engine = ReplayEngine(
        format, decoder, model: value, after: number, secrets: secrets > 0 ? [number] : [])
    }
  }

  /// Continues from a model that does not follow from the messages before it. Returns whether the
  /// run continues.
  private mutating func replace(
    _ model: [UInt8]?, after number: UInt64, _ secrets: Int, _ problem: String?
  ) throws(ReplayProblem) -> Bool {
    if number < start { return true }
    // The caller wants the model that the update of the last message returned.
    if number >= end { return false }
    guard let model, let value = try decoder.model(AppModel.self, model, after: number) else {
      throw .replaced(number, problem)
    }
    if engine == nil {
      engine = ReplayEngine(format, decoder, model: value, after: number)
    } else {
      engine?.replace(with: value, after: number)
    }
    if secrets > 0 { engine?.noteSecret(number) }
    return true
  }

  /// Handles a message. It keeps no copy of the model before it, so the update changes in place.
  mutating func handle(_ message: RecordedMessage) throws(ReplayProblem) -> Bool {
    try handle(message) { engine throws(ReplayProblem) in
      try engine.handle(message)
      return true
    }
  }

  /// Handles a message and calls a function with its step.
  mutating func handle(
    _ message: RecordedMessage, _ visit: (ReplayStep<AppModel>) -> Bool
  ) throws(ReplayProblem) -> Bool {
    try handle(message) { engine throws(ReplayProblem) in visit(try engine.step(message)) }
  }

  private mutating func handle(
    _ message: RecordedMessage,
    with step: (ReplayEngine<AppModel>) throws(ReplayProblem) -> Bool
  ) throws(ReplayProblem) -> Bool {
    if message.number <= start { return true }
    if message.number > end { return false }
    let engine = if let engine { engine } else { try first(before: message) }
    self.engine = engine
    guard engine.number == message.previous else {
      throw .missing(engine.number &+ 1, to: message.number - 1, at: message.number, gap)
    }
    let goesOn = try step(engine)
    gap = nil
    count += 1
    return goesOn && message.number < end
  }

  /// Returns an engine with the first model of the program, for a recording without a checkpoint
  /// before a message.
  private func first(
    before message: RecordedMessage
  ) throws(ReplayProblem) -> ReplayEngine<AppModel> {
    guard message.previous == 0 else { throw .noBeginning(message.number, gap) }
    return ReplayEngine(format, decoder, model: format.program.model, after: 0)
  }

  /// - Parameter ending: The way in which the file ended; `nil` if its last line was not read.
  func result(ending: LineFileReader.Ending?) -> ReplayResult<AppModel> {
    // After a rotation, the next file says whether the last message of this file was handled.
    ReplayResult(
      model: engine?.model ?? format.program.model, lastNumber: engine?.number ?? 0, count: count,
      divergence: engine?.divergence, problem: problem, crashed: ending == nil ? open : nil)
  }
}
