import Foundation
import Katana
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
}
