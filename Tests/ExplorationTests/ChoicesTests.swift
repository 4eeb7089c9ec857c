import Testing

@testable import KatanaTesting

/// The seed's decisions, without tasks.
@Suite struct ChoicesTests {
  @Test func theNumbersOfASeedNeverChange() {
    var generator = SeededGenerator(seed: 1_234_567)
    // The reference values of SplitMix64.
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
  }

  @Test func numbersBelowABoundAreAllTaken() {
    var generator = SeededGenerator(seed: 0)
    #expect(Set((0..<100).map { _ in generator.next(below: 5) }) == [0, 1, 2, 3, 4])
  }

  @Test func numbersUpToALastOneMayBeAny() {
    var (generator, same) = (SeededGenerator(seed: 1_234_567), SeededGenerator(seed: 1_234_567))
    #expect(generator.next(upTo: .max) == 6_457_827_717_110_365_317)
    _ = same.next()
    #expect((0..<100).allSatisfy { _ in generator.next(upTo: 6) == UInt64(same.next(below: 7)) })
    #expect(generator.next(upTo: 0) == 0)
  }

  @Test func nothingHappensWhenNothingIsLeft() {
    var choices = Choices<String>(seed: 0)
    #expect(choices.next(hasMessage: false, until: .seconds(1)) == nil)
    _ = choices.schedule(after: .seconds(2), "late")
    #expect(choices.next(hasMessage: false, until: .seconds(1)) == nil)
    #expect(choices.next(hasMessage: false, until: .seconds(2)) != nil)
    #expect(choices.agenda.now == .seconds(2))
  }

  @Test func jobsComeInAnyOrderAndSerialJobsInTheirOwn() {
    var orders: Set<[String]> = []
    for seed in 0..<1_000 as Range<UInt64> {
      var choices = Choices<String>(seed: seed)
      for job in ["a", "b"] { choices.add(job) }
      for job in ["1", "2"] { choices.addSerial(job) }
      var order: [String] = []
      while let decision = choices.next(hasMessage: false, until: .zero) {
        switch decision.turn {
        case .job(let job), .serialJob(let job): order.append(job)
        case .message: break
        }
      }
      orders.insert(order)
    }
    #expect(orders.count == 12)
    #expect(orders.allSatisfy { ($0.firstIndex(of: "1") ?? 9) < ($0.firstIndex(of: "2") ?? 0) })
  }

  @Test func aCancelledActionIsGone() {
    var agenda = SimulatedTimers<String>()
    let first = agenda.add(after: .seconds(1), "first")
    _ = agenda.add(after: .seconds(3), "third")
    _ = agenda.add(after: .seconds(2), "second")
    #expect(agenda.remove(first) == "first")
    #expect(agenda.remove(first) == nil)
    #expect(agenda.take(0) == "second")
    #expect(agenda.now == .seconds(2))
    #expect(agenda.next == .seconds(3))
  }

  @Test func whatIsDueAtOnceDoesNotTurnTimeBack() {
    var agenda = SimulatedTimers<String>()
    _ = agenda.add(after: .seconds(1), "first")
    _ = agenda.take(0)
    _ = agenda.add(after: .seconds(-1), "now")
    #expect(agenda.take(0) == "now")
    #expect(agenda.now == .seconds(1))
  }

  @Test func timesAreShownInMilliseconds() {
    #expect(milliseconds(.seconds(2)) == "2000 ms")
    #expect(milliseconds(.microseconds(1_050)) == "1.050 ms")
    #expect(milliseconds(.zero) == "0 ms")
  }
}
