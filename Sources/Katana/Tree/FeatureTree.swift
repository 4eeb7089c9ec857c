/// The tree of a ``Feature``: its updaters, its subscription providers, and the parts of its model.
///
/// The framework creates it for each feature. It is a feature itself.
public struct FeatureTree<TypedModel: Model>: Feature {
  package let node: FeatureNode

  /// The tree itself.
  public var tree: FeatureTree<TypedModel> { self }

  /// The effects of all features in the tree, each once.
  public var effects: [EffectType] {
    let all = node.effects
    if all.isEmpty { return [] }
    var seen: Set<EffectType> = []
    return all.filter { seen.insert($0).inserted }
  }

  init(_ entries: [TreeEntry], effects: [EffectType]) {
    node = FeatureNode(entries, model: TypedModel.self, effects: effects)
  }

  init(node: FeatureNode) { self.node = node }

  /// Creates the tree of an updater that receives every message.
  @usableFromInline
  init(
    takes: MessageTypes, effects: [EffectType],
    update: @escaping @Sendable (inout TypedModel, any Message) -> [any Command]
  ) {
    let handler = UpdateHandler(boxed: { model, message in
      update(&model[as: TypedModel.self], message)
    })
    self.init([.updater(nil, takes, handler)], effects: effects)
  }

  /// Creates the tree of an updater that receives the messages of one type.
  @usableFromInline
  init(only kind: MessageKind, effects: [EffectType], update: @escaping RawUpdate) {
    self.init([.updater(kind, .unstated, UpdateHandler(raw: update))], effects: effects)
  }

  /// Creates the tree of a subscription provider.
  ///
  /// - Parameter readsMessage: Whether the result depends on the message.
  @usableFromInline
  init(readsMessage: Bool, effects: [EffectType], declare: @escaping RawDeclare) {
    self.init([.provider(readsMessage: readsMessage, declare)], effects: effects)
  }

  /// Returns a tree with the entries of two trees of one model.
  static func + (first: Self, second: Self) -> Self {
    Self(
      first.node.entries + second.node.entries, effects: first.node.effects + second.node.effects)
  }

  package func handle(model: inout TypedModel, message: any Message) -> [any Command] {
    withPlace(of: &model) { node.router.handle($0, message) }
  }

  package func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription] {
    withPlace(of: model) { place in
      var collector = SubscriptionCollector(message ?? NoMessage.none)
      for item in node.router.providers { collector.collect(item, place) }
      return collector.declared
    }
  }
}

/// A node of a feature's tree. It does not have the static type of the model; only the code that
/// creates it does.
package final class FeatureNode: Sendable {
  private let own: [TreeEntry]
  /// The type of the model.
  package let model: any Any.Type
  private let ownEffects: [EffectType]
  /// The router; `nil` for a lazy feature, and for a node whose router each use creates.
  let prepared: Router?
  /// For a ``LazyFeature``, the function that returns the node, and its source location with the
  /// model.
  private let resolve: (@Sendable () -> FeatureNode)?
  let site: String?
  /// Whether this feature or one of its parts may declare subscriptions.
  let mayDeclare: Bool
  /// Whether this feature or one of its parts may state effects.
  let mayCause: Bool
  /// Whether a model inside of this one may be a child that is always there.
  let mayHoldChildren: Bool

  /// Creates a node.
  ///
  /// - Parameter isPrepared: Whether the router is created now, because it is needed often.
  ///   Otherwise each use creates a router.
  init(
    _ entries: [TreeEntry], model: any Any.Type, effects: [EffectType], isPrepared: Bool = false
  ) {
    own = entries
    self.model = model
    ownEffects = effects
    resolve = nil
    site = nil
    mayDeclare = entries.contains { entry in
      switch entry {
      case .updater, .listener: false
      case .provider: true
      case .child(_, let node), .modified(_, let node): node.mayDeclare
      }
    }
    mayCause =
      !effects.isEmpty
      || entries.contains { entry in
        switch entry {
        case .updater, .listener, .provider: false
        case .child(_, let node), .modified(_, let node): node.mayCause
        }
      }
    mayHoldChildren = entries.mayHoldChildren
    prepared = isPrepared ? Router(entries, model: model) : nil
  }

  init(lazy resolve: @escaping @Sendable () -> FeatureNode, site: String, model: any Any.Type) {
    own = []
    self.model = model
    ownEffects = []
    self.resolve = resolve
    // One line may make features of several models.
    self.site = "\(site) \(String(reflecting: model))"
    mayDeclare = true
    mayCause = true
    mayHoldChildren = true
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

  /// The effects of the whole tree.
  package var effects: [EffectType] {
    if !mayCause { return [] }
    var walk = TreeWalk()
    var all: [EffectType] = []
    walk.visit(self) { all += $0.ownEffects }
    return all
  }
}

extension Program {
  /// The types of messages that the features state to take, each once.
  package var messageTypes: [any Message.Type] {
    var (walk, types) = (TreeWalk(), [any Message.Type]())
    var seen: Set<ObjectIdentifier> = []
    walk.visit(feature.node) { node in
      for case .updater(let kind, let stated, _) in node.entries {
        let all = kind.map { [$0.type] } ?? stated.types
        types += all.filter { seen.insert(ObjectIdentifier($0)).inserted }
      }
    }
    return types
  }
}

/// Visits each node of a tree once. A recursive feature is visited once for each place in the
/// source where it refers to itself.
struct TreeWalk {
  /// The visited nodes, kept so that no other node gets the address of one of them.
  private var nodes: [ObjectIdentifier: FeatureNode] = [:]
  private var sites: Set<String> = []

  mutating func visit(_ node: FeatureNode, _ body: (FeatureNode) -> Void) {
    var waiting = [node]
    while let node = waiting.popLast() {
      if let site = node.site {
        if sites.insert(site).inserted { waiting.append(node.resolved) }
        continue
      }
      guard nodes.updateValue(node, forKey: ObjectIdentifier(node)) == nil else { continue }
      body(node)
      for entry in node.entries.reversed() {
        switch entry {
        case .child(_, let child), .modified(_, let child): waiting.append(child)
        case .updater, .provider, .listener: break
        }
      }
    }
  }
}

/// An entry of a node. The entries are in the declared order.
package enum TreeEntry: Sendable {
  /// An updater with the message type that it takes. The type is `nil` for an updater of every
  /// message, which may state the types that it takes.
  case updater(MessageKind?, MessageTypes, UpdateHandler)
  case provider(readsMessage: Bool, RawDeclare)
  /// A part of the model with a feature of its own.
  case child(ModelPart, FeatureNode)
  /// A modifier, and the feature of the same model that it wraps.
  case modified(Modifier, FeatureNode)
  case listener(Listener)
}

extension FeatureTree {
  /// Returns the new model and the commands. The given model does not change.
  package func update(
    model: TypedModel, message: any Message
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands = handle(model: &model, message: message)
    return (model, commands)
  }
}
