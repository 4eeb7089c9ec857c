import Katana
import KatanaComparison

/// Pairs the elements of an expected and an actual list, by their indices. Pure.
struct ListMatching {
  enum Relation { case equal, outOfOrder, differs }

  private var partners: [(actual: Int, relation: Relation)?]
  private var restOfActual: [Int]
  /// The pairs of the longest common subsequence.
  private let common: [(expected: Int, actual: Int)]

  init(_ expected: Int, _ actual: Int, areEqual: (Int, Int) -> Bool) {
    common = Alignment(expected: expected, actual: actual, areEqual: areEqual).pairs
    partners = Array(repeating: nil, count: expected)
    for pair in common { partners[pair.expected] = (pair.actual, .equal) }
    let paired = Set(common.map(\.actual))
    restOfActual = (0..<actual).filter { !paired.contains($0) }
  }

  /// Returns whether all elements have a partner.
  ///
  /// - Parameter allowingOthers: Whether actual elements may be without a partner.
  func isComplete(allowingOthers: Bool) -> Bool {
    (allowingOthers || restOfActual.isEmpty) && partners.allSatisfy { $0 != nil }
  }

  /// Pairs elements without a partner, first those between the same two common elements.
  ///
  /// - Parameters:
  ///   - relation: The relation of the new pairs.
  ///   - limit: The number of comparisons after which the search ends. Without a limit, it would
  ///     take too long for large lists that have nothing in common.
  ///   - belong: Returns whether an expected and an actual element may be paired.
  mutating func pairRest(
    _ relation: Relation, limit: Int = .max, where belong: (Int, Int) -> Bool
  ) {
    var questions = 0
    let gaps = (
      gaps(partners.count, \.expected), gaps(restOfActual.last.map { $0 + 1 } ?? 0, \.actual)
    )
    for isNear in [true, false] {
      for expected in partners.indices where partners[expected] == nil && questions < limit {
        let found = restOfActual.firstIndex { actual in
          questions += 1
          return (!isNear || gaps.0[expected] == gaps.1[actual]) && belong(expected, actual)
        }
        guard let found else { continue }
        partners[expected] = (restOfActual.remove(at: found), relation)
      }
    }
  }

  /// Returns, for each index, the number of common elements before it.
  private func gaps(
    _ count: Int, _ side: (((expected: Int, actual: Int)) -> Int)
  ) -> [Int] {
    let places = Set(common.map(side))
    var before = 0
    return (0..<count).map { index in
      defer { before += places.contains(index) ? 1 : 0 }
      return before
    }
  }

  func lines<Element>(ignoringOthers: Bool) -> [ListDifference<Element>.Line] {
    var lines: [ListDifference<Element>.Line] = []
    var others = restOfActual[...]
    func addOthers(before actual: Int) {
      while let other = others.first, other < actual {
        lines.append(ignoringOthers ? .ignored(other) : .unexpected(other))
        others.removeFirst()
      }
    }
    let places = Set(common.map(\.expected))
    for (expected, partner) in partners.enumerated() {
      if let partner, places.contains(expected) { addOthers(before: partner.actual) }
      switch partner {
      case (let actual, .equal)?: lines.append(.equal(expected, actual))
      case (let actual, .outOfOrder)?: lines.append(.outOfOrder(expected, actual))
      case (let actual, .differs)?: lines.append(.differs(expected, actual))
      case nil: lines.append(.missing(expected))
      }
    }
    addOthers(before: .max)
    return lines
  }
}
