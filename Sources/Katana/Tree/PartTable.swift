/// Finds the parts with a name: a hash table in plain memory, with linear probing and at most half
/// full. It never changes after it was created.
///
/// Each message with an address is looked up here. A `Dictionary` would hash the name again, and an
/// array would retain what it returns, both of which are measurable here. A ``PartName`` keeps its
/// hash value.
final class PartTable: @unchecked Sendable {
  // Sendable, because nothing changes after `init`.

  /// The table of a model without parts. Most models have none.
  static let empty = PartTable([:])

  let content: [(name: PartName, value: PartRoutes)]
  private let entries: UnsafeMutablePointer<Entry?>
  private let mask: Int

  private struct Entry {
    let name: Unmanaged<PartName>
    let routes: Unmanaged<PartRoutes>
    let single: SinglePart?
  }

  /// A part that is the only one with its name, in a stored property, and the router of its
  /// children, not retained.
  struct SinglePart {
    let placed: Unmanaged<PlacedPart>
    let part: Unmanaged<ModelPart>
    /// Direct access to the children, if it is needed to begin a search at the last position.
    let direct: Unmanaged<DirectAccess>?
    let router: Unmanaged<Router>
    let isScope: Bool
    let isCollection: Bool

    init?(_ routes: PartRoutes) {
      guard let placed = routes.single, let router = placed.child.prepared,
        // The change of a computed property, or by a closure, has an effect even if the child that a
        // message is for is not there.
        placed.part.extent != nil
      else { return nil }
      self.placed = .passUnretained(placed)
      part = .passUnretained(placed.part)
      direct = placed.part.direct.flatMap { $0.searches ? .passUnretained($0) : nil }
      self.router = .passUnretained(router)
      isScope = placed.part.isScope
      isCollection = placed.part.isCollection
    }
  }

  init(_ dictionary: [PartName: [PartRoute]]) {
    content = dictionary.map { ($0.key, PartRoutes($0.value)) }
    var capacity = 2
    while capacity < content.count * 2 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: nil, count: capacity)
    for (name, routes) in content {
      place(of: name).pointee = Entry(
        name: .passUnretained(name), routes: .passUnretained(routes), single: SinglePart(routes))
    }
  }

  deinit { entries.deallocate() }

  subscript(name: PartName) -> PartRoutes? {
    place(of: name).pointee?.routes.takeUnretainedValue()
  }

  /// Returns the part with a name, if it is the only one, not retained. Valid as long as the table
  /// exists.
  @inline(__always)
  func single(_ name: PartName) -> SinglePart? { place(of: name).pointee?.single }

  /// Returns the entry of a name, or the free entry for it.
  @inline(__always)
  private func place(of name: PartName) -> UnsafeMutablePointer<Entry?> {
    var index = name.hash & mask
    while let entry = entries[index], !entry.name._withUnsafeGuaranteedRef({ $0 == name }) {
      index = (index &+ 1) & mask
    }
    return entries + index
  }
}
