/// The content of a tree after its slices and combinations are flattened, in the declared order.
struct FlatContent {
  var leaves: [UpdateLeaf] = []
  var parts: [PartName: [PartRoute]] = [:]
  var listeners: [Listener] = []
  /// The addresses of the models of slices, by their types.
  var models: [ObjectIdentifier: [AnyAddress]] = [:]
  var providers: [ProviderItem] = []
  /// The features of slices that are stored properties, with the places of their models.
  var slices: [(place: ModelPlace, node: FeatureNode)] = []
  /// The slices that share their messages inside of modifiers of the whole model.
  var sharedInModified: [SharedSlices] = []

  init(_ entries: [TreeEntry], model: any Any.Type) {
    add(entries, at: ModelPlace(model: model))
    addListenersToSlices()
  }

  private mutating func add(_ entries: [TreeEntry], at place: ModelPlace) {
    for entry in entries {
      switch entry {
      case .updater(let kind, let takes, let handler):
        if kind == ScopedMessage.self {
          assertionFailure(
            "An updater of ScopedMessage receives nothing. To fix this, listen with the closure of"
              + " the part: `.each(\\.rows, …) { model, id, message in … }`.")
          continue
        }
        add(UpdateLeaf(kind: kind, takes: LeafTypes.stated(takes), place: place, handler: handler))
      case .provider(let readsMessage, let declare):
        providers.append(.provider(place, readsMessage: readsMessage, declare))
      case .child(let part, let child):
        add(PlacedPart(place: place, part: part, child: child))
      case .modified(let modifier, let inner): add(modifier, inner.router, at: place)
      case .listener(let listener): listeners.append(listener.lifted(into: place))
      }
    }
  }

  /// Adds an updater, unless it is in a child, which messages without an address do not reach.
  private mutating func add(_ leaf: UpdateLeaf) {
    if !leaf.place.isInChild { leaves.append(leaf) }
  }

  private mutating func add(_ slice: AnyAddress, of model: ObjectIdentifier) {
    if models[model]?.contains(slice) != true { models[model, default: []].append(slice) }
  }

  /// Adds the listeners to descendants as updaters of the messages that slices take without an
  /// address. They run after all other updaters.
  private mutating func addListenersToSlices() {
    let updaters = leaves
    for listener in listeners.innermostFirst where !listener.message.isGlobal {
      guard let type = listener.type else { continue }
      let parent = listener.parent
      var seen: Set<AnyAddress> = [parent.address]
      for (slice, _) in slices
      where slice.model == type && slice.isInside(parent) && seen.insert(slice.address).inserted {
        guard updaters.contains(where: { $0.takes(listener.message, in: slice) }) else { continue }
        let offset = slice.offset - parent.offset
        let child = ListenedChild(address: slice.address(in: parent)) { $1($0 + offset) }
        let handler = UpdateHandler.raw { model, message in
          listener.handler(model, nil, child, message)
        }
        add(UpdateLeaf(kind: listener.message, place: parent, handler: handler))
      }
    }
  }

  private mutating func add(_ placed: PlacedPart) {
    let (place, part, child) = (placed.place, placed.part, placed.child)
    parts[placed.name, default: []].append(.part(placed))
    if part.offset != nil {
      // What is in the slice or child is in this router, too. Messages to itself have its own router.
      let inner = placed.inside
      if !inner.isInChild {
        slices.append((inner, child))
        add(inner.address, of: ObjectIdentifier(inner.model))
      }
      add(child.entries, at: inner)
      return
    }
    if child.isLazy || !child.router.providers.isEmpty { providers.append(.part(placed)) }
    if part.isScope || place.isInChild { return }
    let address = placed.inside.address
    add(address, of: ObjectIdentifier(child.model))
    if child.isLazy {
      let lazy = UpdateLeaf(
        takes: LeafTypes.stated(.unstated, lazy: [child]), place: ModelPlace(model: child.model),
        handler: .boxed { child.router.handle($0, $1) })
      return leaves.append(lazy.inside(placed))
    }
    add(child.router.models, at: address)
    for leaf in child.router.leaves { leaves.append(leaf.inside(placed)) }
  }

  /// Adds the models of slices of a slice.
  private mutating func add(_ slices: [ObjectIdentifier: [AnyAddress]], at outer: AnyAddress) {
    for (model, addresses) in slices {
      for address in addresses { add(outer.appending(address), of: model) }
    }
  }

  /// Adds a modifier: one updater for each message type that an updater in the modified feature
  /// names, and one updater for all other types.
  private mutating func add(_ modifier: @escaping Modifier, _ router: Router, at place: ModelPlace)
  {
    for (kind, route) in router.routes.routes {
      let handler = UpdateHandler.raw { model, message in
        let message = boxed(message, kind)
        return modifier(model, IncomingMessage(message: message, address: AnyAddress())) {
          route.update($0, message)
        }
      }
      add(UpdateLeaf(kind: kind, place: place, handler: handler))
    }
    let others = router.leaves.filter { $0.kind == nil }
    if !others.isEmpty {
      let stated = others.compactMap(\.takes)
      let types = stated.flatMap(\.types.types)
      let takes: MessageTypes =
        stated.contains(where: \.types.isAll) ? .all : types.isEmpty ? .unstated : .only(types)
      // An updater that states no types may take each message.
      let allStateTypes = stated.count == others.count
      let handler = UpdateHandler.boxed { model, message in
        if router.names(message) { return [] }
        if allStateTypes, !router.takes(message) { return router.handle(model, message) }
        return modifier(model, IncomingMessage(message: message, address: AnyAddress())) {
          router.handle($0, message)
        }
      }
      let leafTypes = LeafTypes.stated(takes, lazy: stated.flatMap(\.lazy))
      add(UpdateLeaf(takes: leafTypes, place: place, handler: handler))
    }
    for (inner, _) in router.parts {
      parts[place.name(of: inner), default: []].append(
        .modified(
          PlacedModifier(place: place, modifier: modifier, router: router, inner: inner)))
    }
    if place.isWhole { sharedInModified += router.sharedSlices }
    providers += router.providers.map { $0.lifted(into: place) }
    if !place.isInChild { add(router.models, at: place.address) }
  }
}

extension UpdateLeaf {
  /// Returns whether this is an updater of a slice, and takes a type of message.
  fileprivate func takes(_ message: any Message.Type, in slice: ModelPlace) -> Bool {
    names(ObjectIdentifier(message)) && place.isInside(slice)
  }
}
