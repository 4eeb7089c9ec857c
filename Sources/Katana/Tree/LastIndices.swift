/// The positions at which the children of a few parts were found last.
///
/// The next message often goes to the same child. This is plain memory, because each message with an
/// address uses it, and an object would be retained each time. Its owner must call `deallocate()`.
package struct LastIndices: @unchecked Sendable {
  // Sendable, because its owner lets one thread at a time use it.
  private struct Entry {
    var part: ObjectIdentifier?
    var index = 0
  }

  private let entries: UnsafeMutablePointer<Entry>

  package init() {
    entries = .allocate(capacity: 8)
    entries.initialize(repeating: Entry(), count: 8)
  }

  package func deallocate() { entries.deallocate() }

  /// Returns the position of the child of a part that was found last.
  func index(of part: AnyObject) -> UnsafeMutablePointer<Int> {
    let key = ObjectIdentifier(part)
    let entry = entries + (spreadHash(UInt64(UInt(bitPattern: key))) & 7)
    if entry.pointee.part != key { entry.pointee = Entry(part: key) }
    return entry.pointer(to: \.index)!
  }
}
