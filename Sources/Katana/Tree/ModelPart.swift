/// A part of a model: its name, its kind, and the functions that access its children by the memory
/// address of the model.
///
/// This is an object, because the routers pass it on often. A struct would need several retains.
@usableFromInline
package final class ModelPart: Sendable {
  /// Calls its last argument once for the child with the given `id`, if it is there. Needs exclusive
  /// access to the model.
  @usableFromInline
  package typealias Change =
    @Sendable (
      OpenPlace, ScopeID?, (OpenPlace, ScopeID?) -> Void
    ) -> Void
  /// Opens the child with an `id` for changes. The last argument is the position at which a child of
  /// the part was found last. The search begins there.
  @usableFromInline
  package typealias Open = @Sendable (OpenPlace, ScopeID?, inout Int) -> OpenChild?
  /// Ends the access to an open child of a model.
  @usableFromInline
  package typealias Close = @Sendable (OpenPlace, OpenChild) -> Void
  /// Finds the child with an `id` for reading. Leaves no further reference to a buffer.
  @usableFromInline
  package typealias Look = @Sendable (ReadPlace, ScopeID?, inout Int) -> ReadChild?
  @usableFromInline
  package typealias LookAtAll = @Sendable (ReadPlace) -> [ReadChild]
  @usableFromInline
  package typealias MakeFinder = @Sendable () -> ChildFinder
  @usableFromInline
  package typealias Remove = @Sendable (OpenPlace, ScopeID?) -> Void

  let name: PartName
  /// Whether messages of the children get the address of the child. A slice is no scope: its
  /// messages without an address go to the whole app.
  let isScope: Bool
  /// Whether there may be several children, so that messages without an address reach none.
  package let isCollection: Bool
  /// Whether the part always has its child: it is a slice or a child that a key path reaches.
  let isAlwaysThere: Bool
  /// The offset in bytes of a part that is always there; `nil` for other parts, and for a computed
  /// property.
  let offset: Int?
  /// The bytes of the model that hold the children, if these are in a stored property.
  let extent: ByteRange?
  /// Whether finding a child needs a search. The search then begins at the last position.
  let searches: Bool
  let change: Change
  /// Opens a child at its memory address, instead of by a closure around the access; `nil` if only
  /// such a closure can reach it. The address is valid as long as nothing else accesses the model.
  let open: Open?
  /// Ends the access to a child; `nil` if the access needs no end.
  let close: Close?
  let look: Look
  /// Returns all children of the part.
  let lookAtAll: LookAtAll
  /// Creates an object that finds several children in one pass; `nil` for a part with at most one
  /// child.
  package let makeFinder: MakeFinder?
  /// Removes a child from the model; `nil` if the part cannot remove children.
  let remove: Remove?
  /// The rule for the commands of a child that is gone.
  package let onLeave: OnLeave
  /// The type of the children's `id`s, for reading them from texts; `nil` for children without one.
  let idType: (any (Hashable & Sendable).Type)?

  @usableFromInline
  init(
    _ name: PartName, isScope: Bool = false, isCollection: Bool = false,
    isAlwaysThere: Bool = false, offset: Int? = nil, bytes: Range<Int>? = nil,
    searches: Bool = false, onLeave: OnLeave = .keep,
    idType: (any (Hashable & Sendable).Type)? = nil, makeFinder: MakeFinder? = nil,
    remove: Remove? = nil, open: Open? = nil, close: Close? = nil, look: @escaping Look,
    lookAtAll: LookAtAll? = nil, change: @escaping Change
  ) {
    self.name = name
    self.isScope = isScope
    self.isCollection = isCollection
    self.isAlwaysThere = isAlwaysThere
    self.offset = offset
    self.extent = bytes.map { ByteRange($0) }
    self.searches = searches
    self.onLeave = onLeave
    self.idType = idType
    self.makeFinder = makeFinder
    self.remove = remove
    self.open = open
    self.close = close
    self.look = look
    self.lookAtAll =
      lookAtAll ?? { model in
        var last = 0
        return look(model, nil, &last).map { [$0] } ?? []
      }
    self.change = change
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

/// A child that is open for changes. If the part has a ``ModelPart/close``, call it when they are done.
@usableFromInline
package struct OpenChild {
  @usableFromInline let address: OpenPlace
  @usableFromInline let id: ScopeID?
  /// The position of the child in its collection.
  @usableFromInline let index: Int

  @inlinable
  init(_ address: OpenPlace, _ id: ScopeID?, at index: Int = 0) {
    self.address = address
    self.id = id
    self.index = index
  }
}

/// A child that is open for reading. If it is a copy, `owner` keeps the copy alive.
@usableFromInline
package struct ReadChild {
  @usableFromInline package let address: ReadPlace
  @usableFromInline package let id: ScopeID?
  @usableFromInline package let owner: AnyObject?

  @inlinable
  package init(_ address: ReadPlace, _ id: ScopeID?, owner: AnyObject? = nil) {
    self.address = address
    self.id = id
    self.owner = owner
  }
}

extension Copy {
  /// The copy as a child.
  @inlinable
  func child(_ id: ScopeID?) -> ReadChild { ReadChild(place, id, owner: self) }
}
