/// Finds the updaters that take a message, and calls them in the declared order.
///
/// The router flattens nested combinations when it is created. One look-up by the message's type
/// gives the list of updaters to call, each with the place of its part in the model. So the cost
/// of a message does not depend on the number and the depth of other updaters. What is in a child that
/// is always there is in the router, too, except its updaters. The child of each part has its own
/// router: a message with an address passes from one router to the next.
package final class Router: Sendable {
  /// The type of the model.
  package let model: any Any.Type
  /// The updaters of each message type.
  package let routes: RouteTable
  /// All updaters that messages without an address may reach.
  let leaves: [UpdateLeaf]
  /// The parts that an address may name, including slices.
  let parts: [PartName: PartRoutes]
  let listeners: ListenerTable
  /// The addresses of the models of slices, by their types.
  let models: [ObjectIdentifier: [AnyAddress]]
  /// The slices of one model whose features take the same messages.
  package let sharedSlices: [SharedSlices]
  /// The providers of subscriptions, in declared order.
  let providers: [ProviderItem]
  /// For the router of the app: the same as the runtime asks them. The providers of a part that may
  /// have several children or none are one node.
  package let nodes: [ProviderNode]
  /// The nodes whose result may differ after a message with an address, by the first step of the
  /// address.
  private let addressedNodes: [PartName: [ProviderNode]]

  /// Creates the router of a feature from the entries of its tree.
  ///
  /// - Parameter isOfApp: Whether a runtime asks the providers.
  init(_ entries: [TreeEntry], model: any Any.Type, isOfApp: Bool = false) {
    self.model = model
    let content = FlatContent(entries, model: model)
    (leaves, models, providers) = (content.leaves, content.models, content.providers)
    sharedSlices = content.sharedSlices
    let parts = content.parts.mapValues { PartRoutes($0) }
    self.parts = parts
    let listeners = ListenerTable(content.listeners)
    self.listeners = listeners
    let items = isOfApp ? providers.filter(\.hasProviders) : []
    let nodes = items.enumerated().map { ProviderNode(at: $0, $1) }
    self.nodes = nodes
    routes = RouteTable(leaves, asking: nodes)
    addressedNodes = Dictionary(
      uniqueKeysWithValues: (nodes.isEmpty ? [:] : parts).map { name, part in
        (name, nodes.affected(by: part.extents + listeners.extents(name)))
      })
  }

  /// Returns the providers whose result may differ after a message of a type that an updater names;
  /// `nil` for other types.
  package func providersToAsk(after type: ObjectIdentifier) -> [ProviderNode]? {
    routes.byType.route(of: type)?.takeUnretainedValue().providers
  }

  /// Returns the providers whose result may differ after a message, in order.
  package func providersToAsk(after message: any Message) -> [ProviderNode] {
    guard let scoped = ScopedMessage.unboxed(message) else { return routes[message].providers }
    guard let part = scoped.address.steps.first?.part else {
      return providersToAsk(after: scoped.message)
    }
    return addressedNodes[part] ?? nodes.filter(\.readsMessage)
  }

  /// Returns the message if it has the address of one child and changes, in the parts of this
  /// router's model, nothing else.
  ///
  /// It may change something else if the child has a listener, or if several parts have the name
  /// of its part.
  package func toOneChild(_ message: any Message) -> ScopedMessage? {
    guard let scoped = ScopedMessage.unboxed(message), isAddressedHere(scoped),
      let step = scoped.address.steps.first, partOfOneChild(step) != nil
    else { return nil }
    return scoped
  }

  /// Returns whether a message without an address may change some bytes of the model.
  package func writes(_ bytes: [ByteRange], by message: any Message) -> Bool {
    routes[message].writes(bytes)
  }

  /// Returns whether an updater names the type of a message.
  func names(_ message: any Message) -> Bool { routes.byType.route(of: typeID(of: message)) != nil }

  /// Updates a model with a message, with or without an address.
  ///
  /// - Parameters:
  ///   - model: The memory address of the model. The caller has exclusive access to it.
  ///   - message: The message.
  ///   - delivery: Receives whether an updater takes the message.
  package func handle(
    _ model: OpenPlace, _ message: any Message, _ delivery: inout Delivery
  ) -> [any Command] {
    if let route = routes.byType.route(of: typeID(of: message))?.takeUnretainedValue() {
      delivery.isTaken = true
      return route.update(model, message)
    }
    if let scoped = ScopedMessage.unboxed(message) {
      return resolve(scoped).flatMap { deliver(scoped.message, at: $0, model, &delivery) } ?? []
    }
    if takes(message) { delivery.isTaken = true }
    return routes.untyped.update(model, message)
  }

  package func handle(_ model: OpenPlace, _ message: any Message) -> [any Command] {
    var delivery = Delivery()
    return handle(model, message, &delivery)
  }

  /// Returns whether an updater takes a message without an address; see ``Updater/takes``.
  package func takes(_ message: any Message) -> Bool {
    var sites: Set<String> = []
    return routes[message].takes(message, asked: &sites)
  }
}
