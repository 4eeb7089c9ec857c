import Testing

@testable import benchmark

@Suite struct SampleTests {
  @Test func theMedianAndTheMiddleHalfDoNotDependOnTheOrder() {
    let sample = Sample([5, 1, 4, 2, 3])
    #expect((sample.lowerQuartile, sample.median, sample.upperQuartile) == (2, 3, 4))
  }

  @Test func ofTwoValuesTheMedianLiesBetween() {
    #expect(Sample([1, 2]).median == 1.5)
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
