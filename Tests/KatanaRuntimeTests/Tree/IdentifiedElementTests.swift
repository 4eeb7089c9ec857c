import KatanaRuntime
import Testing

extension TreeTest {
  /// Elements are found by their `id`, whatever happened to them before.
  @Suite struct IdentifiedElementTests {
    @Test func anElementThatChangesItsIDIsFoundByTheNewOne() throws {
      let test = try start(CombinedUpdater<App>([.each(\.identifiedRows, row)]))
      test.runtime.dispatch(.renumbered(5), to: App.at.identifiedRows[1])
      #expect(test.runtime.model.identifiedRows[id: 5]?.id == 5)
      #expect(test.runtime.model.identifiedRows[id: 1] == nil)
      test.runtime.dispatch(.tapped, to: App.at.identifiedRows[5])
      #expect(test.runtime.model.identifiedRows[0].taps == 1)
    }

    @Test func elementsAreFoundAfterARemovalThatThrows() {
      struct Interruption: Error {}
      var rows = IdentifiedArray<Row>((1...6).map { Row(id: $0) })
      var asked = 0
      #expect(throws: Interruption.self) {
        try rows.removeAll { row in
          asked += 1
          if asked == 5 { throw Interruption() }
          return row.id % 2 == 1
        }
      }
      for (index, row) in rows.enumerated() { #expect(rows.index(ofID: row.id) == index) }
    }
  }
}
