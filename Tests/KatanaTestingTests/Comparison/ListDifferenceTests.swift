import KatanaTesting
import Testing

@Suite struct ListDifferenceTests {
  private func lines(
    _ expected: [Int], _ actual: [Int], _ mode: ListDifference<Int>.Mode = .exact
  ) -> [ListDifference<Int>.Line]? {
    ListDifference(expected: expected, actual: actual, mode: mode, areEqual: ==) {
      $0 / 10 == $1 / 10
    }?.lines
  }

  @Test func matchingListsHaveNoDifference() {
    #expect(lines([1, 2], [1, 2]) == nil)
    #expect(lines([1, 2, 1], [1, 1, 2], .inAnyOrder) == nil)
    #expect(lines([1, 2], [3, 1, 4, 2, 5], .contains) == nil)
    #expect(lines([], [3], .contains) == nil)
  }

  @Test func equalOnesAreAskedForOncePerElementOnly() {
    var questions = 0
    let difference = ListDifference(
      expected: [1, 2, 3], actual: [1, 2, 3], mode: .exact,
      areEqual: {
        questions += 1
        return $0 == $1
      })
    #expect(difference == nil)
    #expect(questions == 3)
  }

  @Test func theNearestSimilarElementIsTheOneThatDiffers() {
    #expect(lines([11, 50, 12], [50, 13]) == [.missing(0), .equal(1, 0), .differs(2, 1)])
  }

  @Test func repeatedElementsAreCounted() {
    #expect(lines([1, 1], [1]) == [.equal(0, 0), .missing(1)])
    #expect(lines([1], [1, 1], .inAnyOrder) == [.equal(0, 0), .unexpected(1)])
    #expect(lines([1, 1], [2, 1], .contains) != nil)
  }

  @Test func unexpectedElementsStandWhereTheyCame() {
    #expect(
      lines([10, 20], [30, 10, 40, 20, 50])
        == [.unexpected(0), .equal(0, 1), .unexpected(2), .equal(1, 3), .unexpected(4)])
  }

  @Test func longListsWithoutAnythingInCommonEnd() {
    let difference = lines(Array(0..<5_000), Array(100_000..<105_000))
    #expect(difference?.count == 10_000)
  }

  @Test func ownTextsMayBeUsed() {
    let difference = ListDifference(expected: [1], actual: [1, 2], mode: .exact)
    #expect(
      difference?.text { "number \($0)" } == """
          = number 1
          + number 2   (unexpected)
        """)
  }
}
