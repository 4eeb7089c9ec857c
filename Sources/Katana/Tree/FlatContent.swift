/// A part of a model that an address can name, or a modifier around such a part.
enum PartRoute: Sendable {
  case part(PlacedPart)
  case modified(PlacedModifier)
}

/// All parts with one name. This is an object, so that passing it on needs only one retain.
final class PartRoutes: Sendable {
  let all: [PartRoute]
  /// The parts themselves, for everything but updates: also those inside of modifiers.
  let parts: [PlacedPart]
  /// The part, if it is the only one and is not inside of a modifier. Most parts are like that.
  let single: PlacedPart?
  /// The bytes of the model that a message to a child may write. A modifier may write all of its
  /// model.
  let extents: [ByteRange]
  var isCollection: Bool { parts.contains(where: \.part.isCollection) }

  init(_ all: [PartRoute]) {
    self.all = all
    extents = all.map { route in
      switch route {
      case .part(let placed): placed.extent
      case .modified(let placed): placed.place.extent
      }
    }
    parts = all.flatMap { route -> [PlacedPart] in
      switch route {
      case .part(let placed): [placed]
      case .modified(let placed):
        (placed.router.parts[placed.inner]?.parts ?? []).map { $0.lifted(into: placed.place) }
      }
    }
    if all.count == 1, case .part(let placed) = all[0] { single = placed } else { single = nil }
  }
}

/// A part at its place in the model around it. This is an object, so that passing it on needs only
/// one retain.
final class PlacedPart: Sendable {
  let place: ModelPlace
  let part: ModelPart
  let child: FeatureNode

  init(place: ModelPlace, part: ModelPart, child: FeatureNode) {
    self.place = place
    self.part = part
    self.child = child
  }

  /// Returns the part as one of a model around the model at its place.
  func lifted(into outer: ModelPlace) -> PlacedPart {
    PlacedPart(place: place.lifted(into: outer), part: part, child: child)
  }

  /// The bytes of the model around the part that hold the children.
  var extent: ByteRange { part.extent.map { $0.moved(by: place.offset) } ?? place.extent }
}

/// A modifier at its place in the model around it, and the name of a part in the modified feature.
struct PlacedModifier: Sendable {
  let place: ModelPlace
  let modifier: Modifier
  let router: Router
  let inner: PartName
}

/// The place of a feature's model in the router's model: that model itself, or a slice of it.
struct ModelPlace: Sendable {
  /// The type of the feature's model.
  let model: any Any.Type
  /// The offset in bytes from the start of the router's model.
  var offset = 0
  /// The slices from the router's model to the feature's model.
  var path: [any AnyKeyPath & Sendable] = []
  /// The bytes of the router's model that the feature may write.
  var extent = ByteRange.whole

  func lifted(into outer: ModelPlace) -> ModelPlace {
    ModelPlace(
      model: model, offset: outer.offset + offset, path: outer.path + path, extent: outer.extent)
  }
}

/// The place of a slice's model in the router's model.
struct SlicePlace: Sendable {
  /// The slices on the way that have no fixed offset, from the outside in. A closure or a computed
  /// property reaches these.
  var parts: [PartName] = []
  /// The place in the model of the innermost of these slices.
  var place: ModelPlace

  func lifted(into outer: ModelPlace) -> SlicePlace {
    guard let first = parts.first else { return SlicePlace(place: place.lifted(into: outer)) }
    let lifted = first.lifted(by: outer.offset, path: outer.path)
    return SlicePlace(parts: [lifted] + parts.dropFirst(), place: place)
  }

  func inside(_ part: PartName) -> SlicePlace { SlicePlace(parts: [part] + parts, place: place) }

  func isSame(as other: SlicePlace) -> Bool {
    parts == other.parts && place.offset == other.place.offset
  }
}

/// A provider at its place in the router's model, or a part of that model that contains providers.
enum ProviderItem: Sendable {
  case provider(ModelPlace, readsMessage: Bool, RawDeclare)
  /// A part without a fixed offset, its name in the router's model, and the bytes of that model
  /// that its providers read.
  case part(PlacedPart, PartName, reading: ByteRange)

