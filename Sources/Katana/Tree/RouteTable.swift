/// The routes of all message types. It never changes after it was created.
package struct RouteTable: ~Copyable, @unchecked Sendable {
  // Sendable, because it never changes after `init`.
  /// Finds the route of a type that an updater names. It is valid as long as the table exists.
  package let byType: RouteIndex
  /// Each type that an updater names, with its route.
  let routes: [(kind: any Message.Type, route: Route)]
  /// The route of all other types.
  let untyped: Route

  /// Creates the routes of all updaters of a model.
  ///
  /// - Parameter affected: Returns the indices of the providers that read some of the given bytes.
  init(_ leaves: [UpdateLeaf], asking affected: ([ByteRange]) -> [Int]) {
    // The route of a type has the updaters of that type and those of all types, in the declared
    // order.
    var kinds: [any Message.Type] = []
    var groups: [ObjectIdentifier: [UpdateLeaf]] = [:]
    var untyped: [UpdateLeaf] = []
    for leaf in leaves {
      if let kind = leaf.kind {
        let id = ObjectIdentifier(kind)
        if groups[id] == nil { kinds.append(kind) }
        groups[id, default: untyped].append(leaf)
      } else {
        untyped.append(leaf)
        for kind in kinds { groups[ObjectIdentifier(kind)]?.append(leaf) }
      }
    }
    routes = kinds.map { ($0, Route(groups[ObjectIdentifier($0)] ?? [], asking: affected)) }
    self.untyped = Route(untyped, asking: affected)
    byType = RouteIndex(routes)
  }

  deinit { byType.deallocate() }

  /// The route of a message that has no address.
  package subscript(message: any Message) -> Route {
    byType.route(of: typeID(of: message))?.takeUnretainedValue() ?? untyped
  }
}

/// Finds the route of a message type: a hash table in plain memory, with linear probing and at most
/// half full.
///
/// Each message is looked up here. A `Dictionary` would hash the type with SipHash, which would be
/// a large part of the cost of a message. Spreading the bits of the type's address is much faster.
/// The routes are not retained, because the table keeps them.
@usableFromInline
package struct RouteIndex: @unchecked Sendable {
  // Sendable, because nothing changes after `init`.
  @usableFromInline
  struct Entry {
    @usableFromInline var type: ObjectIdentifier?
    @usableFromInline var route: Unmanaged<Route>?
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let mask: Int

  init(_ routes: [(kind: any Message.Type, route: Route)]) {
    var capacity = 2
    while capacity < routes.count * 2 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    for (kind, route) in routes {
      let id = ObjectIdentifier(kind)
      slot(of: id).pointee = Entry(type: id, route: .passUnretained(route))
    }
  }

  func deallocate() { entries.deallocate() }

  @inlinable @inline(__always)
  package func route(of type: ObjectIdentifier) -> Unmanaged<Route>? {
    slot(of: type).pointee.route
  }

  /// Returns the entry of a type, or the free entry for it.
  @inlinable @inline(__always)
  func slot(of type: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
    var index = spreadHash(UInt64(UInt(bitPattern: type))) & mask
    while true {
      let slot = entries + index
      if slot.pointee.type == type || slot.pointee.type == nil { return slot }
      index = (index &+ 1) & mask
    }
  }
}
