import Foundation
import Testing

@testable import Katana

/// A NaN equals itself where the question is whether a value has changed.
@Suite struct UnchangedTests {
  struct Both: Equatable {
    var ratio: Double
    var number = 0
  }
  enum Choice: Equatable {
    case none, other
    case ratio(Double)
  }
  struct Hidden: Equatable, CustomReflectable {
    var ratio: Double
    var number = 0
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  @Test func aNaNIsUnchangedAndWhatIsBesideItIsCompared() {
    #expect(isUnchanged(Double.nan, .nan) && isUnchanged(Float?.some(.nan), .nan))
    #expect(!isUnchanged(Double.nan, 1) && !isUnchanged(1, Double.nan))
    #expect(!isUnchanged(Double?.none, .nan) && !isUnchanged(1, 2) && isUnchanged("a", "a"))
    #expect(isUnchanged(Both(ratio: .nan), Both(ratio: .nan)))
    #expect(!isUnchanged(Both(ratio: .nan), Both(ratio: .nan, number: 1)))
    #expect(isUnchanged(Choice.ratio(.nan), .ratio(.nan)))
    #expect(!isUnchanged(Choice.ratio(.nan), .other) && !isUnchanged(Choice.none, .other))
    #expect(isUnchanged(SIMD2(Double.nan, 1), SIMD2(.nan, 1)))
    #expect(!isUnchanged(SIMD2(Double.nan, 1), SIMD2(.nan, 2)))
    #expect(
      isUnchanged(Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .nan)))
    #expect(!isUnchanged(Hidden(ratio: .nan), Hidden(ratio: .nan, number: 1)))
  }

  /// Not equal by `==`, and a part that changes cannot be seen, or has no `==`.
  struct Partly: Equatable, CustomReflectable {
    var ratio = Double.nan
    var number = 0
    var customMirror: Mirror { Mirror(self, children: ["ratio": ratio]) }
  }
  enum Side { case left, right }
  struct Sided: Equatable {
    var ratio = Double.nan
    var side = Side.left
    var sides: [Side]?
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.ratio == rhs.ratio }
  }
  struct Acting: Equatable {
    var ratio = Double.nan
    var act: () -> Int
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.ratio == rhs.ratio }
  }

  @Test func whatCannotBeSeenCountsAsDifferent() {
    #expect(!isUnchanged(Partly(), Partly(number: 1)))
    #expect(isUnchanged(Sided(), Sided()) && !isUnchanged(Sided(), Sided(side: .right)))
    #expect(isUnchanged(Sided(sides: [.left]), Sided(sides: [.left])))
    #expect(isUnchanged(Sided(sides: []), Sided(sides: [])))
    #expect(!isUnchanged(Sided(sides: [.left]), Sided(sides: [.right])))
    #expect(!isUnchanged(Sided(sides: []), Sided(sides: [.right])))
    #expect(!isUnchanged(Sided(), Sided(sides: [])))
    #expect(!isUnchanged(Acting { 1 }, Acting { 2 }))
  }

  @Test func collectionsAreSearchedForNaNs() {
    #expect(differOnlyInNaN([1, Double.nan], [1, Double.nan]))
    #expect(!differOnlyInNaN([1, Double.nan], [2, Double.nan]))
    #expect(differOnlyInNaN(["a": [Double.nan]], ["a": [Double.nan]]))
    #expect(!differOnlyInNaN(["a": Double.nan], ["b": Double.nan]))
    #expect(differOnlyInNaN(Set([Double.nan, 1]), Set([1, .nan])))
    #expect(!differOnlyInNaN(Set([Double.nan, 1]), Set([2, .nan])))
    #expect(!differOnlyInNaN(1, 2) && !differOnlyInNaN([1, 2], [1, 3]))
  }
}