  /// Returns the item relative to a model around the router's model.
  func lifted(into outer: ModelPlace) -> ProviderItem {
    switch self {
    case .provider(let place, let readsMessage, let declare):
      return .provider(place.lifted(into: outer), readsMessage: readsMessage, declare)
    case .part(let placed, let name, let extent):
      return .part(
        placed.lifted(into: outer), name.lifted(by: outer.offset, path: outer.path),
        reading: extent.moved(by: outer.offset))
    }
  }

  /// Whether it is a part of the model.
  var isPart: Bool { if case .part = self { true } else { false } }

  /// The bytes of the router's model that it reads.
  var extent: ByteRange {
    switch self {
    case .provider(let place, _, _): place.extent
    case .part(_, _, let extent): extent
    }
  }

  func reads(_ written: [ByteRange]) -> Bool {
    let extent = extent
    return written.contains { $0.overlaps(extent) }
  }

  /// Whether a provider of the item must be called after each message.
  var readsMessage: Bool {
    switch self {
    case .provider(_, let readsMessage, _): return readsMessage
    case .part(let placed, _, _):
      var walk = TreeWalk()
      var reads = false
      walk.visit(placed.child) { node in
        for case .provider(true, _) in node.entries { reads = true }
      }
      return reads
    }
  }
}

/// The content of a tree after its slices and combinations are flattened, in the declared order.
struct FlatContent {
  var leaves: [UpdateLeaf] = []
  var parts: [PartName: [PartRoute]] = [:]
  var listeners: [PartName: [Listener]] = [:]
  var descendantListeners: [Listener] = []
  /// The places of the models of slices, by their types.
  var models: [ObjectIdentifier: [SlicePlace]] = [:]
  var providers: [ProviderItem] = []
  /// The features of slices that are stored properties, with the names of the slices.
  var slices: [(name: PartName, node: FeatureNode)] = []
  /// The slices that share their messages inside of modifiers of the whole model.
  var sharedInModified: [SharedSlices] = []

