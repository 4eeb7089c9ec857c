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
  package let providers: [ProviderItem]
  /// For the router of the app: the indices of the providers that are called after each message,
  /// because their result depends on it.
  package let readers: [Int]
  /// For the router of the app: the indices of the providers whose result may differ after a message
  /// with an address, by the first step of the address.
  private let addressedProviders: [PartName: [Int]]

  /// Creates the router of a feature from the entries of its tree.
  ///
  /// - Parameter isOfApp: Whether a runtime asks the providers.
  init(_ entries: [TreeEntry], model: any Any.Type, isOfApp: Bool = false) {
    self.model = model
    let content = FlatContent(entries, model: model)
    (leaves, models) = (content.leaves, content.models)
    sharedSlices = content.sharedSlices
    let parts = content.parts.mapValues { PartRoutes($0) }
    self.parts = parts
    let listeners = ListenerTable(content.listeners)
    self.listeners = listeners
    guard isOfApp else {
      (providers, readers, addressedProviders) = (content.providers, [], [:])
      routes = RouteTable(leaves) { _ in [] }
      return
    }
    let providers = content.providers.filter(\.hasProviders)
    let readers = providers.indices.filter { providers[$0].readsMessage }
    func affected(by extents: [ByteRange]) -> [Int] {
      providers.indices.filter { readers.contains($0) || extents.overlap(providers[$0].extent) }
    }
    (self.providers, self.readers) = (providers, readers)
    routes = RouteTable(leaves, asking: affected)
    addressedProviders = Dictionary(
      uniqueKeysWithValues: (providers.isEmpty ? [:] : parts).map { name, part in
        (name, affected(by: part.extents + listeners.extents(name)))
      })
  }

  /// Returns the indices of the app's providers whose result may differ after a message.
  package func providersToAsk(after message: any Message) -> [Int] {
    guard let scoped = ScopedMessage.unboxed(message) else { return routes[message].providers }
    guard let part = scoped.address.steps.first?.part else {
      return providersToAsk(after: scoped.message)
    }
    return addressedProviders[part] ?? readers
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

/// What a step may have changed in the app's model.
package enum ModelChange: Sendable {
  /// Some bytes of the model.
  case written([ByteRange])
  /// The child at an address, and what else a message to that child may write, such as what a
  /// listener writes.
  case child(AnyAddress)
  case several([ModelChange])

  /// Anything.
  package static let everything = ModelChange.written([.whole])
}

extension Router {
  /// Returns what a message may change.
  package func change(by message: any Message) -> ModelChange {
    // Read in its box, because a copy would count references of all that it holds.
    guard ScopedMessage.isAround(message) else { return .written(routes[message].extents) }
    return withPayload(of: message) { change(by: $0[as: ScopedMessage.self]) }
  }

  /// Returns what a message with an address may change.
  package func change(by scoped: ScopedMessage) -> ModelChange {
    guard let address = resolve(scoped), !address.isEmpty else { return .everything }
    return .child(address)
  }
}
