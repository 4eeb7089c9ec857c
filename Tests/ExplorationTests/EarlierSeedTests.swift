import KatanaRuntime
import KatanaTesting
import Testing

/// What a simulation that was kept from an earlier seed can do.
@Suite struct EarlierSeedTests {
  @Test func aFailureThatIsReportedToAnEarlierSeedHasNoEffect() {
    var kept: [Simulation] = []
    let texts = failures {
      explore(seeds: 0..<4, sending: [Note.doing(["go"])]) { simulation in
        // A seed may run twice, so the second simulation may still be one of the first seed.
        if kept.count >= 2 { kept[0].fail("a fake of the first seed is still in use") }
        kept.append(simulation)
        return notesApp(.command(DoingNow { _, _ in }))
      }
    }
    #expect(kept.count >= 4)
    #expect(texts.map(\.text) == [])
  }
}
