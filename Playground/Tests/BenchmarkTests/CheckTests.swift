import Testing

@testable import benchmark

@Suite struct CheckTests {
  private static func result(mallocs: Double?, instructions: Double?) -> RowResult {
    var result = RowResult(of: Row(name: "W1.static", title: "one updater"))
    (result.mallocs, result.instructions) = (mallocs, instructions)
    return result
  }

  private static let limits = ["W1.static": Limit(mallocs: 1, instructions: 100)]

  @Test func atTheLimitAndATenthMoreInstructionsIsFine() throws {
    try Check.require([Self.result(mallocs: 1, instructions: 110)], within: Self.limits)
  }

  @Test func aFigureAboveItsLimitIsNamedWithTheLimit() {
    let result = Self.result(mallocs: 2, instructions: 111)
    #expect {
      try Check.require([result], within: Self.limits)
    } throws: { error in
      "\(error)".hasPrefix(
        """
        W1.static (one updater): 2 mallocs, the limit is 1.
        W1.static (one updater): 111 instructions, the limit is 100 and a tenth.
        To fix this,
        """)
    }
  }

  @Test func aFigureThatCannotBeCountedIsNotChecked() throws {
    try Check.require([Self.result(mallocs: nil, instructions: nil)], within: Self.limits)
  }

  /// A row without a count was once taken for one within its limit.
  @Test func aRowWithTooManyInstructionsToCountIsNamed() {
    var other = RowResult(of: Row(name: "F0", title: "the floor"))
    other.instructions = 3
    let results = [other, Self.result(mallocs: 1, instructions: nil)]
    #expect {
      try Check.require(results, within: Self.limits)
    } throws: { error in
      "\(error)".hasPrefix(
        "W1.static (one updater): too many instructions, the limit is 100 and a tenth.")
    }
  }

  private static func grown(_ small: Double?, _ large: Double?) -> [RowResult] {
    [("G.rows.10", small), ("G.rows.1000", large)].map { name, instructions in
      var result = RowResult(of: Row(name: name, title: "rows"))
      (result.mallocs, result.instructions) = (1, instructions)
      return result
    }
  }

  private static var growth: Growth {
    Growth(name: "G.rows", title: "rows", sizes: [10, 1_000]) { _ in .direct { _ in } }
  }

  @Test func growthWithinItsLimitIsFine() throws {
    try Check.require(Self.grown(1_000, 1_200), within: [:], [Self.growth])
    try Check.require(Self.grown(nil, nil), within: [:], [Self.growth])
  }

  @Test(arguments: [1_201, nil])
  func growthBeyondItsLimitIsNamed(large: Double?) {
    #expect {
      try Check.require(Self.grown(1_000, large), within: [:], [Self.growth])
    } throws: { error in
      "\(error)".contains("instructions, the limit is 1.20 × 1,000 of G.rows.10.")
    }
  }
}
