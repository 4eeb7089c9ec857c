import Katana
import KatanaComparison

/// The difference between an actual and an expected list: elements that are missing, unexpected,
/// out of order, or similar to an expected one.
///
/// The longest common subsequence is matched first. Of the other elements, one that equals an
/// element elsewhere is out of order, and one that is similar to another differs. All others are
/// missing or unexpected.
package struct ListDifference<Element> {
  /// The requirement for the actual list.
  package enum Mode: Sendable {
    /// It has exactly the expected elements, in their order.
    case exact
    /// It has exactly the expected elements, in any order.
    case inAnyOrder
    /// It has the expected elements in their order, and may have others.
    case contains
    /// It has the expected elements in any order, and may have others.
    case containsInAnyOrder

    fileprivate var allowsOthers: Bool { self == .contains || self == .containsInAnyOrder }
  }

  /// One line of the difference. The values are indices: of the expected list, of the actual list,
  /// or of both in this order.
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
  /// The lines in the order of the expected list; elements that only the actual list has are where
  /// they came.
  package private(set) var lines: [Line] = []

  /// Creates the difference between two lists, or returns `nil` if they match.
  ///
  /// - Parameters:
  ///   - expected: The elements that should have come.
  ///   - actual: The elements that came.
  ///   - mode: Whether the order counts, and whether other elements are allowed.
  ///   - areEqual: Returns whether an expected and an actual element are equal.
  ///   - areSimilar: Returns whether an expected element probably stands for an unequal actual one.
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
      // First, similar elements in wrappers of the same type are paired.
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

/// The kind of a command, message or subscription: its type, and the case of an enum.
///
/// Two values of one kind are similar, whatever wraps them.
package struct EffectKind: Equatable {
  private let type: ObjectIdentifier
  private let caseName: String?

  package init(of value: Any) {
    let leaf = leaf(of: value)
    self.type = ObjectIdentifier(Swift.type(of: leaf))
    self.caseName = enumCaseName(of: leaf)
  }
}
