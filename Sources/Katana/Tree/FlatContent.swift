/// The content of a tree after its slices and combinations are flattened, in the declared order.
struct FlatContent {
  var leaves: [UpdateLeaf] = []
  var parts: [PartName: [PartRoute]] = [:]
  var listeners: [Listener] = []
  var descendantListeners: [Listener] = []
  /// The places of the models of slices, by their types.
  var models: [ObjectIdentifier: [SlicePlace]] = [:]
  var providers: [ProviderItem] = []
  /// The features of slices that are stored properties, with the names of the slices.
  var slices: [(name: PartName, node: FeatureNode)] = []
  /// The slices that share their messages inside of modifiers of the whole model.
  var sharedInModified: [SharedSlices] = []

  init(_ entries: [TreeEntry], model: any Any.Type) {
    add(entries, at: ModelPlace(model: model))
    if !descendantListeners.isEmpty { addListenersToSlices() }
  }

  private mutating func add(_ entries: [TreeEntry], at place: ModelPlace) {
    if !place.path.isEmpty { add(SlicePlace(place: place)) }
    for entry in entries {
      switch entry {
      case .updater(let kind, let takes, let handler):
        if kind == ScopedMessage.self {
          assertionFailure(
            "An updater of ScopedMessage receives nothing. To fix this, listen with the closure of"
              + " the part: `.each(\\.rows, …) { model, id, message in … }`.")
          continue
        }
        leaves.append(
          UpdateLeaf(kind: kind, takes: LeafTypes.stated(takes), place: place, handler: handler))
      case .provider(let readsMessage, let declare):
        providers.append(.provider(place, readsMessage: readsMessage, declare))
      case .child(let part, let child):
        add(PlacedPart(place: place, part: part, child: child))
      case .modified(let modifier, let inner): add(modifier, inner.router, at: place)
      case .listener(let listener):
        switch listener.place {
        case .parts: listeners.append(listener.lifted(into: place))
        case .descendants: descendantListeners.append(listener.lifted(into: place))
        }
      }
    }
  }

  private mutating func add(_ slice: SlicePlace) {
    let model = ObjectIdentifier(slice.place.model)
    if models[model]?.contains(where: { $0.isSame(as: slice) }) == true { return }
    models[model, default: []].append(slice)
  }

  /// Adds the listeners to descendants as updaters of the messages that slices take without an
  /// address. They run after all other updaters.
  private mutating func addListenersToSlices() {
    let updaters = leaves
    for listener in descendantListeners.innermostFirst where !listener.message.isGlobal {
      guard case .descendants(let type) = listener.place else { continue }
      for slice in (models[ObjectIdentifier(type)] ?? []).filter(\.parts.isEmpty).map(\.place) {
        let name = PartName(.stored(slice.offset), type, path: slice.path)
        let parent = listener.parent
        guard parent.path.isEmpty || name.isInside(parent.model, at: parent.offset),
          updaters.contains(where: { $0.takes(listener.message, in: slice) })
        else { continue }
        let offset = slice.offset - parent.offset
        let child = ListenedChild(
          address: AnyAddress(name.lowered(by: parent.offset, into: parent.model))
        ) { model, body in body(model + offset) }
        let handler = UpdateHandler.raw { model, message in
          listener.handler(model, nil, child, message)
        }
        leaves.append(UpdateLeaf(kind: listener.message, place: parent, handler: handler))
      }
    }
  }

  private mutating func add(_ placed: PlacedPart) {
    let (place, part, child) = (placed.place, placed.part, placed.child)
    let (name, extent) = (placed.name, placed.extent)
    parts[name, default: []].append(.part(placed))
    if let offset = part.offset {
      slices.append((name, child))
      add(
        child.entries,
        at: ModelPlace(
          model: child.model, offset: place.offset + offset, path: place.path + part.name.path,
          extent: extent))
      return
    }
    if child.isLazy || !child.router.providers.isEmpty { providers.append(.part(placed)) }
    if part.isScope { return }
    add(SlicePlace(place: ModelPlace(model: child.model)).inside(name))
    if child.isLazy {
      let lazy = UpdateLeaf(
        takes: LeafTypes.stated(.unstated, lazy: [child]), place: ModelPlace(model: child.model),
        handler: .boxed { child.router.handle($0, $1) })
      return add(lazy, of: part, at: place, extent)
    }
    for slice in child.router.models.values.flatMap(\.self) { add(slice.inside(name)) }
    for leaf in child.router.leaves { add(leaf, of: part, at: place, extent) }
  }

  /// Adds an updater of a slice without a fixed offset, as an updater of the model around it.
  private mutating func add(
    _ leaf: UpdateLeaf, of slice: ModelPart, at place: ModelPlace, _ extent: ByteRange
  ) {
    var leaf = leaf.inside(slice)
    leaf.place = place
    leaf.place.extent = extent
    leaves.append(leaf)
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
      leaves.append(UpdateLeaf(kind: kind, place: place, handler: handler))
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
      leaves.append(UpdateLeaf(takes: leafTypes, place: place, handler: handler))
    }
    for (inner, _) in router.parts.content {
      parts[inner.lifted(by: place.offset, path: place.path), default: []].append(
        .modified(
          PlacedModifier(place: place, modifier: modifier, router: router, inner: inner)))
    }
    if place.path.isEmpty { sharedInModified += router.sharedSlices }
    providers += router.providers.map { $0.lifted(into: place) }
    for slice in router.models.values.flatMap(\.self) { add(slice.lifted(into: place)) }
  }

  /// Writes the addresses of listeners in the form that the framework creates.
  mutating func splitListeners(_ parts: PartTable, _ children: [PartName]) {
    for index in listeners.indices {
      guard case .parts(let names) = listeners[index].place else { continue }
      let steps = names.map { AnyAddress.Step(part: $0, id: nil) }
      listeners[index].place = .parts(canonicalSteps(steps, parts, children).map(\.part))
    }
  }
}

extension UpdateLeaf {
  /// Returns whether this is an updater of a slice, and takes a type of message.
  fileprivate func takes(_ message: any Message.Type, in slice: ModelPlace) -> Bool {
    let bytes = slice.offset..<(slice.offset + max(1, size(of: slice.model)))
    return names(ObjectIdentifier(message)) && place.path.count >= slice.path.count
      && bytes.contains(place.offset)
  }
}
