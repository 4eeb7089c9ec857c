import Testing

@testable import Katana

@Suite struct ScopeNodeTests {
  private struct Root: Model { var row = Row() }
  private struct Row: Model { var inner = Inner() }
  private struct Inner: Model { var value = 0 }

  private final class Life {}

  private let scope = AnyAddress([
    AnyAddress.Step(part: PartName(\Root.row, offset: 0)),
    AnyAddress.Step(part: PartName(\Row.inner, offset: 0)),
  ])

  /// Whoever holds a node may ask it after its tree is gone.
  @Test func aNodeOutlivesItsTree() {
    var root: ScopeNode? = ScopeNode()
    let node = root!.node(at: scope)
    #expect(node.depth == 2)
    root = nil
    #expect(node.depth == 1)
    node.remove()
    #expect(node.address.steps == [scope.steps[1]])
  }

  @Test func aNodeOutlivesTheNodeAroundIt() {
    let root = ScopeNode()
    let node = root.node(at: scope)
    root.group(of: scope.steps[0].part)?.node(nil)?.remove()
    #expect(root.groups.isEmpty)
    #expect(node.depth == 1)
    node.remove()
    // The place is free again, and the new node has nothing to do with the old one.
    let other = root.node(at: scope)
    #expect(other !== node)
    #expect(other.depth == 2)
    #expect(node.depth == 1)
  }

  /// A search passes nodes that are held, and removes those that are not.
  @Test func unusedNodesAreRemovedAndOthersStay() {
    let root = ScopeNode()
    let part = PartName(\Root.row, offset: 0)
    let lives = (0..<50).map { _ in Life() }
    for number in 0..<100 {
      let step = AnyAddress.Step(part: part, id: ScopeID(number))
      root.node(at: AnyAddress([step])).life = number % 2 == 0 ? lives[number / 2] : Life()
    }
    for _ in 0..<20 { root.groups.first?.removeUnused(atMost: 10) }
    let left = root.groups.first?.nodes.compactMap { $0.step?.id?.value(as: Int.self) } ?? []
    #expect(left.sorted() == (0..<50).map { 2 * $0 })
    withExtendedLifetime(lives) {}
  }

  /// Children without an `id`, and children inside of children, are passed and removed as well.
  @Test func unusedNodesAreRemovedAtEachDepth() {
    let root = ScopeNode()
    let (rows, inner) = (PartName(\Root.row, offset: 0), PartName(\Row.inner, offset: 0))
    var lives: [Life] = []
    for number in 0..<60 {
      // Every third row has nodes for the row itself, for its inner child, or for both.
      var steps = [AnyAddress.Step(part: rows, id: number == 0 ? nil : ScopeID(number))]
      if number % 3 > 0 { steps.append(AnyAddress.Step(part: inner)) }
      var addresses = [AnyAddress(steps)]
      if number % 3 == 2 { addresses.append(AnyAddress([steps[0]])) }
      for address in addresses {
        let life = Life()
        root.node(at: address).life = life
        if number % 2 == 0 { lives.append(life) }
      }
    }
    for _ in 0..<40 { root.groups.first?.removeUnused(atMost: 10) }
    var found = 0
    root.forEach { if $0.life != nil { found += 1 } }
    #expect(found == lives.count)
    withExtendedLifetime(lives) {}
  }
}
