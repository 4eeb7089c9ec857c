import KatanaTesting
import Testing

@testable import KatanaRuntime

/// The counts of consequences.
@Suite struct CompletionTrackerTests {
  private func tracker(in parent: CompletionTracker?) -> CompletionTracker {
    let tracker = CompletionTracker(parent: parent) { _ in }
    tracker.begin()
    return tracker
  }

  @Test func aLongChainIsReleasedWithoutNestedCalls() {
    var last: CompletionTracker?
    for _ in 0..<300_000 { last = tracker(in: last) }
    last = nil
  }

  /// An endless loop of calls that wait for one message each must not keep them all.
  @Test func codeThatWaitsNoLongerHasNoPart() {
    let outermost = tracker(in: nil)
    let waited = tracker(in: outermost)
    waited.abandon()
    let inner = tracker(in: waited)
    #expect(!inner.isInside(waited))
    #expect(inner.isInside(outermost))
  }

  @Test func aTrackerEndsAfterItsParts() {
    let log = Log()
    let outer = CompletionTracker(parent: nil) { _ in log("outer") }
    let inner = CompletionTracker(parent: outer) { _ in log("inner") }
    for tracker in [outer, inner] { tracker.begin() }
    outer.done(nil, .own)
    #expect(log.all == [])
    inner.done(nil, .own)
    #expect(log.all == ["inner", "outer"])
  }
}
