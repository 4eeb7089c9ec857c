/// An updater at its place in a model.
struct UpdateLeaf: Sendable {
  /// The message type that the updater names; `nil` for an updater of every message.
  var kind: (any Message.Type)?
  /// The types that an updater of every message states in ``Updater/takes``; `nil` if it states
  /// none.
  var takes: LeafTypes?
  var place: ModelPlace
  /// Whether the updater is outside of all scopes. The child of a scope may be absent.
  var isAlwaysThere = true
  var handler: UpdateHandler
  /// For a modifier around lazy features: what takes the place of the handler inside of a scope, where an
  /// updater of every message receives nothing.
  var handlerInScope: UpdateHandler?
  /// For an updater inside of parts with direct access: the way to it, and its own handler.
  var inner: Inner?

  struct Inner: Sendable {
    let way: LeafWay
    let handler: UpdateHandler
    /// The lazy feature, if the handler stands for one.
    var lazy: FeatureNode?
  }

  /// Whether a global message may reach the updater inside of a scope: the updater names such a type, or
  /// stands for features that may.
  var mayTakeGlobals: Bool { kind.map { $0.isGlobal } ?? (takes?.lazy.isEmpty == false) }

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
    let commands = handler(model + place.offset, message)
    return commands.isEmpty ? commands : lift(commands, place)
  }

  /// The updater as it is inside of a scope.
  var inScope: UpdateLeaf {
    var leaf = self
    leaf.takes = takes?.inScope
    (leaf.handler, leaf.handlerInScope) = (handlerInScope ?? handler, nil)
    return leaf
  }
}

/// The message types that an updater of every message states in ``Updater/takes``. This is an
/// object, because a leaf may be copied for each message.
final class LeafTypes: Sendable {
  /// A lazy feature in the updater, and whether it is in a scope. Only a global message passes into a
  /// scope without an address.
  typealias Lazy = (node: FeatureNode, isInScope: Bool)

  let types: MessageTypes
  /// The lazy features in the updater, which may take further types. They are resolved only when a
  /// message must be looked up.
  let lazy: [Lazy]

  private init(_ types: MessageTypes, _ lazy: [Lazy]) {
    self.types = types
    self.lazy = lazy
  }

  /// Returns the stated types, or `nil` if the updater states nothing. This is not a failable
  /// initialiser, because that would allocate the object in both cases.
  static func stated(_ types: MessageTypes, lazy: [Lazy] = []) -> LeafTypes? {
    if case .unstated = types, lazy.isEmpty { return nil }
    return LeafTypes(types, lazy)
  }

  /// Returns whether an updater takes a message; see ``Route/takes(_:asked:)``.
  ///
  /// - Parameter sites: The source locations of the lazy features that were already searched. This
  ///   leaves them out and adds the others, because a recursive feature contains itself.
  func take(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    if types.contains(typeID(of: message)) { return true }
    for (node, isInScope) in lazy where !isInScope || isGlobal(message) {
      guard let site = node.site, sites.insert(site).inserted else { continue }
      let route = node.router.routes[message]
      let isTaken =
        isInScope
        ? route.leaves.contains { $0.mayTakeGlobals && $0.takes(message, asked: &sites) }
        : route.takes(message, asked: &sites)
      if isTaken { return true }
    }
    return false
  }

  var inScope: LeafTypes { LeafTypes(types, lazy.map { ($0.node, true) }) }
}

func append(_ new: [any Command], to commands: inout [any Command]) {
  if commands.isEmpty { commands = new } else { commands += new }
}
