import Mutating
import Testing

/// The file with all mutants of one operator behind the switch.
private func rewritten(_ source: String, _ mutation: MutationOperator) -> String {
  let places = Place.all(in: source).filter { $0.mutation == mutation }
  let numbered = Dictionary(uniqueKeysWithValues: zip(1..., places))
  return Rewriting(source, numbered).text
}

@Suite struct RewritingTests {
  @Test func aConditionIsNegated() {
    #expect(
      rewritten("if isDone { f(x) }", .negate) == "if ((isDone) != __mutant(1)) { f(x) }")
    #expect(
      rewritten("let a = b.isEmpty ? 1 : 2", .negate)
        == "let a = ((b.isEmpty) != __mutant(1)) ? 1 : 2")
    #expect(
      rewritten("for a in b where a.isOld {}", .negate)
        == "for a in b where ((a.isOld) != __mutant(1)) {}")
    #expect(rewritten("f(!a)", .negate) == "f(((!a) != __mutant(1)))")
  }

  @Test func aComparisonIsChanged() {
    #expect(rewritten("f(a == b)", .equality) == "f(((a == b) != __mutant(1)))")
    #expect(rewritten("f(a < b)", .boundary) == "f((__mutant(1) ? (a <= b) : (a < b)))")
    #expect(rewritten("f(a >= b)", .boundary) == "f((__mutant(1) ? (a > b) : (a >= b)))")
    #expect(rewritten("f(a && b)", .andOr) == "f((__mutant(1) ? (a || b) : (a && b)))")
  }

  @Test func anEqualityAsAConditionIsOneMutantOnly() {
    #expect(Place.all(in: "if a == b { f() }").filter { $0.mutation == .negate }.isEmpty)
  }

  @Test func numbersAndLiteralsAreChanged() {
    #expect(rewritten("f(a + 1)", .plusMinus) == "f((__mutant(1) ? (a - 1) : (a + 1)))")
    #expect(rewritten("a += 1", .plusMinus) == "if __mutant(1) { a -= 1 } else { a += 1 }")
    #expect(rewritten("f(a + b)", .plusMinus) == "f(a + b)")
    #expect(rewritten("f(1_000)", .integer) == "f((__mutant(1) ? (1001) : (1_000)))")
    #expect(rewritten("f(true)", .boolean) == "f(((true) != __mutant(1)))")
    #expect(rewritten("while true { f() }", .boolean) == "while true { f() }")
  }

  @Test func aStatementIsDropped() {
    let source = """
      func f() {
        a.append(1)
        b = 2
        try? g()
      }
      """
    #expect(
      rewritten(source, .drop)
        == """
        func f() {
          if !__mutant(1) { a.append(1) }
          if !__mutant(2) { b = 2 }
          try? g()
        }
        """.replacing("  try? g()", with: "  if !__mutant(3) { try? g() }"))
  }

  @Test func aValueIsNotDropped() {
    for source in [
      "func f() -> Int { g() }", "var a: Int { g() }", "let a = b.map { g($0) }",
      "func f() -> Int { if a { g() } else { h() } }",
      "func f() -> Int { switch a { case .b: g() } }",
      "func f() { let a: Int\n if b { a = g() } else { a = h() } }",
      "init() { a = g() }", "init() { super.init() }", "func f() { fatalError(\"text\") }",
    ] { #expect(rewritten(source, .drop) == source) }
  }

  @Test func aResultIsNegated() {
    #expect(
      rewritten("func f() -> Bool { return a.isOld }", .result)
        == "func f() -> Bool { return ((a.isOld) != __mutant(1)) }")
    #expect(
      rewritten("var f: Bool { a.isOld }", .result)
        == "var f: Bool { ((a.isOld) != __mutant(1)) }")
    #expect(rewritten("func f() -> Int { g() }", .result) == "func f() -> Int { g() }")
  }

  @Test func aGuardLetsEverythingPass() {
    #expect(
      rewritten("guard a > 0 else { return }", .noGuard)
        == "guard ((a > 0) || __mutant(1)) else { return }")
    #expect(
      rewritten("guard let a else { return }", .noGuard) == "guard let a else { return }")
  }

  @Test func aMemberIsTakenFromTheOtherEnd() {
    #expect(
      rewritten("f(a.first?.b)", .otherEnd) == "f((__mutant(1) ? (a.last) : (a.first))?.b)")
    #expect(
      rewritten("let b = a.removeFirst()", .otherEnd)
        == "let b = (__mutant(1) ? (a.removeLast()) : (a.removeFirst()))")
    #expect(rewritten("f(max(1, a))", .otherEnd) == "f((__mutant(1) ? (min(1, a)) : (max(1, a))))")
  }

  @Test func onlyTheDefaultIsTaken() {
    #expect(rewritten("f(a ?? b)", .onlyDefault) == "f((__mutant(1) ? (b) : (a ?? b)))")
  }

  @Test func whatClientsOrOtherSystemsCompileIsLeftOut() {
    for source in [
      "@inlinable func f() -> Bool { a && b }", "func f(a: Int = 1) {}",
      "enum A: Int { case b = 1 }", "#if canImport(Darwin)\n  f(a == b)\n#endif",
      "switch a { case 1: break\n default: break }",
    ] { #expect(Place.all(in: source).isEmpty, "\(source)") }
  }

  @Test func placesInsideOfOthersStandInTheUnchangedCode() {
    let source = "if a && b == 1 { f() }"
    let places = Place.all(in: source).filter { [.andOr, .equality].contains($0.mutation) }
    let text = Rewriting(source, [7: places[0], 8: places[1]]).text

    #expect(
      text == """
        if (__mutant(7) ? (a || b == 1) : (a && ((b == 1) != __mutant(8)))) { f() }
        """)
  }

  @Test func anErrorLeadsToTheInnermostMutant() throws {
    let source = "\nif a && b == 1 { f() }\n"
    let places = Place.all(in: source).filter { [.andOr, .equality].contains($0.mutation) }
    let rewriting = Rewriting(source, [7: places[0], 8: places[1]])
    let line = try #require(rewriting.text.split(separator: "\n").first)
    let place = try #require(line.firstRange(of: "b == 1) !="))
    let column = line.utf8.distance(from: line.startIndex, to: place.lowerBound) + 1

    #expect(rewriting.mutants(atLine: 2, column: column) == [8])
    #expect(rewriting.mutants(atLine: 2, column: 5) == [7])
    #expect(rewriting.mutants(atLine: 2, column: 1) == [7, 8])
  }
}
