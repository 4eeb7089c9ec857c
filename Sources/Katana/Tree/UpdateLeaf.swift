/// An updater at its place in a model.
struct UpdateLeaf: Sendable {
  /// The message type that the updater names; `nil` for an updater of every message.
  var kind: MessageKind?
  /// The types that an updater of every message states in ``Updater/takes``; `nil` if it states
  /// none.
  var takes: LeafTypes?
  var place: ModelPlace
  /// Whether the updater is outside of all scopes. The child of a scope may be absent.
  var isAlwaysThere = true
  var handler: UpdateHandler
  /// For an updater inside of parts with direct access: the way to it, and its own handler.
  var inner: Inner?

  struct Inner: Sendable {
    let way: LeafWay
    let handler: UpdateHandler
    /// The lazy feature, if the handler stands for one.
    var lazy: FeatureNode?
  }

  /// Returns whether the updater names a type of messages, or states that it takes the type.
  func names(_ type: ObjectIdentifier) -> Bool {
    kind.map { $0.id == type } ?? (takes?.types.contains(type) == true)
  }

  /// Returns whether the updater takes a message; see ``Route/takes(_:asked:)``.
  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    kind.map { $0.id == typeID(of: message) } ?? (takes?.take(message, asked: &sites) == true)
  }

  func update(_ model: OpenPlace, _ message: any Message) -> [any Command] {
    let commands = handler(model + place.offset, message)
    return commands.isEmpty ? commands : lift(commands, place)
  }

  func update(
    _ model: OpenPlace, rawMessage message: ReadPlace
  ) -> [any Command] {
    guard case .raw(let raw) = handler else { return [] }
    let commands = raw(model + place.offset, message)
    return commands.isEmpty ? commands : lift(commands, place)
  }
}

/// The message types that an updater of every message states in ``Updater/takes``. This is an
/// object, because a leaf is copied for each message.
final class LeafTypes: Sendable {
  let types: MessageTypes
  /// The lazy features in the updater, which may take further types. They are resolved only when a
  /// message must be looked up.
  let lazy: [LazyNode]

  private init(_ types: MessageTypes, _ lazy: [LazyNode]) {
    self.types = types
    self.lazy = lazy
  }

  /// Returns the stated types, or `nil` if the updater states nothing. This is not a failable
  /// initialiser, because that would allocate the object in both cases.
  static func stated(_ types: MessageTypes, lazy: [LazyNode] = []) -> LeafTypes? {
    if case .unstated = types, lazy.isEmpty { return nil }
    return LeafTypes(types, lazy)
  }

  /// Returns whether an updater takes a message; see ``Route/takes(_:asked:)``.
  func take(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    types.contains(typeID(of: message)) || lazy.takes(message, asked: &sites)
  }

  var inScope: LeafTypes { LeafTypes(types, lazy.map(\.inScope)) }
}

/// A lazy feature in an updater of every message.
struct LazyNode: Sendable {
  let node: FeatureNode
  /// Whether the feature is in a scope. Only a global message passes into a scope without an
  /// address.
  fileprivate(set) var isInScope = false

  var inScope: LazyNode {
    var inside = self
    inside.isInScope = true
    return inside
  }
}

extension [LazyNode] {
  /// Returns whether an updater in one of the features takes a message; see ``Updater/takes``.
  ///
  /// - Parameter sites: The source locations of the features that were already searched. This
  ///   leaves them out and adds the others, because a recursive feature contains itself.
  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    for lazy in self where !lazy.isInScope || isGlobal(message) {
      guard let site = lazy.node.site, sites.insert(site).inserted else { continue }
      if lazy.node.router.takes(message, asked: &sites) { return true }
    }
    return false
  }
}

func append(_ new: [any Command], to commands: inout [any Command]) {
  if commands.isEmpty { commands = new } else { commands += new }
}
