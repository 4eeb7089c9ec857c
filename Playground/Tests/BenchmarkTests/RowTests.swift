import Testing

@testable import benchmark

@Suite struct RowTests {
  @Test func namesAreUnique() {
    let names = Row.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func everyFloorIsARow() {
    let names = Set(Row.all.map(\.name))
    for row in Row.all { #expect(names.contains(row.floor), "\(row.name)") }
  }

  @Test func everyCeilingBelongsToARow() {
    let names = Set(Row.all.map(\.name))
    for name in Ceiling.all.keys { #expect(names.contains(name)) }
  }

  @Test func theTableShowsWhatWasMeasured() {
    let result = RowResult(
      name: "W1.static", title: "one updater", nanoseconds: 40, timesFloor: 4, mallocs: 1.5,
      instructions: 1_234.4)
    let cells = Table.line(of: result).split(separator: " ").suffix(5)
    #expect(cells == ["40", "4", "F0", "1.50", "1,234"])
    #expect(Table.line(of: RowResult(name: "W1.static", title: "")).contains("—"))
  }

  @Test func numbersAreShort() {
    #expect(
      [0.254, 94.23, 1_250.4, 1_234_567, 3].map(\.text) == [
        "0.25", "94.2", "1,250", "1,234,567", "3",
      ])
  }
}