  mutating func add(_ entries: [TreeEntry], at place: ModelPlace) {
    if !place.path.isEmpty { add(SlicePlace(place: place)) }
    for entry in entries {
      switch entry {
      case .updater(let kind, let takes, let handler):
        if kind?.id == ObjectIdentifier(ScopedMessage.self) {
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
      case .listener(let listener): add(listener.lifted(into: place))
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
  mutating func addListenersToSlices() {
    let updaters = leaves
    for listener in descendantListeners.innermostFirst where !listener.message.isGlobal {
      guard case .descendants(let type) = listener.place else { continue }
      for slice in (models[ObjectIdentifier(type)] ?? []).filter(\.parts.isEmpty).map(\.place) {
        let name = PartName(.stored(slice.offset), type, path: slice.path)
        guard listener.path.isEmpty || name.isInside(listener.model, at: listener.offset),
          updaters.contains(where: { $0.takes(listener.message, in: slice) })
        else { continue }
        let child = ListenedChild(
          address: AnyAddress(name.lowered(by: listener.offset, into: listener.model)),
          place: .slice(offset: slice.offset - listener.offset))
        let handler = UpdateHandler(raw: { model, message in
          listener.handler(model, nil, child, message)
        })
        leaves.append(
          UpdateLeaf(
            kind: listener.message,
            place: ModelPlace(
              model: listener.model, offset: listener.offset, path: listener.path,
              extent: listener.extent), handler: handler))
      }
    }
  }

  private mutating func add(_ placed: PlacedPart) {
    let (place, part, child) = (placed.place, placed.part, placed.child)
    parts[part.name.lifted(by: place.offset, path: place.path), default: []].append(.part(placed))
    let extent = placed.extent
    if let offset = part.offset {
      slices.append((part.name.lifted(by: place.offset, path: place.path), child))
      add(
        child.entries,
        at: ModelPlace(
          model: child.model, offset: place.offset + offset, path: place.path + part.name.path,
          extent: extent))
      return
    }
    if child.mayDeclare {
      let name = part.name.lifted(by: place.offset, path: place.path)
      providers.append(.part(placed, name, reading: extent))
    }
    if !part.isScope {
      let name = part.name.lifted(by: place.offset, path: place.path)
      add(SlicePlace(place: ModelPlace(model: child.model)).inside(name))
      for slice in child.isLazy ? [] : child.router.models.values.flatMap(\.self) {
        add(slice.inside(name))
      }
    }
    if !part.isCollection {
      for leaf in leavesInside(part, child) {
        var lifted = leaf
        lifted.place = place
        lifted.place.extent = extent
        if part.isScope { lifted.isAlwaysThere = false }
        leaves.append(lifted)
      }
    }
  }

  /// Returns the updaters of a part without a fixed offset, as updaters of the model around it.
  ///
  /// A message without an address passes into a scope only if it is global. So for a scope, these
  /// are the updaters of global messages only.
  private func leavesInside(_ part: ModelPart, _ child: FeatureNode) -> [UpdateLeaf] {
    if child.isLazy {
      let handler = UpdateHandler(boxed: { child.router.handle($0, $1) })
      let leaf = UpdateLeaf(
        takes: LeafTypes.stated(.unstated, lazy: [LazyNode(child)]),
        place: ModelPlace(model: child.model),
        handler: handler)
      var inside = leaf.inside(part)
      inside.inner?.lazy = child
      return [inside]
    }
    return child.router.leaves.compactMap { leaf in
      let mayTakeGlobals = leaf.kind.map(\.isGlobal) ?? (leaf.takes?.lazy.isEmpty == false)
      return part.isScope && !mayTakeGlobals ? nil : leaf.inside(part)
    }
  }

  /// Adds a modifier: one updater for each message type that an updater in the modified feature
  /// names, and one updater for all other types.
  private mutating func add(_ modifier: Modifier, _ router: Router, at place: ModelPlace) {
    for (_, route) in router.types {
      guard let kind = route.leaves.lazy.compactMap(\.kind).first else { continue }
      let handler = UpdateHandler(raw: { model, message in
        let boxed = kind.box(message)
        return modifier.run(model, IncomingMessage(message: boxed, address: AnyAddress())) {
          route.update($0, boxed)
        }
      })
      leaves.append(
        UpdateLeaf(
          kind: kind, place: place, isAlwaysThere: route.leaves.contains(where: \.isAlwaysThere),
          handler: handler))
    }
    if let takes = router.takesOfOthers {
      let others = router.leaves.filter { $0.kind == nil }
      // An updater that states no types may take each message.
      let allStateTypes = others.allSatisfy { $0.takes != nil }
      let handler = UpdateHandler(boxed: { model, message in
        if router.names(message) { return [] }
        if allStateTypes, !router.takes(message) { return router.handle(model, message) }
        return modifier.run(model, IncomingMessage(message: message, address: AnyAddress())) {
          router.handle($0, message)
        }
      })
      let lazy = router.leaves.flatMap { $0.takes?.lazy ?? [] }
      leaves.append(
        UpdateLeaf(
          takes: LeafTypes.stated(takes, lazy: lazy), place: place,
          isAlwaysThere: others.contains(where: \.isAlwaysThere), handler: handler))
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
    let all = listeners.values.flatMap(\.self)
    listeners = [:]
    for var listener in all {
      if case .parts(let names) = listener.place {
        let steps = names.map { AnyAddress.Step(part: $0, id: nil) }
        listener.place = .parts(canonicalSteps(steps, parts, children).map(\.part))
      }
      add(listener)
    }
  }

  private mutating func add(_ listener: Listener) {
    switch listener.place {
    case .parts(let parts):
      if let first = parts.first { listeners[first, default: []].append(listener) }
    case .descendants: descendantListeners.append(listener)
    }
  }
}

extension UpdateLeaf {
  /// Returns whether this is an updater of a slice, and takes a type of message.
  fileprivate func takes(_ message: MessageKind, in slice: ModelPlace) -> Bool {
    let takes = kind.map { $0.id == message.id } ?? (takes?.types.contains(message.id) == true)
    let bytes = slice.offset..<(slice.offset + max(1, size(of: slice.model)))
    return takes && place.path.count >= slice.path.count && bytes.contains(place.offset)
  }
}
