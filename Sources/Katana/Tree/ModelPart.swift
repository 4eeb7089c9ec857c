/// A part of a model, reached by address: where it is, what it is called, whether it is a scope.
///
/// Both closures call their last argument once for each child meant: the one with the `id` given,
/// or every child there is if none is given. `change` may be called only with exclusive access to
/// the model at the address; `read` changes nothing, not even the uniqueness of a buffer.
///
/// An object, since the routers hand it on again and again: as a struct it takes five retains.
@usableFromInline
package final class ModelPart: Sendable {
  @usableFromInline
  package typealias Change =
    @Sendable (
      UnsafeMutableRawPointer, ScopeID?, (UnsafeMutableRawPointer, ScopeID?) -> Void
    ) -> Void
  @usableFromInline
  package typealias Read =
    @Sendable (UnsafeRawPointer, ScopeID?, (UnsafeRawPointer, ScopeID?) -> Void) -> Void

  let name: PartName
  /// What messages of the child without an address mean: a slice lets them pass to the whole app, a
  /// scope keeps them.
  let isScope: Bool
  /// Whether there may be several children, so that messages without an address reach none.
  let isCollection: Bool
  /// Where a slice lies in its model, if it is stored inline.
  let offset: Int?
  /// What the children take of their model, if that is stored inline.
  let extent: ByteRange?
  package let change: Change
  package let read: Read
  /// Direct access to one child, where that is possible without a closure around it.
  let direct: DirectAccess?
  /// Makes what finds several children in one pass; `nil` where there is one child at most.
  let makeFinder: MakeFinder?
  /// Takes the child out of the model; `nil` where a part cannot.
  let remove: Remove?
  /// What becomes of the commands of a child that is gone.
  package let onLeave: OnLeave
  /// The type of the children's `id`s, which are read from texts; `nil` for children without any.
  let idType: (any (Hashable & Sendable).Type)?

  @usableFromInline
  typealias MakeFinder = @Sendable () -> ChildFinder
  @usableFromInline
  package typealias Remove = @Sendable (UnsafeMutableRawPointer, ScopeID?) -> Void

  @usableFromInline
  init(
    _ name: PartName, isScope: Bool = false, isCollection: Bool = false, offset: Int? = nil,
    bytes: Range<Int>? = nil, direct: DirectAccess? = nil, onLeave: OnLeave = .keep,
    idType: (any (Hashable & Sendable).Type)? = nil, makeFinder: MakeFinder? = nil,
    remove: Remove? = nil, change: @escaping Change, read: @escaping Read
  ) {
    self.name = name
    self.isScope = isScope
    self.isCollection = isCollection
    self.offset = offset
    self.extent = bytes.map { ByteRange($0) }
    self.direct = direct
    self.onLeave = onLeave
    self.idType = idType
    self.makeFinder = makeFinder
    self.remove = remove
    self.change = change
    self.read = read
  }

  /// Whether every model has the part: a slice that a key path reaches.
  var isAlwaysThere: Bool {
    if isScope { return false }
    if case .named = name.location { return false }
    return true
  }
}

/// A rule for the commands of a child that is gone from the model.
public enum OnLeave: Sendable {
  /// The commands continue, so that a sheet can save when it closes. Their messages to the child
  /// are dropped, and counted in `Statistics.gone`.
  case keep
  /// All commands of the child are cancelled, including those that are queued or delayed.
  case cancel
}

/// A child whose access is open.
@usableFromInline
package struct OpenChild {
  @usableFromInline let address: UnsafeMutableRawPointer
  @usableFromInline let id: ScopeID?
  /// Ends the access, if there is something to do.
  @usableFromInline let close: (() -> Void)?

  @inlinable
  init(_ address: UnsafeMutableRawPointer, _ id: ScopeID?, close: (() -> Void)? = nil) {
    self.address = address
    self.id = id
    self.close = close
  }
}

/// A child that is read, and what keeps it alive if it is a copy.
@usableFromInline
package struct ReadChild {
  @usableFromInline let address: UnsafeRawPointer
  @usableFromInline let id: ScopeID?
  @usableFromInline let owner: AnyObject?

  @inlinable
  init(_ address: UnsafeRawPointer, _ id: ScopeID?, owner: AnyObject? = nil) {
    self.address = address
    self.id = id
    self.owner = owner
  }
}

/// Access to the child with an `id` by its address, for as long as nobody else touches the model:
/// so a message descends to any depth without using stack for each level.
///
/// An object, since the routers hand it on: as a struct it takes three retains.
@usableFromInline
package final class DirectAccess: Sendable {
  /// The last argument is where a child of the part was found the last time: tried first.
  @usableFromInline
  package typealias Open = @Sendable (UnsafeMutableRawPointer, ScopeID?, inout Int) -> OpenChild?
  @usableFromInline
  package typealias Look = @Sendable (UnsafeRawPointer, ScopeID?, inout Int) -> ReadChild?

  @usableFromInline
  package typealias LookAtAll = @Sendable (UnsafeRawPointer) -> [ReadChild]

  /// Whether finding a child takes a search, so that the place of the last one is worth a look.
  let searches: Bool
  let open: Open
  let look: Look
  /// All children that there are.
  let lookAtAll: LookAtAll

  @usableFromInline
  init(
    searches: Bool = false, open: @escaping Open, look: @escaping Look,
    lookAtAll: LookAtAll? = nil
  ) {
    self.searches = searches
    self.open = open
    self.look = look
    self.lookAtAll =
      lookAtAll ?? { model in
        var place = 0
        return look(model, nil, &place).map { [$0] } ?? []
      }
  }
}

/// A copy of a value in memory of its own.
@usableFromInline
final class Copy<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  @inlinable
  init(_ value: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}
