import Katana
import KatanaComparison

/// Handles the messages of a recording one after the other. It has no effects.
struct ReplayEngine<AppModel: Model> {
  private let format: RecordingFormat<AppModel>
  private let decoder: MessageDecoder
  private let encoder = CompactEncoder()
  private(set) var model: AppModel
  /// The number of the message handled last.
  private(set) var number: UInt64
  /// The first difference from the recording.
  private(set) var divergence: Divergence?
  private var lastAgreement: UInt64
  private var secrets: [UInt64] = []
  private var causes = CauseNames()

  /// Begins with a model.
  ///
  /// - Parameter number: The number of the last message before.
  init(
    _ format: RecordingFormat<AppModel>, _ decoder: MessageDecoder, model: AppModel,
    after number: UInt64, secrets: [UInt64] = []
  ) {
    self.format = format
    self.decoder = decoder
    self.model = model
    self.number = number
    self.lastAgreement = number
    self.secrets = secrets
  }

  /// Handles a message without keeping the model before it.
  mutating func handle(_ recorded: RecordedMessage) throws(ReplayProblem) -> [any Command] {
    let message = try decoder.message(recorded)
    let commands = format.program.feature.handle(model: &model, message: message)
    note(recorded, commands)
    return commands
  }

  /// Handles a message and returns all about it.
  mutating func step(_ recorded: RecordedMessage) throws(ReplayProblem) -> ReplayStep<AppModel> {
    let (before, message) = (model, try decoder.message(recorded))
    let commands = format.program.feature.handle(model: &model, message: message)
    note(recorded, commands)
    return ReplayStep(
      recorded: recorded, message: message, before: before, after: model, commands: commands,
      feature: format.program.feature)
  }

  /// Goes on from another model.
  mutating func replace(with model: AppModel, after number: UInt64) {
    self.model = model
    self.number = number
    if divergence == nil { lastAgreement = number }
  }

  /// Notes that a secret of a recorded value is masked.
  mutating func noteSecret(_ number: UInt64) { secrets.append(number) }

  private mutating func note(_ recorded: RecordedMessage, _ commands: [any Command]) {
    number = recorded.number
    causes.add(recorded)
    if recorded.maskedSecrets > 0 { secrets.append(number) }
    guard divergence == nil, let names = recorded.commands,
      commands.count != names.count || !commands.isEmpty
    else { return }
    let replayed = commands.map { ValueText.name(of: $0) }
    if replayed != names { diverge(.commands(recorded: names, replayed: replayed)) }
  }

  /// Compares the model with a recorded one.
  mutating func compare(_ recorded: [UInt8]) throws(ReplayProblem) {
    guard divergence == nil, let value = model as? any Encodable else { return }
    var bytes: [UInt8] = []
    if (try? encoder.encode(value, into: &bytes)) != nil, bytes == recorded {
      lastAgreement = number
      return
    }
    guard let other = try decoder.model(AppModel.self, recorded, after: number) else { return }
    if let text = modelText(expected: other, actual: model) { diverge(.model(text)) }
  }

  private mutating func diverge(_ difference: Divergence.Difference) {
    divergence = Divergence(
      number: number, lastAgreement: lastAgreement, difference: difference,
      causes: causes.chain(of: number), secrets: secrets)
  }
}

/// The names of the last messages, for chains of causes.
struct CauseNames {
  private var messages: [UInt64: (cause: UInt64?, name: String, place: String)] = [:]
  /// How many are kept.
  private static var limit: UInt64 { 50_000 }

  mutating func add(_ message: RecordedMessage) {
    let number = message.number
    messages[number] = (message.cause, message.name, message.place)
    if UInt64(messages.count) > 2 * Self.limit {
      messages = messages.filter { $0.key + Self.limit > number }
    }
  }

  /// A message and what led to it, the first cause first.
  func chain(of number: UInt64) -> [String] {
    var chain: [String] = []
    var next: UInt64? = number
    while let number = next, let message = messages[number] {
      let place = message.place.isEmpty ? "" : " (\(message.place))"
      chain.append("\(number) \(message.name)\(place)")
      next = message.cause
    }
    return chain.reversed()
  }
}
