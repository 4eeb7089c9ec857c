/// An updater at its place in a model.
struct UpdateLeaf: Sendable {
  /// The message type that the updater names; `nil` for an updater of every message.
  var kind: (any Message.Type)?
  /// The types that an updater of every message states in ``Updater/takes``; `nil` if it states
  /// none.
  var takes: LeafTypes?
  var place: ModelPlace
  var handler: UpdateHandler

  /// Returns whether the updater names a type of messages, or states that it takes the type.
  func names(_ type: ObjectIdentifier) -> Bool {
    kind.map { ObjectIdentifier($0) == type } ?? (takes?.types.contains(type) == true)
  }

  /// Returns whether the updater takes a message; see ``Route/takes(_:asked:)``.
  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    kind.map { ObjectIdentifier($0) == typeID(of: message) }
      ?? (takes?.take(message, asked: &sites) == true)
  }

  func update(_ model: OpenPlace, _ message: any Message) -> [any Command] {
    place.addressed(handler(model + place.offset, message))
  }

  /// Returns the updater as one of the model around a slice that only a closure or a computed property
  /// reaches.
  func inside(_ slice: PlacedPart) -> UpdateLeaf {
    let (part, type, address) = (slice.part, slice.child.model, AnyAddress(slice.part.name))
    @Sendable func change(
      _ model: OpenPlace, _ update: (OpenPlace) -> [any Command]
    ) -> [any Command] {
      var commands: [any Command] = []
      part.change(model, nil) { inner, _ in
        commands = addressed(update(inner), of: type, at: address)
      }
      return commands
    }
    var outer = self
    outer.place = slice.place
    outer.place.extent = slice.extent
    outer.handler =
      switch handler {
      case .raw(let raw):
        .raw { [place] model, message in
          change(model) { place.addressed(raw($0 + place.offset, message)) }
        }
      case .boxed: .boxed { [self] model, message in change(model) { update($0, message) } }
      }
    return outer
  }
}

/// The types of messages that an updater states in ``Updater/takes``.
///
/// Only an updater that receives messages of every type states them. The value does not change
/// which messages the updater receives. It decides which messages the runtime and the tests report
/// as not taken.
public enum MessageTypes: Sendable {
  /// The updater states nothing. The runtime reports a message that no other updater takes, even
  /// though this updater receives it.
  case unstated
  /// The updater takes messages of every type.
  case all
  /// The updater takes messages of these types.
  case only([any Message.Type])

  var types: [any Message.Type] { if case .only(let types) = self { types } else { [] } }

  var isAll: Bool { if case .all = self { true } else { false } }

  func contains(_ type: ObjectIdentifier) -> Bool {
    switch self {
    case .unstated: false
    case .all: true
    case .only(let types): types.contains { ObjectIdentifier($0) == type }
    }
  }
}

/// The message types that an updater of every message states in ``Updater/takes``. This is an
/// object, because a leaf may be copied for each message.
final class LeafTypes: Sendable {
  let types: MessageTypes
  /// The lazy features in the updater, which may take further types. They are resolved only when a
  /// message must be looked up.
  let lazy: [FeatureNode]

  private init(_ types: MessageTypes, _ lazy: [FeatureNode]) {
    self.types = types
    self.lazy = lazy
  }

  /// Returns the stated types, or `nil` if the updater states nothing. This is not a failable
  /// initialiser, because that would allocate the object in both cases.
  static func stated(_ types: MessageTypes, lazy: [FeatureNode] = []) -> LeafTypes? {
    if case .unstated = types, lazy.isEmpty { return nil }
    return LeafTypes(types, lazy)
  }

  /// Returns whether an updater takes a message; see ``Route/takes(_:asked:)``.
  ///
  /// - Parameter sites: The source locations of the lazy features that were already searched. This
  ///   leaves them out and adds the others, because a recursive feature contains itself.
  func take(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    if types.contains(typeID(of: message)) { return true }
    for node in lazy {
      guard let site = node.site, sites.insert(site).inserted else { continue }
      if node.router.routes[message].takes(message, asked: &sites) { return true }
    }
    return false
  }
}

func append(_ new: [any Command], to commands: inout [any Command]) {
  if commands.isEmpty { commands = new } else { commands += new }
}

/// A function that updates the model at a memory address with any message.
package typealias BoxedUpdate = @Sendable (OpenPlace, any Message) -> [any Command]

/// A function that updates the model at a memory address with the message at a memory address.
///
/// The message must have the type for which the function was registered. So the call needs neither
/// a cast nor a box around the message.
@usableFromInline
package typealias RawUpdate =
  @Sendable (OpenPlace, ReadPlace) -> [any Command]

/// A function that returns the subscriptions that a provider declares for the model at a memory address
/// and a message.
@usableFromInline
package typealias RawDeclare =
  @Sendable (ReadPlace, any Message) -> [any Subscription]

/// A message that a modified feature is about to handle; see ``Feature/modified(_:)``.
public struct IncomingMessage: Sendable {
  /// The message without its address, as the feature or one of its children receives it.
  public let message: any Message
  /// The address of the child that receives the message, relative to the feature's model. It is
  /// empty for the feature itself.
  public let address: AnyAddress
}

/// A function around a feature. It accesses the model by its memory address.
package typealias Modifier =
  @Sendable (OpenPlace, IncomingMessage, (OpenPlace) -> [any Command]) -> [any Command]

/// The function of an updater: a ``RawUpdate`` for the one message type that it takes, or a
/// ``BoxedUpdate`` for any message.
package enum UpdateHandler: Sendable {
  case raw(RawUpdate)
  case boxed(BoxedUpdate)

  var isRaw: Bool { if case .raw = self { true } else { false } }

  func callAsFunction(
    _ model: OpenPlace, _ message: any Message
  ) -> [any Command] {
    switch self {
    case .raw(let raw): withPayload(of: message) { raw(model, $0) }
    case .boxed(let boxed): boxed(model, message)
    }
  }
}

/// Calls a function with the memory address of the value in an existential message.
func withPayload<Result>(of message: any Message, _ body: (ReadPlace) -> Result) -> Result {
  func open<M: Message>(_ message: M) -> Result {
    withPlace(of: message, body)
  }
  return open(message)
}

/// Calls a function with the memory address and the type of the value in an existential message.
/// The function must change neither the value nor the existential.
///
/// The existential is `inout`, so that a small message is read in place. Otherwise, the message
/// would be copied first, and its address would need a closure that a generic function calls. A
/// message of more than 24 bytes is stored in a separate box. It is copied if the box has another
/// owner.
@inlinable @inline(__always)
package func withPayload<Result>(
  of message: inout any Message, _ body: (ReadPlace, any Message.Type) -> Result
) -> Result {
  func call<M: Message>(_ message: UnsafeMutablePointer<M>) -> Result {
    body(ReadPlace(message), M.self)
  }
  func open<M: Message>(_ message: inout M) -> Result { call(&message) }
  return open(&message)
}
