import Testing

@testable import benchmark

@Suite struct SampleTests {
  @Test func theValueIsTheSmallestAndTheRangeEndsAtTheMedian() {
    let sample = Sample([5, 1, 4, 2, 3])
    #expect((sample.low, sample.value, sample.high) == (1, 1, 3))
  }

  @Test func aRatioIsThatOfTheSmallestOfBoth() {
    // Neither the slow repetition of the one nor that of the other counts.
    let sample = Sample([40, 400, 40, 41], per: [10, 10, 90, 10])
    #expect((sample.low, sample.value) == (4, 4))
    #expect(sample.high < 4.1)
  }

  @Test func aLimitWithinTheRangeIsNeitherMetNorMissed() {
    let sample = Sample([10, 11, 12, 13])
    #expect([9.9, 10, 11, 12.9].map(sample.isAtMost) == [false, nil, nil, true])
  }

  @Test func samplesThatOverlapDoNotDiffer() {
    #expect(!Sample([9, 10, 11]).differs(from: Sample([10, 11, 12])))
  }

  @Test func samplesApartDiffer() {
    #expect(Sample([20, 21, 22]).differs(from: Sample([10, 11, 12])))
    #expect(Sample([5, 5, 5]).differs(from: Sample([10, 11, 12])))
  }

  @Test func aDifferenceOfLessThanATwentiethIsNoise() {
    #expect(!Sample([102, 102, 102]).differs(from: Sample([100, 100, 100])))
  }
}
