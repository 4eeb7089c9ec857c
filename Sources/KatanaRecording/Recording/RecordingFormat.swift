public import Katana

/// The types whose values a recording of a program may contain. A ``Recorder`` and a ``Replay``
/// share this list.
///
/// ```swift
/// static let format = RecordingFormat(
///   program, payloads: [App.self, SessionMessage.self, ArticlesMessage.self])
/// ```
///
/// - A message whose type is not in the list is recorded by its name only. No value of the type
///   leaves the process. A replay stops at such a message, and says which type is missing.
/// - Only types in the list are decoded.
/// - If the type of the model is in the list, the first model and the checkpoints are recorded too.
///   Otherwise a replay begins with the first model of the program.
///
/// - The types may be private. Two private types with one name cannot both be in the list, because
///   a file could not tell them apart: a recorder and a replay refuse such a list.
///
/// - Important: If a type contains data that must not leave the device, leave it out of the list,
///   or wrap that data in `Secret`, which is masked.
public struct RecordingFormat<AppModel: Model>: Sendable {
  /// The program that is recorded or replayed.
  public let program: Program<AppModel>
  let addresses: AddressCoder
  let payloads: PayloadTypes

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - program: The program that is recorded or replayed.
  ///   - payloads: The types of the messages whose values are recorded, and the type of the model
  ///     if models are recorded. The framework's own messages are always in the list.
  ///   - ids: The text form of `id`s in addresses, for `id`s that are neither numbers nor texts.
  public init(
    _ program: Program<AppModel>, payloads: [any (Codable & Sendable).Type] = [],
    ids: AddressCoder.IDFormat? = nil
  ) {
    self.program = program
    self.addresses = AddressCoder(program, ids: ids)
    self.payloads = PayloadTypes(payloads + [Dismissed.self, UndoMessage.self])
  }

  /// Creates a format for all messages that the program's features take and that are `Codable`, and
  /// for its model if that is `Codable`.
  ///
  /// An updater of every message, which states no types, takes none in this sense.
  ///
  /// - Important: All data in these types leaves the process with a recording, unless it is wrapped
  ///   in `Secret`, or its type is among those that are left out.
  ///
  /// - Parameters:
  ///   - program: The program that is recorded or replayed.
  ///   - types: The types of messages, or of the model, that are left out.
  ///   - ids: The text form of `id`s in addresses, for `id`s that are neither numbers nor texts.
  public init(
    everyPayloadOf program: Program<AppModel>, except types: [any Sendable.Type] = [],
    ids: AddressCoder.IDFormat? = nil
  ) {
    let refused = Set(types.map { ObjectIdentifier($0) })
    var payloads: [any (Codable & Sendable).Type] = program.messageTypes.compactMap {
      $0 as? any (Message & Codable).Type
    }
    if let model = AppModel.self as? any (Model & Codable).Type { payloads.append(model) }
    self.init(
      program, payloads: payloads.filter { !refused.contains(ObjectIdentifier($0)) }, ids: ids)
  }

  var recordsModel: Bool { payloads.contains(AppModel.self) }

  /// Decodes a recorded message.
  package func message(_ recorded: RecordedMessage) throws -> any Message {
    try MessageDecoder(self).message(recorded)
  }
}

/// The types whose values may be recorded and decoded.
struct PayloadTypes: Sendable {
  /// The message types, by their names.
  private var messages: [String: any (Message & Decodable).Type] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// The names that several types have.
  private var shared: Set<String> = []

  init(_ types: [any (Codable & Sendable).Type]) {
    for type in types {
      let name = typeName(of: type)
      if names[ObjectIdentifier(type)] == nil, names.values.contains(name) { shared.insert(name) }
      messages[name] = type as? any (Message & Decodable).Type
      names[ObjectIdentifier(type)] = name
    }
  }

  /// Throws if several types have one name.
  func checkNames() throws(RecordingError) {
    guard let name = shared.min() else { return }
    throw RecordingError(
      """
      Several types in the payloads of the recording format have the name \(name): the name of a \
      private or local type does not say where it is declared. A replay could not tell their values \
      apart. To fix this, rename all but one of them, or leave them out of the payloads.
      """)
  }

  func contains(_ type: Any.Type) -> Bool { names[ObjectIdentifier(type)] != nil }

  /// The message type with a name in the form of ``typeName(of:)``.
  subscript(name: String) -> (any (Message & Decodable).Type)? { messages[name] }
}
