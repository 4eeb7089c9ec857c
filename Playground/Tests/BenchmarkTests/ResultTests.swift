import Foundation
import Testing

@testable import benchmark

@Suite struct ResultTests {
  private static func result(_ nanoseconds: [Double], mallocs: Double = 0) -> RowResult {
    var result = RowResult(of: Row(name: "W1.static", title: "a title"))
    result.repetitions = nanoseconds.count
    result.nanoseconds = Sample(nanoseconds)
    result.times = ["F0": Sample(nanoseconds, per: nanoseconds.map { _ in 10 })]
    result.mallocs = mallocs
    return result
  }

  @Test func goalsAreJudgedByWhatWasMeasured() {
    var result = Self.result([40, 40, 40], mallocs: 1)
    result.judge([
      .times("F0", atMost: 4), .nanoseconds(atMost: 39), .mallocs(atMost: 0),
      .instructions(atMost: 100),
    ])
    #expect(result.goals.map(\.isMet) == [true, false, false, nil])
  }

  @Test func theTableShowsEachGoal() {
    var result = Self.result([40, 40, 40, 40, 40, 40, 40])
    result.judge([.times("F0", atMost: 3), .instructions(atMost: 100)])
    let lines = Table.lines(of: result)
    #expect(lines[0].contains("40") && lines[0].contains("0 %") && lines[0].contains("4 F0"))
    #expect(lines[1].hasSuffix("✗ ≤ 3 × F0: 4"))
    #expect(lines[2].hasSuffix("? ≤ 100 instructions: not measured"))
    #expect(Table.summary([result]) == "0 of 2 goals met, 1 not measured")
  }

  @Test func aGoalWithinTheRangeIsUnclear() {
    var result = Self.result([40, 44, 44, 44, 44, 44, 44])
    result.judge([.times("F0", atMost: 4.2), .mallocs(atMost: 0)])
    #expect(result.goals.map(\.isMet) == [nil, true])
    #expect(Table.lines(of: result)[1].hasSuffix("≈ ≤ 4.20 × F0: 4, the repetitions do not agree"))
    #expect(Table.summary([result]) == "1 of 2 goals met, 1 unclear")
  }

  @Test func aRecordComesBackAsItWas() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let record = Record(rows: [Self.result([1, 2, 3])])
    try record.write(to: path)
    #expect(try Record(contentsOf: path) == record)
  }

  @Test func aFileThatIsMissingOrNoRecordIsNamed() {
    #expect(throws: BenchmarkError.unreadable("/no/such/file")) {
      try Record(contentsOf: "/no/such/file")
    }
    #expect(throws: BenchmarkError.noRecord(#filePath)) { try Record(contentsOf: #filePath) }
  }

  @Test func onlyDifferencesBeyondTheNoiseAreMarked() {
    let old = Record(rows: [Self.result([100, 101, 102])])
    let lines = { (new: RowResult) in Comparison.lines(from: old, to: Record(rows: [new]))[0] }
    #expect(lines(Self.result([101, 102, 103])).hasSuffix("10 → 10.1: same"))
    #expect(lines(Self.result([50, 50, 50])).hasSuffix("10 → 5: FASTER"))
    #expect(lines(Self.result([200, 200, 200])).hasSuffix("10 → 20: SLOWER"))
    #expect(lines(Self.result([101], mallocs: 1)).hasSuffix("mallocs 0 → 1: MORE"))
  }

  @Test func aRowThatIsNewIsSaidToBe() {
    let lines = Comparison.lines(from: Record(rows: []), to: Record(rows: [Self.result([1])]))
    #expect(lines == ["W1.static         is new"])
  }

  @Test func numbersAreShort() {
    #expect(
      [0.254, 94.23, 1_250.4, 1_234_567, 3].map(\.text) == [
        "0.25", "94.2", "1,250", "1,234,567", "3",
      ])
  }

  @Test func theChartHasABarAndAGoalForARow() throws {
    var result = Self.result([100, 100, 100])
    result.judge([.times("F0", atMost: 1)])
    let svg = BarChart([result]).svg
    #expect(svg.contains("class=\"bar\" x=\"470.0\" y=\"46.0\" width=\"480.0\""))
    // A tenth of the time is half of the way from 1 to 100.
    #expect(svg.contains("class=\"goal\" x1=\"710.0\""))
    #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n"))
  }
}
