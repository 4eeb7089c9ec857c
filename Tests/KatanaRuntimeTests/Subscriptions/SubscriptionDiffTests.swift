import Katana
import Synchronization
import Testing

@testable import KatanaRuntime

@Suite struct SubscriptionDiffTests {
  struct Sub: Subscription {
    var name: String
  }

  private func list(_ text: String) -> [any Subscription] { text.map { Sub(name: String($0)) } }

  private func diff(_ old: String, _ new: String) -> SubscriptionDiff {
    SubscriptionDiff(from: list(old)[...], to: list(new)[...])
  }

  @Test func equalListsHaveNoDifference() {
    #expect(diff("abc", "abc").continued == [0, 1, 2])
    #expect(diff("", "").removed == [])
  }

  @Test func slicesKeepTheirIndices() {
    let diff = SubscriptionDiff(from: list("abcde")[1..<4], to: list("xdyb")[1...])
    #expect(diff.continued == [3, nil, 1])
    #expect(diff.removed == [2])
  }

  @Test func movedElementsContinue() {
    let diff = diff("abc", "cab")
    #expect(diff.removed.isEmpty)
    #expect(diff.continued == [2, 0, 1])
  }

  @Test func equalElementsContinueInOrder() {
    let diff = diff("aab", "baa")
    #expect(diff.removed.isEmpty)
    #expect(diff.continued == [2, 0, 1])
    #expect(self.diff("aaa", "a").removed == [1, 2])
  }

  /// Against the definition: continued elements are equal and used once, all else is removed.
  @Test func randomLists() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let old = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "abcd".randomElement()! })
      let new = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "abcd".randomElement()! })
      let diff = diff(old, new)
      let (oldElements, newElements) = (Array(old), Array(new))
      #expect(diff.continued.count == newElements.count, "\(old) \(new)")
      for (offset, index) in diff.continued.enumerated() {
        if let index {
          #expect(oldElements[index] == newElements[offset], "\(old) \(new)")
        }
      }
      let used = diff.continued.compactMap { $0 } + diff.removed
      #expect(used.sorted() == Array(oldElements.indices), "\(old) \(new)")
      let started = diff.continued.enumerated().filter { $0.element == nil }.map {
        newElements[$0.offset]
      }
      let stopped = diff.removed.map { oldElements[$0] }
      #expect(
        Set(started).isDisjoint(with: stopped), "nothing is stopped and started: \(old) \(new)")
    }
  }

  /// Many values with one id, which is a mistake of the app that an issue reports, are compared a few
  /// times each.
  @Test func manyValuesWithOneIDAreNotComparedWithEachOther() {
    struct Conflict: Subscription {
      static let comparisons = Atomic(0)
      var value: Int
      var id: Int { 1 }
      static func == (lhs: Self, rhs: Self) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return lhs.value == rhs.value
      }
      func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
    let old: [any Subscription] = (0..<1_000).map { Conflict(value: $0) }
    let new: [any Subscription] = (0..<1_000).reversed().map { Conflict(value: $0) }
    let diff = SubscriptionDiff(from: old[...], to: new[...])
    #expect(diff.continued == (0..<1_000).reversed())
    #expect(Conflict.comparisons.load(ordering: .relaxed) < 10_000)
  }
}
