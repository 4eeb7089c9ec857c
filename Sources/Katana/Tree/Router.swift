/// Finds the updaters that take a message, and calls them in the declared order.
///
/// Nested combinations are flattened when the router is made: one look-up by the message's type
/// gives the list of updaters to call, each with the place of its part in the model, whatever the
/// number and the depth of the others. The parts that open scopes have routers of their own; a
/// message with an address goes from one to the next.
package final class Router: Sendable {
  /// The type of the model.
  package let model: any Any.Type
  /// The size of the model, in bytes.
  let modelSize: Int
  /// The updaters of each message type.
  package let routes: RouteTable
  /// All updaters that messages without an address may reach.
  let leaves: [UpdateLeaf]
  /// The parts that an address may name, slices included.
  let parts: PartTable<PartRoutes>
  let listeners: PartTable<[Listener]>
  let descendantListeners: [Listener]
  /// Whether somebody listens to children at this level.
  let hasListeners: Bool
  /// Where the models of slices are, by their types.
  let models: [ObjectIdentifier: [SlicePlace]]
  /// The providers of subscriptions, in declared order.
  let providers: [ProviderItem]
  /// Of the whole app's router: which providers must be asked after messages with an address.
  private let addressedProviders: AddressedProviders?

  init(_ entries: [TreeEntry], model: any Any.Type) {
    self.model = model
    modelSize = size(of: model)
    var content = FlatContent()
    content.add(entries, at: ModelPlace(model: model))
    if !content.descendantListeners.isEmpty { content.addListenersToSlices() }
    leaves = content.leaves
    parts = PartTable(
      content.parts.isEmpty ? [:] : content.parts.mapValues { PartRoutes($0) })
    listeners = PartTable(content.listeners)
    descendantListeners = content.descendantListeners
    hasListeners = !content.listeners.isEmpty || !content.descendantListeners.isEmpty
    models = content.models
    providers = content.providers
    routes = RouteTable(leaves, size: modelSize)
    addressedProviders = nil
  }

  private init(_ router: Router, asking places: [ProviderNode]) {
    model = router.model
    modelSize = router.modelSize
    leaves = router.leaves
    parts = router.parts
    listeners = router.listeners
    descendantListeners = router.descendantListeners
    hasListeners = router.hasListeners
    models = router.models
    providers = router.providers
    let affected = AffectedProviders(places)
    routes = RouteTable(router.routes) { Route($0, size: router.modelSize, asking: affected) }
    addressedProviders = AddressedProviders(affected, router)
  }

  /// The router of a whole app, whose routes know which of the app's providers must be asked after
  /// them.
  package var forApp: Router {
    let places = providerPlaces
    return places.isEmpty ? self : Router(self, asking: places)
  }

  /// The providers that may declare something else after a message: their places in the list that
  /// this was made with, in order; `nil` for all.
  package func providersToAsk(after message: any Message) -> [Int]? {
    if let route = routes.byType.route(of: typeID(of: message)) {
      return route.takeUnretainedValue().providers
    }
    if let scoped = ScopedMessage.unboxed(message) {
      guard let part = scoped.scope.steps.first?.part else {
        return providersToAsk(after: scoped.message)
      }
      return addressedProviders?[part]
    }
    return routes.untyped.providers
  }

  /// The child of a collection that a message changes, if it changes nothing else: nobody listens to the
  /// child, and no other part has its name.
  package func onlyChildChanged(by message: any Message) -> Scope.Step? {
    guard let scoped = ScopedMessage.unboxed(message), isAddressedHere(scoped),
      let step = scoped.scope.steps.first, partOfOneChild(step)?.part.isCollection == true
    else { return nil }
    return step
  }

  /// The regions of the model that a message without an address may change, as bits.
  package func regionsWritten(by message: any Message) -> UInt64 { routes[message].written }

  /// The message types that an updater names.
  var types: [(type: ObjectIdentifier, route: Route)] { routes.routes }

  /// Whether an updater names the type of a message.
  func names(_ message: any Message) -> Bool { routes.byType.route(of: typeID(of: message)) != nil }

  /// What the updaters that name no type say of the messages that they take; `nil` if there are none.
  var takesOfOthers: MessageTypes? {
    let others = leaves.filter { $0.kind == nil }
    if others.isEmpty { return nil }
    var types: [any Message.Type] = []
    for leaf in others {
      switch leaf.takes?.types ?? .unstated {
      case .all: return .all
      case .only(let more): types += more
      case .unstated: break
      }
    }
    return types.isEmpty ? .unstated : .only(types)
  }

  /// Updates the model at an address with a message.
  package func handle(
    _ model: UnsafeMutableRawPointer, _ message: any Message, _ delivery: inout Delivery
  ) -> [any Command] {
    let type = typeID(of: message)
    if let route = routes.byType.route(of: type)?.takeUnretainedValue() {
      // Who is told of what children get takes none of it.
      delivery.isTaken = type != ObjectIdentifier(ScopedMessage.self) || isTaken(message)
      return route.update(model, message)
    }
    if let scoped = ScopedMessage.unboxed(message) {
      return deliver(scoped, model, &delivery)
    }
    let route = routes.untyped
    if route.takes(message) { delivery.isTaken = true }
    return route.update(model, message)
  }

  package func handle(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    var delivery = Delivery()
    return handle(model, message, &delivery)
  }

  /// Whether an updater says that it takes messages of a type, without an address.
  package func takes(_ message: any Message) -> Bool {
    routes[message].takes(message)
  }

  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    routes[message].takes(message, asked: &sites)
  }

  /// Whether messages of a type reach any updater at all, without an address.
  func reaches(_ message: any Message) -> Bool {
    !routes[message].isEmpty
  }
}

/// What became of a message on its way through the tree.
package struct Delivery {
  /// Whether an updater says that it takes the message.
  package internal(set) var isTaken = false
  let places: LastPlaces?

  package init(_ places: LastPlaces? = nil) { self.places = places }
}

private func size(of type: any Any.Type) -> Int {
  func open<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
  return _openExistential(type, do: open)
}
