import Katana
import Testing

/// The name of a case is read from the metadata. Swift's own function is the witness.
@Suite struct EnumCaseNameTests {
  enum One { case only }
  enum OnePayload { case only(String) }
  enum Plain: String, CaseIterable { case first, second, third }
  enum Bits { case big(UInt64), flag(Bool), none, pair(Int, text: String), object(Box), last }
  enum Generic<Value> { case some(Value), empty, others([Value]) }
  indirect enum Tree { case leaf, branch(Tree, Tree) }
  enum Nested { case inner(Bits), wrapped(Plain?), function(@Sendable () -> Void), end }
  enum Failure: Error { case broken, missing(name: String) }
  final class Box {}
  struct NoEnum { var value = 1 }

  private func names<Value>(_ values: Value...) -> [String] {
    values.map { value in
      let own = typeAndCaseName(of: value).caseName
      // The very same string of the program's image.
      #expect(own == swiftEnumCaseName(value))
      return own.map { String(cString: $0) } ?? "nil"
    }
  }

  @Test func eachCaseHasItsName() {
    #expect(names(One.only) == ["only"])
    #expect(names(OnePayload.only("secret")) == ["only"])
    #expect(names(Plain.first, .second, .third) == ["first", "second", "third"])
    #expect(
      names(Bits.big(.max), .flag(true), .none, .pair(1, text: ""), .object(Box()), .last)
        == ["big", "flag", "none", "pair", "object", "last"])
    #expect(names(Tree.leaf, .branch(.leaf, .leaf)) == ["leaf", "branch"])
    #expect(
      names(Nested.inner(.none), .wrapped(nil), .wrapped(.first), .function({}), .end)
        == ["inner", "wrapped", "wrapped", "function", "end"])
    #expect(names(Failure.broken, .missing(name: "")) == ["broken", "missing"])
  }

  @Test func genericEnumsAndOptionalsHaveNamesToo() {
    #expect(names(Generic.some(1), .empty, .others([])) == ["some", "empty", "others"])
    #expect(
      names(Generic<Box?>.some(nil), .some(Box()), .empty, .others([]))
        == ["some", "some", "empty", "others"])
    #expect(names(Int?.none, 1) == ["none", "some"])
    #expect(names(Bits??.none, .some(nil), .last) == ["none", "some", "some"])
    #expect(names(Outcome<Int, Failure>.success(1), .failure(.broken)) == ["success", "failure"])
  }

  @Test func localAndLargeEnumsHaveNames() {
    enum Local { case here(Int), there }
    #expect(names(Local.here(1), .there) == ["here", "there"])
    #expect(names(Large.c0, .c7(1), .c15) == ["c0", "c7", "c15"])
  }

  enum Large {
    case c0, c1, c2, c3, c4, c5, c6
    case c7(Int)
    case c8, c9, c10, c11, c12, c13, c14, c15
  }

  @Test func anExistentialInsideOfAnotherIsOpened() {
    func name<Value>(_ value: Value) -> String? { enumCaseName(of: value as Any) }
    let error: any Error = Failure.missing(name: "")
    #expect(name(error) == "missing")
    #expect(name(error as Any) == "missing")
    #expect(name(NoEnum() as Any) == nil)
  }

  @Test func whatIsNoEnumHasNone() {
    #expect(names(NoEnum()) == ["nil"])
    #expect(names(1) == ["nil"])
    #expect(names((1, 2)) == ["nil"])
    #expect(names("text") == ["nil"])
    #expect(names(Box()) == ["nil"])
    let error: any Error = Failure.missing(name: "x")
    #expect(enumCaseName(of: error) == "missing")
    let function: () -> Void = {}
    #expect(enumCaseName(of: function) == nil)
    #expect(enumCaseName(of: Int.self) == nil)
  }
}
