/// A node of a feature's tree. It does not have the static type of the model; only the code that
/// creates it does.
package final class FeatureNode: Sendable {
  private let own: [TreeEntry]
  /// The type of the model.
  package let model: any Any.Type
  private let ownEffects: [any Effect.Type]
  /// The router; `nil` for a lazy feature, and for a node whose router each use creates.
  let prepared: Router?
  /// For a ``LazyFeature``, the function that returns the node, and its source location with the
  /// model.
  private let resolve: (@Sendable () -> FeatureNode)?
  let site: String?

  /// Creates a node.
  ///
  /// - Parameter isPrepared: Whether the router is created now, because it is needed often.
  ///   Otherwise each use creates a router.
  init(
    _ entries: [TreeEntry], model: any Any.Type, effects: [any Effect.Type],
    isPrepared: Bool = false
  ) {
    own = entries
    self.model = model
    ownEffects = effects
    resolve = nil
    site = nil
    prepared = isPrepared ? Router(entries, model: model) : nil
  }

  init(lazy resolve: @escaping @Sendable () -> FeatureNode, site: String, model: any Any.Type) {
    own = []
    self.model = model
    ownEffects = []
    self.resolve = resolve
    // One line may make features of several models.
    self.site = "\(site) \(String(reflecting: model))"
    prepared = nil
  }

  var isLazy: Bool { resolve != nil }
  /// The node itself, or the node that the closure of a lazy feature returns.
  var resolved: FeatureNode { resolve?().resolved ?? self }
  package var entries: [TreeEntry] { resolve == nil ? own : resolved.entries }
  package var router: Router {
    resolve == nil ? (prepared ?? Router(own, model: model)) : resolved.router
  }

  /// A node that keeps its router, for a part that needs the router often.
  var preparing: FeatureNode {
    isLazy || prepared != nil
      ? self : FeatureNode(own, model: model, effects: ownEffects, isPrepared: true)
  }

  /// The effects of the whole tree, each once.
  package var effects: [any Effect.Type] {
    var seen: Set<ObjectIdentifier> = []
    return all.flatMap(\.ownEffects).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Each node of the tree once. A recursive feature is in it once for each place in the source where it
  /// refers to itself.
  var all: [FeatureNode] {
    // It also keeps the nodes, so that no other node gets the address of one of them.
    var all: [FeatureNode] = []
    var (seen, sites) = (Set<ObjectIdentifier>(), Set<String>())
    var waiting = [self]
    while let node = waiting.popLast() {
      if let site = node.site {
        if sites.insert(site).inserted { waiting.append(node.resolved) }
        continue
      }
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      all.append(node)
      for entry in node.entries.reversed() {
        switch entry {
        case .child(_, let child), .modified(_, let child): waiting.append(child)
        case .updater, .provider, .listener: break
        }
      }
    }
    return all
  }
}

/// An entry of a node. The entries are in the declared order.
package enum TreeEntry: Sendable {
  /// An updater with the message type that it takes. The type is `nil` for an updater of every
  /// message, which may state the types that it takes.
  case updater((any Message.Type)?, MessageTypes, UpdateHandler)
  case provider(readsMessage: Bool, RawDeclare)
  /// A part of the model with a feature of its own.
  case child(ModelPart, FeatureNode)
  /// A modifier, and the feature of the same model that it wraps.
  case modified(Modifier, FeatureNode)
  case listener(Listener)
}
