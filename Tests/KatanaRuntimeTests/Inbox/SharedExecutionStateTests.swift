import Testing

@testable import KatanaRuntime

private typealias S = ExecutionState

@Suite struct SharedExecutionStateTests {
  @Test func noThreadIsTakenForTheOneThatUpdatesAfterItsUpdate() {
    let shared = SharedExecutionState()
    shared.change { $0 = S() }
    expect(shared.beginWithUpdate() && shared.isUpdatedHere)
    expect(shared.endWithUpdate() && !shared.isUpdatedHere)
    expect(shared.begin() && !shared.isUpdatedHere)
    expect(shared.change { $0.beginUpdate() } && shared.isUpdatedHere)
    expect(!shared.change { $0.endUpdate() } && !shared.isUpdatedHere)
  }

  @Test func nobodyBeginsAtOnceAfterTheRuntimeHasClosed() {
    let shared = SharedExecutionState()
    shared.change { $0 = S() }
    expect(shared.beginWithUpdate())
    expect(shared.change { $0.insert(S.closed) })
    expect(!shared.endWithUpdate() && shared.isExecutedHere)
    expect(!shared.change { $0.endUpdate() })
    expect(shared.end())
    expect(!shared.beginWithUpdate())
    expect(!shared.begin())
    expect(shared.change { $0.beginReading() })
  }
}
