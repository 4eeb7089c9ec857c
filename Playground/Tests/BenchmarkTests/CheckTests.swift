import Testing

@testable import benchmark

@Suite struct CheckTests {
  private static func result(mallocs: Double?, instructions: Double?) -> RowResult {
    RowResult(
      name: "W1.static", title: "one updater", mallocs: mallocs, instructions: instructions)
  }

  private static let ceilings: [String: Ceiling] = ["W1.static": .instructions(100)]

  @Test func atTheCeilingIsFine() throws {
    try Check.require([Self.result(mallocs: 1, instructions: 100)], below: Self.ceilings)
  }

  @Test(arguments: [
    (Ceiling.instructions(100), "101 instructions, the ceiling is 100."),
    (.allocations(1), "2 allocations, the ceiling is 1."),
  ])
  func aFigureAboveItsCeilingIsNamed(ceiling: Ceiling, text: String) {
    let result = Self.result(mallocs: 2, instructions: 101)
    #expect {
      try Check.require([result], below: ["W1.static": ceiling])
    } throws: { error in
      "\(error)".hasPrefix("W1.static (one updater): \(text)\nTo fix this,")
    }
  }

  @Test func aFigureThatCannotBeCountedIsNotChecked() throws {
    try Check.require([Self.result(mallocs: nil, instructions: nil)], below: Self.ceilings)
  }

  /// A row without a count was once taken for one below its ceiling.
  @Test func aRowWithTooManyInstructionsToCountIsNamed() {
    let other = RowResult(name: "F0", title: "the floor", instructions: 3)
    let results = [other, Self.result(mallocs: 1, instructions: nil)]
    #expect {
      try Check.require(results, below: Self.ceilings)
    } throws: { error in
      "\(error)".hasPrefix(
        "W1.static (one updater): too many instructions, the ceiling is 100.")
    }
  }

  private static func grown(_ small: Double?, _ large: Double?) -> [RowResult] {
    [("G.rows.10", small), ("G.rows.1000", large)].map { name, instructions in
      RowResult(name: name, title: "rows", mallocs: 1, instructions: instructions)
    }
  }

  private static var growth: Growth {
    Growth(name: "G.rows", title: "rows", sizes: [10, 1_000]) { _ in .direct { _ in } }
  }

  @Test func growthWithinItsLimitIsFine() throws {
    try Check.require(Self.grown(1_000, 1_200), below: [:], [Self.growth])
    try Check.require(Self.grown(nil, nil), below: [:], [Self.growth])
  }

  @Test(arguments: [1_201, nil])
  func growthBeyondItsLimitIsNamed(large: Double?) {
    #expect {
      try Check.require(Self.grown(1_000, large), below: [:], [Self.growth])
    } throws: { error in
      "\(error)".contains("instructions, the limit is 1.20 × 1,000 of G.rows.10.")
    }
  }
}
