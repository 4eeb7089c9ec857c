/// The updaters that take one message type, in the declared order.
///
/// An object, so that finding it costs one retain; most messages have one updater, which is kept
/// beside the others for the same reason.
@usableFromInline
package final class Route: Sendable {
  let isEmpty: Bool
  /// Whether a provider must be asked after this.
  package let asksProviders: Bool
  /// Which, in order.
  let providers: [Int]
  /// Whether the updaters need no box around the message. Those that take messages as they came,
  /// with their address, do: who else takes them is not known from the type.
  package let isRaw: Bool
  @usableFromInline let offset: Int
  @usableFromInline let first: RawUpdate
  /// Whether there is one updater, and it is the app's own, in no part.
  @usableFromInline let isSimple: Bool
  @usableFromInline let isAlone: Bool
  private let place: ModelPlace
  private let hasPath: Bool
  private let others: [OtherUpdate]
  let leaves: [UpdateLeaf]
  /// What the updaters may write.
  var extents: [ByteRange] { leaves.map(\.place.extent) }
  /// The regions of the model that they may write, as bits; see ``ByteRange/regions(of:)``.
  package let written: UInt64
  /// What the updaters say that they take: of a named type, or of all types, everything that comes
  /// here.
  private let takesEverything: Bool
  private let taken: Set<ObjectIdentifier>
  private let lazy: [LazyNode]

  /// Of a type that nobody takes.
  static let none = Route([], size: 0)

  /// The same route, which knows the providers that must be asked after it.
  convenience init(_ route: Route, size: Int, asking affected: AffectedProviders) {
    self.init(route.leaves, size: size, asking: affected[route.extents])
  }

  /// - Parameter size: Of the model, in bytes.
  init(_ leaves: [UpdateLeaf], size: Int, asking providers: [Int] = []) {
    self.leaves = leaves
    written = leaves.reduce(0) { $0 | $1.place.extent.regions(of: size) }
    self.providers = providers
    asksProviders = !providers.isEmpty
    isEmpty = leaves.isEmpty
    isRaw =
      !leaves.isEmpty
      && leaves.allSatisfy { $0.handler.raw != nil && $0.kind?.type != ScopedMessage.self }
    place = leaves.first?.place ?? ModelPlace(model: Never.self)
    offset = place.offset
    hasPath = !place.path.isEmpty
    // Not by `??`: a function that passes through a generic one is wrapped twice for good.
    if let raw = leaves.first?.handler.raw { first = raw } else { first = { _, _ in [] } }
    others = isRaw ? leaves.dropFirst().map { OtherUpdate($0) } : []
    isAlone = others.isEmpty
    isSimple = others.isEmpty && !hasPath
    var (takesEverything, taken) = (false, Set<ObjectIdentifier>())
    var lazy: [LazyNode] = []
    for leaf in leaves {
      if let nodes = leaf.takes?.lazy { lazy += nodes }
      switch leaf.takes?.types ?? .unstated {
      case _ where leaf.kind != nil, .all: takesEverything = true
      case .only(let types): taken.formUnion(types.map { ObjectIdentifier($0) })
      case .unstated: break
      }
    }
    (self.takesEverything, self.taken) = (takesEverything, taken)
    self.lazy = lazy
  }

  /// Whether an updater says that it takes a message.
  func takes(_ message: any Message) -> Bool {
    if lazy.isEmpty { return takesEverything || taken.contains(typeID(of: message)) }
    var sites: Set<String> = []
    return takes(message, asked: &sites)
  }

  /// The same, without the lazy features at the sites that were asked already.
  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    takesEverything || taken.contains(typeID(of: message)) || lazy.takes(message, asked: &sites)
  }

  package func update(
    _ model: UnsafeMutableRawPointer, _ message: any Message
  ) -> [any Command] {
    if isRaw { return withPayload(of: message) { update(model, rawMessage: $0) } }
    var commands: [any Command] = []
    // By index: a loop over the leaves copies each.
    for index in leaves.indices { append(leaves[index].update(model, message), to: &commands) }
    return commands
  }

  /// The same with the bare message; only if the route ``isRaw``.
  @inlinable @inline(__always)
  package func update(
    _ model: UnsafeMutableRawPointer, rawMessage message: UnsafeRawPointer
  ) -> [any Command] {
    let commands = first(model + offset, message)
    return isSimple || commands.isEmpty && isAlone ? commands : complete(commands, model, message)
  }

  /// Says where the commands of the first updater come from, and calls the other ones.
  @usableFromInline
  func complete(
    _ first: [any Command], _ model: UnsafeMutableRawPointer, _ message: UnsafeRawPointer
  ) -> [any Command] {
    var commands = hasPath && !first.isEmpty ? lift(first, place) : first
    // By index: a loop over them copies each.
    for index in others.indices {
      let new = others[index].update(model + others[index].offset, message)
      if new.isEmpty { continue }
      append(lift(new, leaves[index + 1].place), to: &commands)
    }
    return commands
  }
}

/// What is needed of the second updater of a message and those after it.
private struct OtherUpdate: Sendable {
  let update: RawUpdate
  let offset: Int

  init(_ leaf: UpdateLeaf) {
    if let raw = leaf.handler.raw { update = raw } else { update = { _, _ in [] } }
    offset = leaf.place.offset
  }
}
