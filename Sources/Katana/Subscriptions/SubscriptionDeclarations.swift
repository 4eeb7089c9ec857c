/// What a ``SubscriptionProvider`` consists of; made by the providers themselves.
public struct SubscriptionDeclarations<TypedModel: Model>: Sendable {
  package let node: DeclarationNode

  init(node: DeclarationNode) { self.node = node }

  /// Declarations that a function makes; called after each update.
  public init(
    _ function: @escaping @Sendable (TypedModel, (any Message)?) -> [any Subscription]
  ) {
    self.node = .leaf(readsMessage: true) { model, message in
      function(model.assumingMemoryBound(to: TypedModel.self).pointee, message)
    }
  }

  /// Declarations that depend on the model alone; called after the updates that may have changed it.
  init(ofModel function: @escaping @Sendable (TypedModel) -> [any Subscription]) {
    self.node = .leaf(readsMessage: false) { model, _ in
      function(model.assumingMemoryBound(to: TypedModel.self).pointee)
    }
  }

  package func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription] {
    withUnsafePointer(to: model) { node.collect(UnsafeRawPointer($0), message) }
  }
}

/// A tree of providers, over a model that is given by its address.
package indirect enum DeclarationNode: Sendable {
  package typealias Declare =
    @Sendable (UnsafeRawPointer, (any Message)?) -> [any Subscription]

  case leaf(readsMessage: Bool, Declare)
  case group([DeclarationNode])
  case child(ModelPart, DeclarationNode)

  func collect(_ model: UnsafeRawPointer, _ message: (any Message)?) -> [any Subscription] {
    switch self {
    case .leaf(_, let function):
      return function(model, message)
    case .group(let nodes):
      return nodes.flatMap { $0.collect(model, message) }
    case .child(let part, let node):
      var all: [any Subscription] = []
      part.read(model, nil) { child, id in
        var declared = node.collect(child, message)
        part.address(&declared, id)
        if all.isEmpty { all = declared } else { all += declared }
      }
      return all
    }
  }

  var readsMessage: Bool {
    switch self {
    case .leaf(let readsMessage, _): readsMessage
    case .group(let nodes): nodes.contains(where: \.readsMessage)
    case .child(_, let node): node.readsMessage
    }
  }
}
