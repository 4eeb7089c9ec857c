import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct ChangedRangeTests {
  struct Sub: Subscription {
    var name: String
  }

  private func part(_ old: String, _ new: String) -> ChangedRange {
    func list(_ text: String) -> [any Subscription] { text.map { Sub(name: String($0)) } }
    return ChangedRange(from: list(old), to: list(new))
  }

  @Test func equalListsHaveNone() {
    #expect(part("abc", "abc").isEmpty)
    #expect(part("", "").isEmpty)
  }

  @Test func theVeryListIsNotCompared() {
    struct Counted: Subscription {
      static let comparisons = Locked(0)
      static func == (lhs: Self, rhs: Self) -> Bool {
        comparisons.withLock { $0 += 1 }
        return true
      }
    }
    let list: [any Subscription] = [Counted()]
    #expect(ChangedRange(from: list, to: list).isEmpty)
    #expect(Counted.comparisons.withLock { $0 } == 0)
    #expect(ChangedRange(from: list, to: [Counted()]).isEmpty)
    #expect(Counted.comparisons.withLock { $0 } == 1)
  }

  @Test func equalEndsAreNotPartOfIt() {
    let replaced = part("abcde", "abxde")
    #expect(replaced.old == 2..<3 && replaced.new == 2..<3)
    let inserted = part("abde", "abcde")
    #expect(inserted.old == 2..<2 && inserted.new == 2..<3)
    let removed = part("aaa", "aa")
    #expect(removed.old == 2..<3 && removed.new == 2..<2)
    let all = part("ab", "cd")
    #expect(all.old == 0..<2 && all.new == 0..<2)
  }

  @Test func valuesOfOtherTypesAreNotEqual() {
    struct Other: Subscription {
      var name: String
    }
    #expect(ChangedRange(from: [Sub(name: "a")], to: [Other(name: "a")]).old == 0..<1)
  }
}
