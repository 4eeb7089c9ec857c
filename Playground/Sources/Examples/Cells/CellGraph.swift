/// Which cells depend on which.
struct CellGraph: Equatable, Sendable {
  private(set) var precedents: [CellName: Set<CellName>] = [:]
  private(set) var dependants: [CellName: Set<CellName>] = [:]

  /// One cell, or several that depend on each other.
  struct Group { var cells: [CellName], isCycle: Bool }

  /// Notes on which cells a cell depends now.
  mutating func connect(_ cell: CellName, to new: Set<CellName>) {
    for precedent in precedents[cell] ?? [] {
      dependants[precedent]?.remove(cell)
      if dependants[precedent]?.isEmpty == true { dependants[precedent] = nil }
    }
    precedents[cell] = new.isEmpty ? nil : new
    for precedent in new { dependants[precedent, default: []].insert(cell) }
  }

  /// Returns a cell and all cells that depend on it, also through others: each group after those
  /// that it depends on.
  func order(from first: CellName) -> [Group] {
    var open = Self.reachable(from: first, dependants) { _ in true }.union([first])
    // For each cell, the number of those in `open` on which it depends.
    var counts = open.reduce(into: [:]) { $0[$1] = precedents[$1]?.intersection(open).count ?? 0 }
    var ready = counts[first] == 0 ? [first] : []
    var order: [Group] = []
    while let group = ready.popLast().map({ Group(cells: [$0], isCycle: false) })
      ?? cycle(among: open)
    {
      order.append(group)
      open.subtract(group.cells)
      for next in group.cells.flatMap({ dependants[$0]?.sorted() ?? [] }) where open.contains(next)
      {
        counts[next, default: 0] -= 1
        if counts[next] == 0 { ready.append(next) }
      }
    }
    return order
  }

  private func cycle(among cells: Set<CellName>) -> Group? {
    for cell in cells.sorted() {
      let after = Self.reachable(from: cell, dependants, where: cells.contains)
      guard after.contains(cell) else { continue }
      let both = Self.reachable(from: cell, precedents, where: after.contains)
      return Group(cells: both.sorted(), isCycle: true)
    }
    return nil
  }

  private static func reachable(
    from start: CellName, _ neighbours: [CellName: Set<CellName>],
    where isAllowed: (CellName) -> Bool
  ) -> Set<CellName> {
    var (found, open): (Set<CellName>, [CellName]) = ([], [start])
    while let cell = open.popLast() {
      for next in neighbours[cell] ?? [] where isAllowed(next) && found.insert(next).inserted {
        open.append(next)
      }
    }
    return found
  }
}
