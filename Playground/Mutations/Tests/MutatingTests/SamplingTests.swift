import Mutating
import Testing

@Suite struct SamplingTests {
  private let items = [
    "A": Array(1...500), "B": Array(1001...1100), "C": Array(2001...2003), "D": [3001],
  ]

  @Test func theSameSeedChoosesTheSame() {
    let first = Sampling.choose(items, count: 60, seed: 7)

    #expect(first == Sampling.choose(items, count: 60, seed: 7))
    #expect(first != Sampling.choose(items, count: 60, seed: 8))
  }

  @Test func everyFolderHasItsShare() {
    let shares = Sampling.shares(items.mapValues(\.count), count: 60, least: 2)

    #expect(shares["C"] == 2 && shares["D"] == 1)
    #expect(shares.values.reduce(0, +) == 60)
    #expect(shares["A", default: 0] > 4 * shares["B", default: 0])
  }

  @Test func theGeneratorIsSplitMix64() {
    // The first numbers of the published reference implementation for the seed 1234567.
    var generator = SplitMix64(seed: 1_234_567)

    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}
