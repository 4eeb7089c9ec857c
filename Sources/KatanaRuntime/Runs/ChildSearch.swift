import Katana

extension ChildRecord {
  /// Calls a function for each record of the tree below this root whose child a step may have changed,
  /// with the memory address of the child; `nil` if the child is gone. The function must not change the
  /// tree.
  ///
  /// Other children are not looked at. For example, a message to a row changes that row only.
  ///
  /// - Parameters:
  ///   - model: The address of the app's model.
  ///   - onlyGone: Whether children that are there need not be told.
  func search(
    _ change: ModelChange, _ router: Router, _ model: ReadPlace, _ lastIndices: LastIndices,
    onlyGone: Bool = false, _ found: ChildSearch.Found
  ) {
    if case .several(let changes) = change {
      for change in changes {
        search(change, router, model, lastIndices, onlyGone: onlyGone, found)
      }
      return
    }
    let top = ChildSearch.Place(record: self, router: router, address: model)
    var search = ChildSearch(top: top, lastIndices: lastIndices, onlyGone: onlyGone)
    switch change {
    case .child(let address): search.look(along: address.steps, found)
    case .written(let written):
      for group in groups where router.isWritten(group.part, by: written) {
        search.look(in: group, of: top, found)
      }
    case .several: break
    }
    search.lookInside(found)
  }
}

/// A search for the children of a tree's records that a step may have changed.
struct ChildSearch {
  typealias Found = (ChildRecord, ReadPlace?) -> Void

  /// A record whose child was found.
  fileprivate struct Place {
    let record: ChildRecord
    let router: Router
    let address: ReadPlace
  }

  /// The root of the tree.
  fileprivate let top: Place
  fileprivate let lastIndices: LastIndices
  fileprivate let onlyGone: Bool
  /// The places whose inner records have not been looked at.
  fileprivate var waiting: [Place] = []
  /// The owners of copied children. They keep the copies alive during the search.
  fileprivate var owners: [AnyObject] = []

  /// Looks at the children that a message to an address may have changed: the child at the address,
  /// its descendants, and those around it. At each level on the way, these are also the parts that
  /// share memory with the part of the address, and those that a listener may have changed.
  fileprivate mutating func look(along steps: [AnyAddress.Step], _ found: Found) {
    var place = top
    for step in steps {
      let (record, level) = (place.record, place.router)
      let group = record.group(of: step.part)
      let part = level.partOfOneChild(step)
      if record.groups.count > 1 || group == nil || part == nil {
        let written = level.extents(writtenThrough: step.part)
        for other in record.groups
        where (other !== group || part == nil) && level.isWritten(other.part, by: written) {
          look(in: other, of: place, found)
        }
      }
      guard let part, let group else { return }
      let isCollection = part.part.isCollection
      // The tree may have two records for one child, one with its `id` and one without.
      let only = group.children.count == 1 ? group.children[0] : nil
      guard isCollection || only != nil,
        let child = part.look(
          place.address, isCollection ? step.id : only?.id, lastIndices)
      else {
        // The child has gone, or its update has given it another `id`.
        return look(in: group, of: place, found)
      }
      guard let record = isCollection ? group.child(step.id) : only else { return }
      if let owner = child.owner { owners.append(owner) }
      found(record, child.address)
      if record.groups.isEmpty { return }
      place = Place(record: record, router: part.child.router, address: child.address)
    }
    waiting.append(place)
  }

  /// Looks at all children of a part. Their descendants must still be looked at.
  fileprivate mutating func look(in group: ChildGroup, of place: Place, _ found: Found) {
    guard let placed = place.router.onlyPart(group.part) else {
      for record in group.children { lookFromTop(record, found) }
      return
    }
    guard let finder = group.finder(in: placed.part) else {
      for record in group.children {
        let child = placed.look(place.address, record.id, lastIndices)
        if let owner = child?.owner { owners.append(owner) }
        note(record, placed, child?.address, found)
      }
      return
    }
    let base = placed.base(place.address)
    var missing = finder.missing(base)
    for index in missing { found(group.children[index], nil) }
    if onlyGone && !group.mayBeDeep { return }
    for record in group.children {
      if missing.last == record.index {
        missing.removeLast()
      } else if onlyGone && record.groups.isEmpty {
        continue
      } else if let address = finder.address(record.index, base) {
        note(record, placed, address, found)
      } else {
        lookFromTop(record, found)
      }
    }
  }

  fileprivate mutating func lookInside(_ found: Found) {
    while let place = waiting.popLast() {
      for group in place.record.groups { look(in: group, of: place, found) }
    }
  }

  private mutating func note(
    _ record: ChildRecord, _ placed: PlacedPart, _ address: ReadPlace?, _ found: Found
  ) {
    found(record, address)
    // The router of a lazy feature is made when it is asked for.
    guard let address, !record.groups.isEmpty else { return }
    waiting.append(Place(record: record, router: placed.child.router, address: address))
  }

  /// Looks at a child and its descendants, each from the top of the model.
  private func lookFromTop(_ record: ChildRecord, _ found: Found) {
    record.forEach { record in
      var isThere = false
      top.router.look(top.address, record.address, lastIndices) { child in
        isThere = true
        found(record, child)
      }
      if !isThere { found(record, nil) }
    }
  }
}
