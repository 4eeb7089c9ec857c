import Foundation
import Katana
import KatanaComparison
import Testing

@Suite struct DifferenceTests {
  struct User: Equatable {
    var name: String
    var tags: [String] = []
  }
  struct Plain {
    var user: User
    var count = 0
    var action: Action = .none
  }
  enum Action {
    case none
    case named(String)
    case function(@Sendable () -> Void)
  }
  final class Reference {}

  @Test func equatableValuesAreComparedByEqual() {
    struct Sloppy: Equatable {
      var value: Int
      static func == (lhs: Self, rhs: Self) -> Bool { true }
    }
    #expect(Difference.first(between: Sloppy(value: 1), and: Sloppy(value: 2)) == nil)
  }

  @Test func otherValuesAreComparedPartByPart() {
    let value = Plain(user: User(name: "a"))
    #expect(Difference.first(between: value, and: value) == nil)
    #expect(
      Difference.first(between: value, and: Plain(user: User(name: "b")))
        == Difference(path: ".user.name", reason: .unequal("a", "b")))
    #expect(
      Difference.first(between: [value], and: [Plain(user: User(name: "a", tags: ["x"]))])
        == Difference(path: "[0].user.tags", reason: .unequal("[]", #"["x"]"#)))
  }

  @Test func casesOfEnumsAreCompared() {
    func plain(_ action: Action) -> Plain { Plain(user: User(name: "a"), action: action) }
    #expect(Difference.first(between: plain(.none), and: plain(.none)) == nil)
    #expect(Difference.first(between: plain(.named("x")), and: plain(.named("x"))) == nil)
    #expect(
      Difference.first(between: plain(.named("x")), and: plain(.named("y")))
        == Difference(path: ".action.named", reason: .unequal("x", "y")))
    #expect(Difference.first(between: plain(.none), and: plain(.named("x")))?.path == ".action")
  }

