import Synchronization

/// The number of a run or of a control command, which is never used again. They increase in the order
/// of the starts.
struct RunID: Hashable, Comparable, Sendable {
  let number: UInt64
  private static let last = Atomic<UInt64>(0)

  static func next() -> RunID { RunID(number: last.add(1, ordering: .relaxed).newValue) }
  static func < (lhs: RunID, rhs: RunID) -> Bool { lhs.number < rhs.number }
}
