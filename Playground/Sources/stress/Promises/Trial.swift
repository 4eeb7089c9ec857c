import Foundation
import Synchronization

/// What a promise is given to be tried, and what comes of it.
final class Trial: Sendable {
  let seed: UInt64
  /// The first seed of simulated orders.
  let first: UInt64
  /// How many cases to try, if there is time.
  let wanted: Int
  /// How long nobody may be held; a promise about time holds on a machine that has time.
  let patience: Duration
  /// Whether the memory of the process shows what the app needs: nothing else runs in it.
  let isAlone: Bool
  private let end: ContinuousClock.Instant
  private let tried = Atomic<Int>(0)
  private let violated = Atomic<Int>(0)
  private let notes = Guarded<[String]>([])
  private let stage = Guarded("")

  init(
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

  var cases: Int { tried.load(ordering: .relaxed) }
  var violations: Int { violated.load(ordering: .relaxed) }
  var findings: [String] { notes.read { $0 } }

  /// Whether there is something left to try, and time for it.
  var goesOn: Bool { cases < wanted && ContinuousClock.now < end }
  var isTimeOver: Bool { ContinuousClock.now >= end }

  func count(_ cases: Int = 1) { tried.add(cases, ordering: .relaxed) }

  /// Counts a violation unless something holds; the first ones are printed.
  func check(_ holds: Bool, _ text: @autoclosure () -> String) {
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
  func note(_ text: String) { notes.change { $0.append(text) } }

  /// What is being tried, for the watchdog.
  var doing: String {
    get { stage.read { $0 } }
    set { stage.change { $0 = newValue } }
  }
}

/// A value behind a lock.
final class Guarded<Value>: @unchecked Sendable {
  // Sendable, because the value is used with the lock held.
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }

  func read<Result>(_ body: (Value) -> Result) -> Result { lock.withLock { body(value) } }
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
