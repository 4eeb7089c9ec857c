/// An updater at its place in a model.
struct UpdateLeaf: Sendable {
  var kind: MessageKind?
  /// What the updater says of messages of other types; `nil` if it says nothing.
  var takes: LeafTypes?
  var place: ModelPlace
  /// Whether the updater is in no part that comes and goes.
  var isAlwaysThere = true
  var handler: UpdateHandler

  func matches(_ message: any Message) -> Bool {
    if let kind { return kind.id == typeID(of: message) }
    var sites: Set<String> = []
    guard let takes else { return false }
    return takes.types.contains(typeID(of: message)) || takes.lazy.takes(message, asked: &sites)
  }

  func update(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    let commands = handler(model + place.offset, message)
    return commands.isEmpty ? commands : lift(commands, place)
  }

  func update(
    _ model: UnsafeMutableRawPointer, rawMessage message: UnsafeRawPointer
  ) -> [any Command] {
    guard let raw = handler.raw else { return [] }
    let commands = raw(model + place.offset, message)
    return commands.isEmpty ? commands : lift(commands, place)
  }
}

/// What an updater that names no type says of the messages that it takes. An object, because a leaf
/// is copied for each message.
final class LeafTypes: Sendable {
  let types: MessageTypes
  /// The lazy features in it, which say the rest.
  let lazy: [LazyNode]

  private init(_ types: MessageTypes, _ lazy: [LazyNode]) {
    self.types = types
    self.lazy = lazy
  }

  /// Returns `nil` if the updater says nothing. No initialiser: that would allocate all the same.
  static func stated(_ types: MessageTypes, lazy: [LazyNode] = []) -> LeafTypes? {
    if case .unstated = types, lazy.isEmpty { return nil }
    return LeafTypes(types, lazy)
  }

  var inScope: LeafTypes { LeafTypes(types, lazy.map(\.inScope)) }
}

/// A lazy feature as part of an updater that receives everything.
struct LazyNode: Sendable {
  let node: FeatureNode
  /// Whether a scope stands around it, which only global messages pass without an address.
  private(set) var isInScope = false

  init(_ node: FeatureNode) { self.node = node }

  var inScope: LazyNode {
    var inside = self
    inside.isInScope = true
    return inside
  }
}

extension [LazyNode] {
  /// Whether an updater in one of them says that it takes a message; those whose sites were asked
  /// already are left out.
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
