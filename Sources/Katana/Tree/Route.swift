/// The updaters that take one message type, in the declared order.
///
/// This is an object, so that passing it on needs only one retain. Most messages have a single
/// updater, so the first one is stored outside of the array.
@usableFromInline
package final class Route: Sendable {
  /// Whether a subscription provider must be called after the updaters.
  package let asksProviders: Bool
  /// The indices of these providers.
  let providers: [Int]
  /// Whether the updaters can be called with the memory address of the bare message. This is `false` for
  /// updaters of every message.
  package let isRaw: Bool
  @usableFromInline let offset: Int
  @usableFromInline let first: RawUpdate
  /// Whether there is only one updater, and it works on the router's model itself, not on a slice.
  @usableFromInline let isSimple: Bool
  /// Whether no updater follows the first one. Only for a route that ``isRaw``.
  @usableFromInline let isAlone: Bool
  let leaves: [UpdateLeaf]
  /// The bytes that the updaters may write.
  let extents: [ByteRange]
  /// Whether an updater takes all messages of the route: it names their type, or takes all types.
  private let takesAll: Bool
  /// What the updaters of every message take.
  private let others: [LeafTypes]
  /// The updaters after the first one. Only for a route that ``isRaw``.
  private let further: [FurtherUpdate]

  /// Creates a route.
  ///
  /// - Parameter affected: Returns the indices of the providers that read some of the given bytes.
  init(_ leaves: [UpdateLeaf], asking affected: ([ByteRange]) -> [Int]) {
    self.leaves = leaves
    extents = leaves.map(\.place.extent)
    providers = affected(extents)
    asksProviders = !providers.isEmpty
    isRaw = !leaves.isEmpty && leaves.allSatisfy(\.handler.isRaw)
    offset = leaves.first?.place.offset ?? 0
    // Without `??`, because a closure that passes through a generic function gets two wrappers.
    // Each later call would pass through both.
    if case .raw(let raw)? = leaves.first?.handler { first = raw } else { first = { _, _ in [] } }
    further = isRaw ? leaves.dropFirst().map { FurtherUpdate($0) } : []
    isAlone = leaves.count < 2
    isSimple = isAlone && leaves.first?.place.isWhole != false
    takesAll = leaves.contains { $0.kind != nil || $0.takes?.types.isAll == true }
    others = leaves.compactMap(\.takes)
  }

  /// Returns whether an updater may write some of these bytes.
  package func writes(_ bytes: [ByteRange]) -> Bool { extents.contains { bytes.overlap($0) } }

  /// Returns whether an updater takes a message; see ``Updater/takes``. Leaves out the lazy
  /// features at the given source locations, so that a recursive feature is searched only once.
  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    takesAll || others.contains { $0.take(message, asked: &sites) }
  }

  package func update(
    _ model: OpenPlace, _ message: any Message
  ) -> [any Command] {
    if isRaw { return withPayload(of: message) { update(model, rawMessage: $0) } }
    var commands: [any Command] = []
    // By index, because a loop over the leaves copies each of them.
    for index in leaves.indices { append(leaves[index].update(model, message), to: &commands) }
    return commands
  }

  /// Calls the updaters with the memory address of the bare message. Only for a route that
  /// ``isRaw``.
  @inlinable @inline(__always)
  package func update(
    _ model: OpenPlace, rawMessage message: ReadPlace
  ) -> [any Command] {
    let commands = first(model + offset, message)
    return isSimple || commands.isEmpty && isAlone ? commands : complete(commands, model, message)
  }

  /// Adds the place of the first updater to its commands, and calls the other updaters.
  @usableFromInline
  func complete(
    _ first: [any Command], _ model: OpenPlace, _ message: ReadPlace
  ) -> [any Command] {
    var commands = leaves[0].place.addressed(first)
    // By index, because a loop over the updaters copies each of them.
    for index in further.indices {
      let new = further[index].update(model + further[index].offset, message)
      if !new.isEmpty { append(leaves[index + 1].place.addressed(new), to: &commands) }
    }
    return commands
  }
}

/// The function of an updater and where its model lies: a leaf is large, and each call would copy it.
private struct FurtherUpdate: Sendable {
  let update: RawUpdate
  let offset: Int

  init(_ leaf: UpdateLeaf) {
    if case .raw(let raw) = leaf.handler { update = raw } else { update = { _, _ in [] } }
    offset = leaf.place.offset
  }
}
