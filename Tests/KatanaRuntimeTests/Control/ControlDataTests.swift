import Katana
import KatanaComparison
import Testing

/// Control commands are data: they print as their source reads, and can be compared.
@Suite struct ControlDataTests {
  enum ID: Hashable { case search, typing }

  @Test func theOrderOfRetriedErrorsDoesNotMatter() {
    let one = RetriedErrors.only(WorkFailure(code: 1), WorkFailure(code: 2))
    let other = RetriedErrors.only(WorkFailure(code: 2), WorkFailure(code: 1))
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(one != .only(WorkFailure(code: 1)))
    #expect(one != .all)
    #expect(
      RetriedErrors.types(WorkFailure.self, CancellationError.self)
        == .types(CancellationError.self, WorkFailure.self))
  }

  @Test(
    arguments: [
      (
        Work("1").cancellable(id: ID.search, cancelInFlight: true),
        #"Work("1").cancellable(id: .search, cancelInFlight: true)"#
      ),
      (
        Work("1").queued(id: "queue", .atMost(2)).debounced(id: 7, for: .milliseconds(300)),
        #"Work("1").queued(id: "queue", .atMost(2)).debounced(id: 7, for: .milliseconds(300))"#
      ),
      (
        Work("1").throttled(id: ID.typing, for: .seconds(1), .leadingAndTrailing),
        #"Work("1").throttled(id: .typing, for: .seconds(1), .leadingAndTrailing)"#
      ),
      (
        Work("1").timingOut(after: .seconds(5)).onFailure(Heard.word("late")),
        #"Work("1").timingOut(after: .seconds(5)).onFailure(Heard.word("late"))"#
      ),
      (
        Work("1").timingOut(after: .seconds(5), Heard.word("late")).delayed(by: .seconds(1)),
        #"Work("1").timingOut(after: .seconds(5), Heard.word("late")).delayed(by: .seconds(1))"#
      ),
      (
        Work("1").retried(Retry(3, on: .types(WorkFailure.self))),
        #"Work("1").retried(Retry(3, after: .constant(.seconds(0)), on: .types(WorkFailure.self)))"#
      ),
      (
        Sequential([Work("1"), Cancel(id: ID.search), Send(Heard.word("2"))]),
        #"Sequential([Work("1"), Cancel(id: .search), Send(Heard.word("2"))])"#
      ),
      (
        Concurrent([Work("1"), Sequential([])], then: Heard.word("both")),
        #"Concurrent([Work("1"), Sequential([])], then: Heard.word("both"))"#
      ),
      (
        Work("1").in(AlgebraApp.at.rows[7]).cancellable(id: ID.search),
        #"Work("1").in(AlgebraApp.at.rows[7]).cancellable(id: .search)"#
      ),
    ] as [(any Command, String)])
  func commandsPrintAsTheirSourceReads(command: any Command, text: String) {
    #expect("\(command)" == text)
  }

  @Test func equalCommandsDoNotDiffer() {
    let make = {
      Sequential([
        Work("1").retried(Retry(2)).cancellable(id: ID.search),
        Concurrent([Work("2").timingOut(after: .seconds(1))], then: Heard.word("3")),
      ])
    }
    #expect(Difference.first(between: make(), and: make()) == nil)
  }

  @Test(
    arguments: [
      (Work("1").cancellable(id: ID.search), Work("1").cancellable(id: ID.typing)),
      (Work("1").cancellable(id: 1), Work("1").cancellable(id: UInt8(1))),
      (Work("1").cancellable(id: 1), Work("1").cancellable(id: 1, cancelInFlight: true)),
      (Work("1").delayed(by: .seconds(1)), Work("1").delayed(by: .seconds(2))),
      (Work("1").delayed(by: .seconds(1)), Work("2").delayed(by: .seconds(1))),
      (Work("1").queued(id: 1, .atMost(1)), Work("1").queued(id: 1, .atMost(2))),
      (Work("1").queued(id: 1, .latestWins), Work("1").queued(id: 1, .firstWins)),
      (Work("1").retried(Retry(1)), Work("1").retried(Retry(2))),
      (Work("1").retried(Retry(1)), Work("1").retried(Retry(1, on: .types(WorkFailure.self)))),
      (
        Work("1").timingOut(after: .seconds(1)),
        Work("1").timingOut(after: .seconds(1), Heard.word(""))
      ),
      (Work("1").onFailure(Heard.word("1")), Work("1").onFailure(Heard.word("2"))),
      (
        Work("1").throttled(id: 1, for: .seconds(1), .leading),
        Work("1").throttled(id: 1, for: .seconds(1), .trailing)
      ),
      (Cancel(id: ID.search), Cancel(id: ID.typing)),
      (Sequential([Work("1")]), Sequential([Work("1"), Work("2")])),
      (Concurrent([Work("1")]), Concurrent([Work("1")], then: Heard.word("1"))),
      (
        Sequential([Work("1").delayed(by: .seconds(1))]),
        Sequential([Work("1").delayed(by: .seconds(2))])
      ),
    ] as [(any Command, any Command)])
  func changedCommandsDiffer(one: any Command, other: any Command) {
    let difference = Difference.first(between: one, and: other)
    #expect(difference != nil)
    if case .incomparable? = difference?.reason { Issue.record("\(one) and \(other)") }
  }

  @Test func aCaseIsNamedWithItsTypeInsideOfWhatIsSaidAboutIt() {
    enum Job: Command { case save }
    #expect("\(Job.save.delayed(by: .seconds(1)))" == "Job.save.delayed(by: .seconds(1))")
  }
}
