import KatanaRuntime
import KatanaTesting
import Synchronization

/// What a promise is given to be tried, and what comes of it.
package final class Trial: Sendable {
  let seed: UInt64
  /// The first seed of simulated orders.
  let first: UInt64
  /// How many cases to try, if there is time.
  package let wanted: Int
  /// How long nobody may be held; a promise about time holds on a machine that has time.
  let patience: Duration
  /// Whether the memory of the process shows what the app needs: nothing else runs in it.
  let isAlone: Bool
  private let end: ContinuousClock.Instant
  private let tried = Atomic<Int>(0)
  private let violated = Atomic<Int>(0)
  private let notes = Locked<[String]>([])
  private let stage = Locked("")

  package init(
    seed: UInt64, wanted: Int, time: Duration, patience: Duration = .milliseconds(500),
    isAlone: Bool = true, first: UInt64? = nil
  ) {
    self.seed = seed
    self.first = first ?? seed &* 1_000_003
    self.patience = patience
    self.isAlone = isAlone
    self.wanted = wanted
    self.end = .now + time
  }

  package var cases: Int { tried.load(ordering: .relaxed) }
  package var violations: Int { violated.load(ordering: .relaxed) }
  package var findings: [String] { notes.withLock { $0 } }

  /// Whether there is something left to try, and time for it.
  var goesOn: Bool { cases < wanted && ContinuousClock.now < end }
  var isTimeOver: Bool { ContinuousClock.now >= end }

  func count(_ cases: Int = 1) { tried.add(cases, ordering: .relaxed) }

  /// Counts a violation unless something holds; the first ones are printed.
  package func check(_ holds: Bool, _ text: @autoclosure () -> String) {
    if holds { return }
    let number = violated.add(1, ordering: .relaxed).newValue
    if number <= 5 { note("VIOLATION: \(text())") }
  }

  /// Counts a violation if the process needs more memory than before, apart from noise; with a `before` of
  /// 0, the trial was too short to say.
  func checkMemory(since before: Int, limit: Int = 1_000_000) {
    if before == 0 { return }
    let growth = residentBytes() - before
    check(!isAlone || growth < limit, "memory grew by \(growth) bytes")
    note("resident memory grew by \(growth / 1_024) KB")
  }

  /// A figure for the table.
  func note(_ text: String) { notes.withLock { $0.append(text) } }

  /// What is being tried, for the watchdog.
  package var doing: String {
    get { stage.withLock { $0 } }
    set { stage.withLock { $0 = newValue } }
  }
}
