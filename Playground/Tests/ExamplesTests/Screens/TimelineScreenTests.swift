import KatanaViews
import KatanaTesting
import Katana
import KatanaConsole
import KatanaEffects
import KatanaRuntime
import KatanaViewsTesting
import Testing

@testable import Examples

@Suite struct TimelineScreenTests {
  private func program(_ count: Int) -> Program<Timeline> {
    Program(model: Timeline(count: count), TimelineFeature())
  }

  @Test func entriesAreAddedWhileItRuns() {
    let test = ViewTest(program(2), timelineView)
    test.app.send(TimelineMessage.ticked(Tick()), exhaustive: [])
    test.press("running")
    #expect(
      test.outline == """
        column
          row
            text "3 entries" heading
            checkbox "running" off
          drawing "Durations" (3 figures)
          divider
          table "Entries"
            text "Entry" strong as columnHeader
            text "Kind" strong as columnHeader
            text "Took" strong as columnHeader
            text "" strong as columnHeader
            list (3 rows)
              row
                text "0" muted
                text "update"
                text "5 ms"
                text "" accent
              row
                text "1" muted
                text "decode"
                text "30 ms"
                text "▇▇▇" accent
              row
                text "2" muted
                text "store"
                text "88 ms"
                text "▇▇▇▇▇▇▇▇" accent
          keys
        """)
  }

  @Test func theEndStaysVisibleUntilThePersonScrollsBack() {
    let test = ViewTest(program(100_000), columns: 40, rows: 12, timelineView)
    test.keys(.tab)
    #expect(test.lines.dropLast().last?.contains("99999") == true)
    test.app.send(.ticked(Tick()), exhaustive: [])
    #expect(test.lines.dropLast().last?.contains("100000") == true)
    test.keys(.pageUp, .pageUp)
    let last = test.lines.dropLast().last
    test.app.send(.ticked(Tick()), exhaustive: [])
    #expect(test.lines.dropLast().last == last)
    test.keys(.home)
    #expect(test.lines[6].contains("Entry  Kind"))
    #expect(test.lines[7].contains("0  update"))
  }

  @Test func anEntryThatIsAppendedLeavesTheOthersWhereTheyAre() {
    var entries = TimelineEntries(count: 3_000)
    let before = entries
    entries.append()
    #expect((0..<3_000).allSatisfy { entries[$0] == before[$0] })
    #expect(before.count == 3_000 && entries.count == 3_001)
  }
}
