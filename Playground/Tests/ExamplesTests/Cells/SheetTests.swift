import Testing

@testable import Examples

/// Which cells a change computes, and their values.
@Suite struct SheetTests {
  /// Enters texts, and returns the cells that the last one has computed, with their new values.
  private func enter(_ entries: KeyValuePairs<String, String>, into sheet: inout CellSheet)
    -> [String]
  {
    var computed: [CellName] = []
    for (cell, text) in entries { computed = sheet.enter(text, into: name(cell)) }
    return computed.map { "\($0) \(sheet[$0])" }
  }

  // MARK: Propagation

  @Test func aChangeComputesTheCellsThatDependOnItAndNoOthers() {
    var sheet = CellSheet()
    #expect(
      enter(["A0": "1", "B0": "=A0*10", "C0": "=B0+1", "D0": "=5", "E0": "=D0"], into: &sheet)
        == ["E0 5"])
    #expect(enter(["A0": "2"], into: &sheet) == ["A0 2", "B0 20", "C0 21"])
    #expect(enter(["D0": "7"], into: &sheet) == ["D0 7", "E0 7"])
  }

  @Test func aCellIsComputedOnceAfterAllThatItDependsOn() {
    var sheet = CellSheet()
    _ = enter(["D0": "=B0+C0", "B0": "=A0+1", "C0": "=A0+B0"], into: &sheet)
    #expect(enter(["A0": "1"], into: &sheet) == ["A0 1", "B0 2", "C0 3", "D0 5"])
  }

  @Test func aCellWhoseValueIsTheSameChangesNoOther() {
    var sheet = CellSheet()
    _ = enter(["A0": "3", "B0": "=max(A0, 10)", "C0": "=B0", "D0": "=C0"], into: &sheet)
    #expect(enter(["A0": "4"], into: &sheet) == ["A0 4", "B0 10"])
    #expect(enter(["A0": "11"], into: &sheet) == ["A0 11", "B0 11", "C0 11", "D0 11"])
  }

  @Test func aCellOfARectangleComputesTheSum() {
    var sheet = CellSheet()
    _ = enter(["A0": "1", "B1": "2", "C0": "=sum(A0:B1)"], into: &sheet)
    #expect(enter(["B0": "4"], into: &sheet) == ["B0 4", "C0 7"])
    #expect(enter(["A2": "4"], into: &sheet) == ["A2 4"])
  }

  @Test func aCellNoLongerFollowsWhatItsOldFormulaNamed() {
    var sheet = CellSheet()
    _ = enter(["A0": "1", "B0": "=A0", "B0": "=7"], into: &sheet)
    #expect(enter(["A0": "2"], into: &sheet) == ["A0 2"])
    #expect(enter(["B0": ""], into: &sheet) == ["B0 "])
    #expect(sheet.text(of: name("B0")) == "")
  }

  @Test func aClearedCellCountsAsZero() {
    var sheet = CellSheet()
    _ = enter(["A0": "5", "B0": "=A0+1"], into: &sheet)
    #expect(enter(["A0": ""], into: &sheet) == ["A0 ", "B0 1"])
  }

  // MARK: Cycles

  @Test func aCycleIsAnErrorInItsCells() {
    var sheet = CellSheet()
    #expect(enter(["A0": "=A0"], into: &sheet) == ["A0 #cycle of A0"])
    _ = enter(["A0": "=B0", "B0": "=C0+1", "D0": "=C0"], into: &sheet)
    #expect(
      enter(["C0": "=A0"], into: &sheet)
        == [
          "A0 #cycle of A0, B0, C0", "B0 #cycle of A0, B0, C0", "C0 #cycle of A0, B0, C0",
          "D0 #cycle of A0, B0, C0",
        ])
    #expect(enter(["B0": "4"], into: &sheet) == ["B0 4", "A0 4", "C0 4", "D0 4"])
  }

  @Test func aCellBehindTwoCyclesShowsTheFirstErrorOfItsFormula() {
    var sheet = CellSheet()
    _ = enter(["C0": "=A0+B0", "B0": "=B0", "A0": "=A0"], into: &sheet)
    #expect("\(sheet[name("C0")])" == "#cycle of A0")
    _ = enter(["A0": "1"], into: &sheet)
    #expect("\(sheet[name("C0")])" == "#cycle of B0")
    _ = enter(["B0": "1"], into: &sheet)
    #expect(sheet[name("C0")] == .number(2))
  }

  // MARK: Values

  @Test(arguments: [
    ("", CellValue.empty), ("5", .number(5)), ("-0.5", .number(-0.5)), ("tea", .text("tea")),
    ("1 2", .text("1 2")), ("nan", .text("nan")), ("-", .text("-")), (" =1", .text(" =1")),
    ("=2+3*4", .number(14)), ("=(2+3)×4", .number(20)), ("=10-4-3", .number(3)),
    ("=24÷4/2", .number(3)), ("=-2*-3", .number(6)), ("= − 2 + 5 ", .number(3)),
    ("=1.5+.5", .number(2)), ("=a0", .number(2)), ("=B0", .text("two")), ("=Z99", .empty),
    ("=Z99+1", .number(1)), ("=sum(A0:A2)", .number(7)), ("=SUM(A2:B0, 10)", .number(17)),
    ("=average(A0:A1)", .number(3)), ("=count(A0:B9)", .number(3)), ("=min(A0:A2)", .number(1)),
    ("=max(A0:A2, 2*3)", .number(6)), ("=product(A0, A1)", .number(8)),
    ("=1/0", .error(.divisionByZero)), ("=average(C0:C1)", .error(.divisionByZero)),
    ("=A0+B0", .error(.notANumber(name("B0")))), ("=D0+1", .error(.divisionByZero)),
    ("=sum(A0:D0)", .error(.divisionByZero)),
  ])
  func aTextHasAValue(text: String, value: CellValue) {
    var sheet = CellSheet()
    _ = enter(["A0": "2", "A1": "4", "A2": "1", "B0": "two", "D0": "=1/0"], into: &sheet)
    sheet.enter(text, into: name("E5"))
    #expect(sheet[name("E5")] == value)
    #expect(sheet.text(of: name("E5")) == text)
  }

  @Test func aResultThatIsTooLargeIsAnError() {
    var sheet = CellSheet()
    let digits = String(repeating: "9", count: 200)
    #expect(
      enter(["A0": digits, "B0": "=A0*A0", "C0": "=B0"], into: &sheet) == ["C0 #too large"])
    #expect(enter(["A0": "2"], into: &sheet) == ["A0 2", "B0 4", "C0 4"])
  }

  // MARK: The whole sheet

  /// After random edits, each value is that of a sheet into which the same texts were entered anew.
  @Test(arguments: 0..<20)
  func valuesFollowFromTheTextsAlone(seed: UInt64) {
    var random = Numbers(state: seed)
    let cells = ["A0", "A1", "A2", "B0", "B1", "B2"].map(name)
    var sheet = CellSheet()
    for _ in 0..<60 {
      let (one, other) = (
        cells.randomElement(using: &random)!, cells.randomElement(using: &random)!
      )
      let text = [
        "", "3", "tea", "=\(one)", "=\(one)+\(other)", "=sum(\(one):\(other))", "=1/\(one)",
        "=\(one)-\(other)+",
      ].randomElement(using: &random)!
      sheet.enter(text, into: cells.randomElement(using: &random)!)
      var again = CellSheet()
      for cell in cells.shuffled(using: &random) { again.enter(sheet.text(of: cell), into: cell) }
      #expect(sheet == again)
    }
  }

  @Test func aLongChainIsComputed() {
    var sheet = CellSheet()
    for row in 1..<100 { sheet.enter("=A\(row - 1)+1", into: name("A\(row)")) }
    #expect(sheet.enter("1", into: name("A0")).count == 100)
    #expect(sheet[name("A99")] == .number(100))
  }
}

/// Numbers that follow from a seed.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
  }
}
