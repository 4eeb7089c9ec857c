import Testing

@testable import KatanaRuntime

private typealias S = ExecutionState

/// An idle runtime's state.
private let idle = ExecutionState()

@Suite struct ExecutionStateTests {
  @Test func whatIsPostedBeforeTheStartWaits() {
    var state = ExecutionState.initial
    expect(state.post(here: true) == .append)
    expect(state.post(here: false) == .append)
    expect(state.start(here: true) == .execute)
    expect(state == S(S.executing | S.posted))
  }

  @Test func itStartsOnce() {
    var state = ExecutionState.initial
    expect(state.start(here: false) == .schedule)
    expect(state.start(here: false) == nil)
    expect(state == S(S.executing | S.posted | S.scheduled))
  }

  @Test func whoPostsToAnIdleRuntimeHandlesTheMessage() {
    var state = idle
    expect(state.post(here: true) == .execute)
    expect(state == S(S.executing | S.posted))
  }

  @Test func whoPostsToARuntimeThatExecutesLeavesTheMessage() {
    var state = idle
    expect(state.begin())
    expect(!state.begin())
    expect(state.post(here: true) == .append)
    expect(!state.end())
    state.remove(S.posted)
    expect(state.end())
    expect(state == idle)
  }

  @Test func aThreadThatMayExecuteOvertakesAWorkerThatWasAskedTo() {
    var state = idle
    expect(state.post(here: false) == .schedule)
    expect(state.post(here: false) == .append)
    expect(state.post(here: true) == .execute)
    expect(!state.arrive())
  }

  @Test func aWorkerThatWasAskedToExecutesOnce() {
    var state = idle
    expect(state.post(here: false) == .schedule)
    expect(state.arrive())
    expect(!state.arrive())
    expect(state.post(here: true) == .append)
  }

  @Test func nobodyHandlesWhatIsPostedAfterTheEnd() {
    var state = idle
    expect(state.begin())
    state.endWithLock(isGone: true)
    expect(state.post(here: true) == .refuse)
    expect(state.post(here: false) == .refuse)
    expect(!state.begin())
  }

  @Test func afterTheExecutionTheStateIsIdleAlsoWhereNothingWasQueued() {
    // The soft limit and the end of a runtime say "posted", so that the lock is taken.
    var state = S(S.executing | S.posted)
    expect(!state.end())
    state.endWithLock(isGone: false)
    expect(state == idle)
  }

  @Test func aClosedRuntimeIsNotBegunWithoutTheQueue() {
    var state = S(S.closed)
    expect(!state.begin())
    expect(state.post(here: true) == .execute)
  }

  @Test func fastPathDisabledLetAThreadBeginButNotWithAnUpdate() {
    let shared = SharedExecutionState()
    shared.change { $0 = S(S.fastPathDisabled) }
    expect(!shared.beginWithUpdate())
    expect(shared.begin())
    expect(shared.end())
  }

  @Test func readersComeBetweenUpdates() {
    var state = idle
    expect(state.beginReading())
    expect(state.beginReading())
    expect(!state.beginUpdate())
    // One that waits lets no more readers in.
    expect(!state.beginReading())
    expect(state.awaitUpdate())
    expect(!state.endReading())
    expect(state.endReading())
    expect(state.beginUpdate())
    expect(!state.beginReading())
    let isAwaited = state.endUpdate()
    expect(isAwaited)
    expect(state == idle)
    expect(!state.awaitUpdate())
  }
}
