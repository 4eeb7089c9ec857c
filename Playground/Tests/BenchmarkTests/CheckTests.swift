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

  @Test func whatIsAboveItsLimitIsNamedWithBothFigures() {
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

  @Test func whatCannotBeCountedIsNotChecked() throws {
    try Check.require([Self.result(mallocs: nil, instructions: nil)], within: Self.limits)
  }
}
