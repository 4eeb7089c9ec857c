import Katana
import KatanaComparison

/// How a list of what happened differs from the expected list: what is missing, unexpected, out of
/// order, or almost right.
///
/// The longest common subsequence is matched first. Of the rest, what is equal to an element
/// elsewhere is out of order, what is similar to one differs, and what is left is missing or
/// unexpected.
package struct ListDifference<Element> {
  /// What is asserted about the actual list.
  package enum Mode: Sendable {
    /// It has exactly the expected elements, in their order.
    case exact
    /// It has exactly the expected elements.
    case inAnyOrder
    /// It has the expected elements in their order; there may be others before, between and after.
    case contains
    /// It has the expected elements, in any order, among others.
    case containsInAnyOrder

    fileprivate var allowsOthers: Bool { self == .contains || self == .containsInAnyOrder }
  }

  /// One line of the difference; the numbers are indices of the expected and the actual list.
  package enum Line: Equatable {
    case equal(Int, Int)
    case missing(Int)
    case unexpected(Int)
    case differs(Int, Int)
    case outOfOrder(Int, Int)
    case ignored(Int)
  }

  package let expected: [Element]
  package let actual: [Element]
  /// In the order of the expected list; elements that only the actual one has, where they came.
  package private(set) var lines: [Line] = []

  /// The difference, or `nil` if the lists match.
  ///
  /// - Parameters:
  ///   - expected: What should have happened.
  ///   - actual: What happened.
  ///   - mode: Whether the order and other elements count.
  ///   - areEqual: Whether an expected and an actual element are equal.
  ///   - areSimilar: Whether two unequal elements are likely to be meant for each other.
  package init?(
    expected: [Element], actual: [Element], mode: Mode,
    areEqual: (Element, Element) -> Bool = { Comparison.areEqual($0, $1) },
    areSimilar: (Element, Element) -> Bool = { EffectKind(of: $0) == EffectKind(of: $1) }
  ) {
    self.expected = expected
    self.actual = actual
    if matches(mode, areEqual) { return nil }
    var matching = ListMatching(expected.count, actual.count) { areEqual(expected[$0], actual[$1]) }
    if mode == .inAnyOrder || mode == .containsInAnyOrder {
      matching.pairRest(.equal) { areEqual(expected[$0], actual[$1]) }
      if matching.isComplete(allowingOthers: mode.allowsOthers) { return nil }
    }
    matching.pairRest(.outOfOrder, limit: 200_000) { areEqual(expected[$0], actual[$1]) }
    matching.pairRest(.differs, limit: 200_000) { index, place in
      // Among similar ones, those that are wrapped alike go first.
      type(of: expected[index] as Any) == type(of: actual[place] as Any)
        && areSimilar(expected[index], actual[place])
    }
    matching.pairRest(.differs, limit: 200_000) { areSimilar(expected[$0], actual[$1]) }
    lines = matching.lines(ignoringOthers: mode.allowsOthers)
  }

  private func matches(_ mode: Mode, _ areEqual: (Element, Element) -> Bool) -> Bool {
    guard mode == .contains else {
      return expected.count == actual.count && zip(expected, actual).allSatisfy(areEqual)
    }
    var rest = actual[...]
    return expected.allSatisfy { element in
      rest = rest.drop { !areEqual(element, $0) }
      return rest.popFirst() != nil
    }
  }
}

/// What makes two commands, messages or subscriptions similar: their type and, of an enum, the
/// case, whatever wraps them.
package struct EffectKind: Equatable {
  private let type: ObjectIdentifier
  private let caseName: String?

  package init(of value: Any) {
    let leaf = leaf(of: value)
    self.type = ObjectIdentifier(Swift.type(of: leaf))
    self.caseName = enumCaseName(of: leaf)
  }
}
