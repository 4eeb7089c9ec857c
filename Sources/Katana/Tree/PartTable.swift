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
  }

  init(_ dictionary: [PartName: [PartRoute]]) {
    content = dictionary.map { ($0.key, PartRoutes($0.value)) }
    var capacity = 2
    while capacity < content.count * 2 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: nil, count: capacity)
    for (name, routes) in content {
      slot(of: name).pointee = Entry(
        name: .passUnretained(name), routes: .passUnretained(routes))
    }
  }

  deinit { entries.deallocate() }

  subscript(name: PartName) -> PartRoutes? {
    slot(of: name).pointee?.routes.takeUnretainedValue()
  }

  /// Returns the entry of a name, or the free entry for it.
  @inline(__always)
  private func slot(of name: PartName) -> UnsafeMutablePointer<Entry?> {
    var index = name.hash & mask
    while let entry = entries[index], !entry.name._withUnsafeGuaranteedRef({ $0 == name }) {
      index = (index &+ 1) & mask
    }
    return entries + index
  }
}
