/// What a ``SubscriptionProvider`` consists of; made by the providers themselves.
public struct SubscriptionDeclarations<TypedModel: Model>: Sendable {
  package let node: DeclarationNode

  init(node: DeclarationNode) { self.node = node }

  /// Declarations that a function makes.
  public init(
    _ function: @escaping @Sendable (TypedModel, (any Message)?) -> [any Subscription]
  ) {
    self.node = .leaf { model, message in
      function(model.assumingMemoryBound(to: TypedModel.self).pointee, message)
    }
  }

  package func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription] {
    var all: [any Subscription] = []
    withUnsafePointer(to: model) { node.collect(UnsafeRawPointer($0), message, into: &all) }
    return all
  }
}

/// A tree of providers, over a model that is given by its address.
package indirect enum DeclarationNode: Sendable {
  case leaf(@Sendable (UnsafeRawPointer, (any Message)?) -> [any Subscription])
  case group([DeclarationNode])
  case child(ModelPart, DeclarationNode)

  package func collect(
    _ model: UnsafeRawPointer, _ message: (any Message)?, into all: inout [any Subscription]
  ) {
    switch self {
    case .leaf(let function):
      all += function(model, message)
    case .group(let nodes):
      for node in nodes { node.collect(model, message, into: &all) }
    case .child(let part, let node):
      part.read(model, nil) { child, id in
        let start = all.count
        node.collect(child, message, into: &all)
        for index in start..<all.count { part.address(&all[index], id) }
      }
    }
  }
}
