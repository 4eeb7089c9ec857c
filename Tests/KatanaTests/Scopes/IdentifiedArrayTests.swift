import Foundation
import KatanaRuntime
import Testing

/// The ordered collection that finds its elements in constant time.
@Suite struct IdentifiedArrayTests {
  struct Row: Identifiable, Hashable, Codable, Sendable {
    var id: Int
    var title = ""
  }

  private let rows: IdentifiedArray<Row> = [Row(id: 3), Row(id: 1), Row(id: 2)]

  @Test func elementsKeepTheirOrderAndAreFoundByTheirID() {
    #expect(rows.ids == [3, 1, 2])
    #expect(rows[id: 1] == Row(id: 1))
    #expect(rows[id: 7] == nil)
    #expect(rows.index(ofID: 2) == 2)
  }

  @Test func aCopyWhoseElementsGetOtherIDsLeavesTheOriginalAlone() {
    let original = IdentifiedArray([Row(id: 1), Row(id: 2)])
    var copy = original
    copy[0] = Row(id: 9)
    #expect(original[id: 1] != nil && original[id: 9] == nil)
    #expect(copy[id: 1] == nil && copy[id: 9] != nil)
  }

  @Test func onTheWayToAnElementOfEachNoOtherIsLookedAt() {
    struct Tapped: Message {}
    struct Counted: Model, Identifiable {
      typealias Receives = Tapped
      static let reads = Locked(0)
      let number: Int
      var taps = 0

      var id: Int {
        Self.reads.withLock { $0 += 1 }
        return number
      }
    }
    struct App: Model {
      var rows = IdentifiedArray((0..<1_000).map { Counted(number: $0) })
    }
    let updater = CombinedUpdater<App>([
      .each(
        \.rows,
        TypedFunctionUpdater { (row: inout Counted, _: Tapped) in
          row.taps += 1
          return []
        })
    ])
    var app = App()
    let before = Counted.reads.withLock { $0 }
    let commands: [any Command] = updater.update(
      model: &app, message: Tapped().to(App.at.rows[999]))
    #expect(Counted.reads.withLock { $0 } - before < 8)
    #expect(commands.isEmpty && app.rows[999].taps == 1)
  }

  @Test func ofElementsWithOneIDTheFirstIsKept() {
    var rows = IdentifiedArray([Row(id: 1, title: "first"), Row(id: 1, title: "second")])
    #expect(rows.map(\.title) == ["first"])
    let isNew = rows.append(Row(id: 1))
    #expect(!isNew)
    #expect(rows.count == 1)
  }

  @Test func anElementIsChangedAddedAndRemovedByItsID() {
    var rows = rows
    rows[id: 1]?.title = "new"
    rows[id: 9] = Row(id: 9)
    rows[id: 3] = nil
    #expect(rows.map(\.id) == [1, 2, 9])
    #expect(rows[0].title == "new")
    #expect(rows.ids.map { rows.index(ofID: $0) } == [0, 1, 2])
  }

  /// Random changes, against an array with the same rules.
  @Test func randomChangesKeepTheIndicesRight() {
    var generator = SeededNumbers(state: 7)
    var rows = IdentifiedArray<Row>()
    var plain: [Row] = []
    for step in 0..<2_000 {
      // A copy shares what is known of the ids.
      let (copy, old) = (rows, plain)
      if generator.next() % 2 == 0 { #expect(rows.ids == plain.map(\.id)) }
      defer { #expect(copy.ids == old.map(\.id)) }
      let id = Int(generator.next() % 20)
      switch generator.next() % 6 {
      case 0:
        if rows.append(Row(id: id, title: "\(step)")) {
          plain.append(Row(id: id, title: "\(step)"))
        }
      case 1:
        let index = plain.isEmpty ? 0 : Int(generator.next() % UInt64(plain.count))
        if rows.insert(Row(id: id), at: index) { plain.insert(Row(id: id), at: index) }
      case 2:
        let removed = rows.remove(id: id)
        #expect(removed?.id == plain.first { $0.id == id }?.id)
        plain.removeAll { $0.id == id }
      case 3:
        rows.sort { $0.id < $1.id }
        plain.sort { $0.id < $1.id }
      case 4:
        rows.removeAll { $0.id % 5 == id % 5 }
        plain.removeAll { $0.id % 5 == id % 5 }
      default:
        rows.reverse()
        plain.reverse()
      }
      #expect(Array(rows) == plain)
      #expect(rows.ids == plain.map(\.id))
      for (index, row) in plain.enumerated() { #expect(rows.index(ofID: row.id) == index) }
    }
  }

  @Test func afterAnErrorOfThePredicateElementsAreStillFound() {
    struct Stop: Error {}
    var rows = IdentifiedArray((0..<9).map { Row(id: $0) })
    #expect(throws: Stop.self) {
      try rows.removeAll { row in
        if row.id == 6 { throw Stop() }
        return row.id.isMultiple(of: 2)
      }
    }
    #expect(rows.ids == rows.map(\.id))
    for (index, row) in rows.enumerated() { #expect(rows.index(ofID: row.id) == index) }
  }

  @Test func anIDThatAnotherElementHasForAMomentLosesNone() {
    var rows: IdentifiedArray<Row> = [Row(id: 1), Row(id: 2)]
    rows[0].id = 2
    rows[0].id = 3
    #expect(rows.index(ofID: 2) == 1)
    let isNew = rows.append(Row(id: 2))
    #expect(!isNew)
    rows[1].id = 3
    rows.remove(at: 1)
    #expect(rows.index(ofID: 3) == 0)
    #expect(rows.ids == [3])
  }

  @Test func theIDsAreTheSameArrayUntilTheyChange() {
    func address(_ ids: [Int]) -> UnsafeRawPointer? {
      ids.withUnsafeBytes { $0.baseAddress }
    }
    var rows = rows
    let ids = rows.ids
    rows[id: 1]?.title = "new"
    #expect(address(rows.ids) == address(ids))
    rows[0].id = 4
    #expect(rows.ids == [4, 1, 2])
    #expect(ids == [3, 1, 2])
  }

  @Test func copiesAreIndependent() {
    var copy = rows
    copy.remove(id: 1)
    copy.append(Row(id: 5))
    #expect(rows.ids == [3, 1, 2])
    #expect(rows[id: 1] != nil)
    #expect(copy.ids == [3, 2, 5])
  }

  @Test func theIDsChangeWithTheMembersOnly() {
    var changed = rows
    changed[id: 1]?.title = "x"
    #expect(changed.ids == rows.ids)
    changed.remove(id: 1)
    #expect(changed.ids != rows.ids)
    #expect(IdentifiedArray(Array(rows)).ids == rows.ids)
  }

  @Test func itIsCodedAsAnArray() throws {
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode([Row].self, from: data) == Array(rows))
    #expect(try JSONDecoder().decode(IdentifiedArray<Row>.self, from: data) == rows)
    let twice = try JSONEncoder().encode([Row(id: 1), Row(id: 1)])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArray<Row>.self, from: twice)
    }
  }
}

/// Numbers that follow from a seed (a linear congruential generator).
private struct SeededNumbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