  @Test func whatCannotBeComparedIsNamed() {
    let value = Plain(user: User(name: "a"), action: .function {})
    let difference = Difference.first(between: value, and: value)
    #expect(difference?.path == ".action.function")
    #expect(difference?.reason == .incomparable("@Sendable () -> ()"))
    #expect(
      "\(difference!)"
        == ".action.function cannot be compared: @Sendable () -> () is not Equatable and has no parts"
    )
  }

  @Test func objectsAreEqualOnlyToThemselvesUnlessTheySayOtherwise() {
    let reference = Reference()
    #expect(Difference.first(between: reference, and: reference) == nil)
    #expect(Difference.first(between: reference, and: Reference()) != nil)
  }

  @Test func theInsideOfALibraryTypeIsNotShownWhenItSaysNothing() {
    struct Get: Equatable { var url: URL }
    let difference = Difference.first(
      between: Get(url: URL(filePath: "/a")), and: Get(url: URL(filePath: "/b")))
    #expect(difference == Difference(path: ".url", reason: .unequal("file:///a", "file:///b")))
  }

  @Test func tuplesInCasesHaveReadablePaths() {
    enum Pair: Equatable { case both(Int, String) }
    let difference = Difference.first(between: Pair.both(1, "a"), and: Pair.both(1, "b"))
    #expect(difference?.path == ".both.1")
  }

  @Test func valuesOfDifferentTypesDiffer() {
    #expect(Difference.first(between: 1, and: "1") != nil)
    #expect(Difference.first(between: [1] as [Any], and: [1, 2] as [Any]) != nil)
  }

  @Test func allDifferencesAreFoundUpToALimit() {
    let (lhs, rhs) = (Plain(user: User(name: "a")), Plain(user: User(name: "b"), count: 1))
    #expect(
      differences(between: lhs, and: rhs, limit: 9) == [
        Difference(path: ".user.name", reason: .unequal(#""a""#, #""b""#)),
        Difference(path: ".count", reason: .unequal("0", "1")),
      ])
    #expect(differences(between: lhs, and: rhs, limit: 1).map(\.path) == [".user.name"])
    #expect(differences(between: lhs, and: lhs, limit: 9) == [])
  }

  @Test func equalValuesAreNotTakenApart() {
    struct Closed: Equatable, CustomReflectable {
      var value = 1
      var customMirror: Mirror {
        Issue.record("an equal value was taken apart")
        return Mirror(self, children: [])
      }
    }
    #expect(differences(between: [Closed()], and: [Closed()], limit: 9) == [])
  }

  @Test func nestedListsAreTakenApartTwiceAtMost() {
    final class Counter { var count = 0 }
    struct Leaf: CustomReflectable {
      let counter: Counter
      var customMirror: Mirror {
        counter.count += 1
        return Mirror(self, children: ["value": 1], displayStyle: .struct)
      }
    }
    let counter = Counter()
    let nested = (0..<8).reduce(Leaf(counter: counter) as Any) { inside, _ in [inside] as [Any] }
    #expect(differences(between: nested, and: nested, limit: 9) == [])
    #expect(counter.count == 4, "two mirrors, for each of the two times")
  }

  @Test func whatEqualLeavesOutIsNoDifferenceAtAnyDepth() {
    struct Titled: Equatable {
      var title: String
      var cache: Int
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }
    }
    struct Shelf: Equatable {
      var titled: Titled
      var count: Int
    }
    let lhs = Shelf(titled: Titled(title: "a", cache: 1), count: 1)
    let rhs = Shelf(titled: Titled(title: "a", cache: 2), count: 2)
    #expect(
      differences(between: lhs, and: rhs, limit: 9)
        == [Difference(path: ".count", reason: .unequal("1", "2"))])
  }

  @Test func whatCannotBeComparedProvesNothingInsideOfUnequalValues() {
    struct Button: Equatable {
      var title: String
      var action: @Sendable () -> Void
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }
    }
    #expect(
      differences(
        between: Button(title: "a") {}, and: Button(title: "b") {}, limit: 9)
        == [Difference(path: ".title", reason: .unequal(#""a""#, #""b""#))])
  }

  @Test func metatypesAreCompared() {
    #expect(Difference.first(between: Int.self, and: Int.self) == nil)
    #expect(Difference.first(between: Int.self, and: String.self) != nil)
  }

  @Test func eachReasonHasADescription() {
    func text(_ reason: Difference.Reason) -> String { "\(Difference(path: ".a", reason: reason))" }
    #expect(text(.unequal("1", "2")) == ".a: 1 is not 2")
    #expect(text(.missing("1")) == ".a: only the first has 1")
    #expect(text(.unexpected("1")) == ".a: only the second has 1")
    #expect(text(.reordered("1", 0, 2)) == ".a: 1 has the index 0 in the first, 2 in the second")
    #expect(text(.alike("•••")) == ".a: ••• on both sides: the secrets differ")
    #expect(
      text(.alike("A")) == ".a: A on both sides: they print alike, but == says they differ")
  }

  private struct Nested { var content: Any }

  @Test func aHundredLevelsAreCompared() {
    func nested(_ count: Int) -> Any {
      (0..<count).reduce(1 as Any) { inside, _ in Nested(content: inside) }
    }
    #expect(differences(between: nested(100), and: nested(100), limit: 9) == [])
    #expect(
      differences(between: nested(101), and: nested(101), limit: 9).map(\.reason)
        == [.incomparable("Nested")])
  }

  /// What comes after the last difference that is wanted is not looked at.
  @Test func theComparisonStopsAtTheLimit() {
    final class Counter { var count = 0 }
    struct Counted: CustomReflectable {
      let counter: Counter
      let value: Int
      var customMirror: Mirror {
        counter.count += 1
        return Mirror(self, children: ["value": value], displayStyle: .struct)
      }
    }
    let counter = Counter()
    func values(_ first: Int) -> (Counted, Counted, Counted) {
      (
        Counted(counter: counter, value: first), Counted(counter: counter, value: 3),
        Counted(counter: counter, value: 3)
      )
    }
    #expect(differences(between: values(1), and: values(2), limit: 1).map(\.path) == [".0.value"])
    #expect(counter.count == 2)
  }

  @Test func dictionariesAreComparedByKeyWhateverTheirOrder() {
    struct Plain { var number: Int }
    var (left, right): ([Int: Plain], [Int: Plain]) = ([:], [:])
    for number in 0..<100 { left[number] = Plain(number: number) }
    for number in (0..<100).reversed() { right[number] = Plain(number: number) }
    #expect(Difference.first(between: left, and: right) == nil)
    right[7] = Plain(number: 8)
    #expect(Difference.first(between: left, and: right)?.path == "[7].number")
  }
}
