import Testing

@testable import Examples

@Suite struct FormulaParserTests {
  @Test(arguments: [
    ("=", "value expected at 2"), ("=1+", "value expected at 4"),
    ("=1 2", "operator expected at 4"),
    ("=(1", ") expected at 4"), ("=1)", "operator expected at 3"), ("=*2", "value expected at 2"),
    ("=1..2", "value expected at 2"), ("=AA1", "cell or function expected at 2"),
    ("=1+A100", "cell or function expected at 4"), ("=A", "cell or function expected at 2"),
    ("=ß1", "cell or function expected at 2"), ("=A1:B2", "operator expected at 4"),
    ("=sum", "( expected at 5"), ("=sum()", "value expected at 6"), ("=sum(A0", ") expected at 8"),
    ("=sum(A0:", "value expected at 9"), ("=sum(A0:5)", "cell expected at 9"),
    ("=sum(A0:B1:C2)", ") expected at 11"), ("=sum(A0,)", "value expected at 9"),
    ("=add(1, 2)", "cell or function expected at 2"), ("=1 & 2", "operator expected at 4"),
    ("=  ?", "value expected at 4"),
  ])
  func aMistakeIsAnErrorWithItsPlace(text: String, error: String) {
    let found = #expect(throws: CellError.self) { _ = try FormulaParser.formula(text) }
    #expect(found.map { "\($0)" } == error)
  }

  @Test func aFormulaIsATree() throws {
    #expect(
      try FormulaParser.formula("=2 × (A1 + sum(B0:B9, 1))")
        == .operation(
          .multiply, .number(2),
          .operation(
            .add, .cell(name("A1")),
            .call(.sum, [.rectangle(name("B0"), name("B9")), .formula(.number(1))]))))
  }

  @Test(arguments: [
    "=" + String(repeating: "(", count: 250), "=1" + String(repeating: "+1", count: 125),
  ])
  func aFormulaHasAGreatestLength(text: String) throws {
    #expect(throws: CellError.syntax(place: 251, expected: "end of the formula")) {
      try FormulaParser.formula(text)
    }
    _ = try FormulaParser.formula("=1" + String(repeating: "+1", count: 124))
  }
}
