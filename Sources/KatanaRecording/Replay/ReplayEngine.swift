import Katana
import KatanaComparison

/// Runs the updates of recorded messages one after the other, and finds the first divergence.
final class ReplayEngine<AppModel: Model> {
  private let feature: FeatureTree<AppModel>
  private let decoder: MessageDecoder
  private let encoder = RecordingEncoder()
  private(set) var model: AppModel
  /// The number of the last handled message.
  private(set) var number: UInt64
  /// The first difference from the recording.
  private(set) var divergence: Divergence?
  private var lastAgreement: UInt64
  private var secrets: [UInt64] = []
  private var causes = CauseNames()

  /// Creates an engine with a first model.
  ///
  /// - Parameters:
  ///   - number: The number of the last message before the model.
  ///   - secrets: That number if secrets of the model are masked.
  init(
    _ format: RecordingFormat<AppModel>, _ decoder: MessageDecoder, model: AppModel,
    after number: UInt64, secrets: [UInt64] = []
  ) {
    self.feature = format.program.feature
    self.decoder = decoder
    self.model = model
    self.number = number
    self.lastAgreement = number
    self.secrets = secrets
  }

  /// Handles a message. It keeps no copy of the model before it, so the update changes in place.
  func handle(_ recorded: RecordedMessage) throws(ReplayProblem) {
    let message = try decoder.message(recorded)
    note(recorded, feature.handle(model: &model, message: message))
  }

  /// Handles a message and returns its step, with the models before and after it.
  func step(_ recorded: RecordedMessage) throws(ReplayProblem) -> ReplayStep<AppModel> {
    let (before, message) = (model, try decoder.message(recorded))
    let commands = feature.handle(model: &model, message: message)
    note(recorded, commands)
    return ReplayStep(
      recorded: recorded, message: message, before: before, after: model, commands: commands,
      feature: feature)
  }

  /// Continues from another model.
  func replace(with model: AppModel, after number: UInt64) {
    self.model = model
    self.number = number
    if divergence == nil { lastAgreement = number }
  }

  /// Notes that the model recorded after a message has masked secrets.
  func noteSecret(_ number: UInt64) { secrets.append(number) }

  private func note(_ recorded: RecordedMessage, _ commands: [any Command]) {
    number = recorded.number
    causes.add(recorded)
    if recorded.maskedSecrets > 0 { secrets.append(number) }
    guard divergence == nil, let names = recorded.commands,
      commands.count != names.count || !commands.isEmpty
    else { return }
    let replayed = commands.map { ValueText.name(of: $0) }
    if replayed != names { diverge(.commands(recorded: names, replayed: replayed)) }
  }

  /// Compares the model with a recorded one: first the bytes, and the decoded values if these
  /// differ.
  func compare(_ recorded: [UInt8]) throws(ReplayProblem) {
    guard divergence == nil, let value = model as? any Encodable else { return }
    var bytes: [UInt8] = []
    if (try? encoder.encode(value, into: &bytes)) != nil, bytes == recorded {
      lastAgreement = number
      return
    }
    guard let other = try decoder.model(AppModel.self, recorded, after: number) else { return }
    if let text = modelText(expected: other, actual: model) { diverge(.model(text)) }
  }

  private func diverge(_ difference: Divergence.Difference) {
    divergence = Divergence(
      number: number, lastAgreement: lastAgreement, difference: difference,
      causes: causes.chain(of: number), secrets: secrets)
  }
}

/// The names of the latest messages, for chains of causes.
struct CauseNames {
  private struct Entry {
    let number: UInt64
    let cause: UInt64?
    let name: String
    let place: String
  }

  /// In the order of their numbers.
  private var messages: [Entry] = []
  /// The number of messages that are kept at least.
  private static var limit: Int { 50_000 }

  mutating func add(_ message: RecordedMessage) {
    if messages.count == 2 * Self.limit { messages.removeFirst(Self.limit) }
    messages.append(
      Entry(
        number: message.number, cause: message.cause, name: message.name, place: message.place))
  }

  /// The texts of a message and of its chain of causes, the first cause first.
  func chain(of number: UInt64) -> [String] {
    var chain: [String] = []
    var next: UInt64? = number
    // A cause comes before its consequence, so the search goes backwards, and ends.
    for message in messages.reversed() where message.number == next {
      let place = message.place.isEmpty ? "" : " (\(message.place))"
      chain.append("\(message.number) \(message.name)\(place)")
      next = message.cause
    }
    return chain.reversed()
  }
}
