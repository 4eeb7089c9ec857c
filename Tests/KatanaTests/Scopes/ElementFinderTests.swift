import KatanaTesting
import Testing

@testable import Katana

@Suite struct ElementFinderTests {
  private struct Item: Identifiable, Sendable {
    var id: Int
    var other = 0
  }

  private struct Root {
    var items = (0..<40).map { Item(id: $0) }
    var lastID = 40
  }

  /// The finder knows some of the elements, as when only some rows have commands. After each change
  /// of the collection, it names those that are gone and knows where the others are.
  @Test(arguments: 0..<60)
  func eachElementIsFoundWhereItIs(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var (root, known): (Root, [Int]) = (Root(), [])
    let finder = ElementFinder(
      StoredProperty(\Root.items), findsAtOnce: seed % 2 == 0,
      find: { items, id in items.firstIndex { $0.id == id } })
    for step in 0..<300 {
      if let new = root.items.map(\.id).filter({ !known.contains($0) }).randomElement(
        using: &random)
      {
        finder.append(ScopeID(new))
        known.append(new)
      }
      change(&root, using: &random)
      withPlace(of: root) { model in
        let missing = finder.missing(in: model)
        let ids = root.items.map(\.id)
        #expect(missing == known.indices.reversed().filter { !ids.contains(known[$0]) })
        for index in missing {
          finder.remove(at: index)
          known.swapAt(index, known.count - 1)
          known.removeLast()
        }
        for (index, id) in known.enumerated() {
          let address = finder.address(at: index, in: model)
          let item = address?[as: Item.self]
          #expect(item?.id == id, "step \(step)")
        }
      }
    }
  }

  private func change(_ root: inout Root, using random: inout SeededGenerator) {
    let count = root.items.count
    let place = Int.random(in: 0...count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let end = min(count, place + Int.random(in: 0..<4, using: &random))
      root.items.removeSubrange(place..<end)
    case 1:
      let new = (0..<Int.random(in: 0..<4, using: &random)).map { Item(id: root.lastID + $0) }
      root.lastID += new.count
      root.items.insert(contentsOf: new, at: place)
    case 2:
      guard count > 0 else { return }
      let moved = root.items.remove(at: min(place, count - 1))
      root.items.insert(moved, at: Int.random(in: 0..<count, using: &random))
    case 3: root.items.reverse()
    case 4: root.items.shuffle(using: &random)
    default: break
    }
  }
}
