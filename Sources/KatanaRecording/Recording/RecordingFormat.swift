public import Katana

/// What a recording of a program may hold: the one list that a ``Recorder`` and a ``Replay`` share.
///
/// ```swift
/// static let format = RecordingFormat(
///   program, payloads: [App.self, SessionMessage.self, ArticlesMessage.self])
/// ```
///
/// A type that is not in the list is recorded by its name alone: no value of it leaves the process. A
/// replay then stops at such a message, and says which type is missing. Only types of the list are ever
/// decoded. If the type of the model is in the list, the first model and checkpoints are recorded too;
/// otherwise a replay begins with the model of the program.
///
/// - Important: Do not put types into the list that hold what must not leave the device, unless as
///   `Secret`s, which are masked.
public struct RecordingFormat<AppModel: Model>: Sendable {
  /// The pure app.
  public let program: Program<AppModel>
  let addresses: AddressCoder
  let payloads: PayloadTypes

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - program: The pure app.
  ///   - payloads: The types of messages whose values are recorded, and perhaps the type of the model.
  ///     The messages of the framework need not be named.
  ///   - ids: How `id`s in addresses are written that are neither numbers nor texts.
  public init(
    _ program: Program<AppModel>, payloads: [any (Codable & Sendable).Type] = [],
    ids: AddressCoder.IDFormat? = nil
  ) {
    self.program = program
    self.addresses = AddressCoder(program, ids: ids)
    self.payloads = PayloadTypes(payloads + [Dismissed.self, UndoMessage.self])
  }

  var recordsModel: Bool { payloads.contains(AppModel.self) }
}

/// The types whose values may be recorded and decoded.
struct PayloadTypes: Sendable {
  private var byName: [String: any (Codable & Sendable).Type] = [:]
  private var names: [ObjectIdentifier: String] = [:]

  init(_ types: [any (Codable & Sendable).Type]) {
    for type in types {
      let name = String(reflecting: type)
      byName[name] = type
      names[ObjectIdentifier(type)] = name
    }
  }

  func contains(_ type: Any.Type) -> Bool { names[ObjectIdentifier(type)] != nil }

  /// The type with a name, as `String(reflecting:)` prints it.
  subscript(name: String) -> (any (Codable & Sendable).Type)? { byName[name] }
}
