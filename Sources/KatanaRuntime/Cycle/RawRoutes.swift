import Katana

/// The routes of the messages that need no box, by their types: made once, then only read.
///
/// Beside the router's own table, because each step that is saved here counts: plain memory without
/// checks, and no retain of what the router keeps anyway. Concurrent that takes 60 of 250
/// instructions from each message.
struct RawRoutes: ~Copyable {
  private struct Entry {
    var type: ObjectIdentifier?
    var route: Unmanaged<Route>?
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: UInt

  /// - Parameter router: What keeps the routes alive; it must outlive this.
  init(_ router: Router) {
    let routes = router.rawRoutes
    var capacity = 2
    while capacity < routes.count * 2 { capacity *= 2 }
    mask = UInt(capacity - 1)
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    for (type, route) in routes {
      let place = place(of: type)
      place.pointee = Entry(type: type, route: .passUnretained(route))
    }
  }

  deinit { entries.deallocate() }

  @inline(__always)
  subscript(type: ObjectIdentifier) -> Unmanaged<Route>? { place(of: type).pointee.route }

  /// Where the type stands, or the free place where it would: linear probing, at most half full.
  @inline(__always)
  private func place(of type: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
    var index = UInt(bitPattern: spreadHash(UInt64(UInt(bitPattern: type)))) & mask
    while true {
      let place = entries + Int(bitPattern: index)
      if place.pointee.type == type || place.pointee.type == nil { return place }
      index = (index &+ 1) & mask
    }
  }
}
