import Synchronization

/// Slices of one model that hold features which take the same messages. What the commands and
/// subscriptions of one of these features send has no address, so it reaches all of them.
package final class SharedSlices: Sendable {
  /// The addresses of the slices.
  package let addresses: [Scope]
  /// Whether the features are known to declare subscriptions or to return commands.
  package let isKnownToSend: Bool
  private let returned = Atomic<Bool>(false)

  init(_ names: [PartName], isKnownToSend: Bool) {
    addresses = names.map { Scope($0) }
    self.isKnownToSend = isKnownToSend
  }

  /// Whether one of the features has returned a command so far.
  package var hasReturned: Bool { returned.load(ordering: .relaxed) }

  /// Returns a leaf of one of the slices that notes whether it returns commands.
  fileprivate func noting(_ leaf: UpdateLeaf) -> UpdateLeaf {
    let handler = leaf.handler
    @Sendable func note(_ commands: [any Command]) -> [any Command] {
      if !commands.isEmpty { returned.store(true, ordering: .relaxed) }
      return commands
    }
    var noting = leaf
    noting.handler =
      handler.raw.map { raw in UpdateHandler(raw: { note(raw($0, $1)) }) }
      ?? UpdateHandler(boxed: { note(handler($0, $1)) })
    return noting
  }
}

extension FlatContent {
  /// Finds the slices that share their messages, and lets their updaters note what they return.
  mutating func takeSharedSlices() -> [SharedSlices] {
    if slices.count < 2 { return [] }
    let byModel = Dictionary(grouping: slices) { ObjectIdentifier($0.node.model) }
    return byModel.values.filter { $0.count > 1 }.compactMap { group in
      let kinds = group.map { Set($0.node.router.leaves.compactMap { $0.kind?.id }) }
      let shared = kinds.dropFirst().reduce(kinds[0]) { $0.intersection($1) }
      if shared.isEmpty { return nil }
      let mayDeclare = group.filter { $0.node.router.declaresItself }.count > 1
      let mayCause = group.filter { !$0.node.effects.isEmpty }.count > 1
      let slices = SharedSlices(group.map(\.name), isKnownToSend: mayDeclare || mayCause)
      for index in leaves.indices {
        guard let kind = leaves[index].kind, shared.contains(kind.id), !kind.isGlobal,
          group.contains(where: { leaves[index].place.path.starts(with: $0.name.path) })
        else { continue }
        leaves[index] = slices.noting(leaves[index])
      }
      return slices
    }
  }
}

extension Router {
  /// Whether the model itself, not a child in it, declares subscriptions.
  fileprivate var declaresItself: Bool {
    providers.contains { if case .provider = $0 { true } else { false } }
  }
}

extension [any AnyKeyPath & Sendable] {
  fileprivate func starts(with other: [any AnyKeyPath & Sendable]) -> Bool {
    count >= other.count && zip(self, other).allSatisfy { $0 as AnyKeyPath == $1 as AnyKeyPath }
  }
}
