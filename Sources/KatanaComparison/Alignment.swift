/// Pairs the equal elements of two lists: the longest common subsequence.
///
/// - Complexity: Linear for the equal elements at both ends. Between them, the time grows with the
///   number of differences, and would be quadratic for lists without common elements. So the search
///   ends after 200,000 comparisons. Then only the elements at the ends are paired.
package struct Alignment {
  /// The indices of the paired elements, ascending in both lists.
  package private(set) var pairs: [(expected: Int, actual: Int)]

  /// Pairs the equal elements of two lists.
  ///
  /// - Parameters:
  ///   - expected: The number of elements of the first list.
  ///   - actual: The number of elements of the second list.
  ///   - areEqual: Returns whether an element of the first list, given by its index, is equal to
  ///     one of the second.
  package init(expected: Int, actual: Int, areEqual: (Int, Int) -> Bool) {
    let shorter = min(expected, actual)
    let start = (0..<shorter).first { !areEqual($0, $0) } ?? shorter
    let end =
      (0..<(shorter - start)).first { !areEqual(expected - 1 - $0, actual - 1 - $0) }
      ?? shorter - start
    pairs = (0..<start).map { ($0, $0) }
    pairs += Self.middle(start..<(expected - end), start..<(actual - end), areEqual)
    pairs += (0..<end).reversed().map { (expected - 1 - $0, actual - 1 - $0) }
  }

  /// Pairs the equal elements of two lists, and prefers elements at equal positions.
  ///
  /// Lists of one length are paired by position if that leaves no more differences than the longest
  /// common subsequence. So two swapped neighbours are two changes, not an insertion and a removal.
  package init(pairwiseIfShorter expected: Int, _ actual: Int, areEqual: (Int, Int) -> Bool) {
    self.init(expected: expected, actual: actual, areEqual: areEqual)
    guard expected == actual, pairs.contains(where: { $0.expected != $0.actual }) else { return }
    let pairwise = (0..<expected).filter { areEqual($0, $0) }
    if expected - pairwise.count <= changes(expected, actual) {
      pairs = pairwise.map { ($0, $0) }
    }
  }

  /// Returns the number of differences between lists of these lengths, if the elements between two
  /// pairs are paired too.
  private func changes(_ expected: Int, _ actual: Int) -> Int {
    var changes = 0
    var last = (expected: -1, actual: -1)
    for pair in pairs + [(expected, actual)] {
      changes += max(pair.expected - last.expected, pair.actual - last.actual) - 1
      last = pair
    }
    return changes
  }

  private static func middle(
    _ expected: Range<Int>, _ actual: Range<Int>, _ areEqual: (Int, Int) -> Bool
  ) -> [(expected: Int, actual: Int)] {
    guard !expected.isEmpty, !actual.isEmpty else { return [] }
    var comparisons = 0
    let changes = actual.difference(from: expected) { expected, actual in
      comparisons += 1
      // From here on, all elements count as equal, which ends the search.
      return comparisons > 200_000 || areEqual(expected, actual)
    }
    guard comparisons <= 200_000 else { return [] }
    let missing = Set(changes.removals.map(\.offset))
    let unexpected = Set(changes.insertions.map(\.offset))
    let kept = expected.enumerated().filter { !missing.contains($0.offset) }.map(\.element)
    let found = actual.enumerated().filter { !unexpected.contains($0.offset) }.map(\.element)
    return Array(zip(kept, found)).map { (expected: $0.0, actual: $0.1) }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
