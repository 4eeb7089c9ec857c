import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct RunLifeTests {
  /// What the handlers of a life write down when they are told.
  private let told = Locked<[Int]>([])

  private func handler(_ number: Int) -> RunLife.Handler {
    { [told] in told.withLock { $0.append(number) } }
  }

  @Test func listenersAreToldOnceInTheirOrder() {
    var life = RunLife()
    for number in 1...3 { expect(life.add(handler(number)) == UInt64(number)) }
    for handler in (life.cancel() ?? []) + (life.cancel() ?? []) { handler() }
    #expect(told.withLock { $0 } == [1, 2, 3])
    #expect(life.count == 0)
  }

  @Test func whoHasLeftIsNotTold() {
    var life = RunLife()
    for number in 1...40 { _ = life.add(handler(number)) }
    for number in 1...40 where number % 4 != 0 { expect(life.remove(UInt64(number)) != nil) }
    expect(life.remove(1) == nil)
    #expect(life.count == 10)
    for handler in life.cancel() ?? [] { handler() }
    #expect(told.withLock { $0 } == (1...10).map { 4 * $0 })
  }

  @Test func nobodyCanListenToACancelledRunAndNoTaskOfItBegins() {
    var life = RunLife()
    _ = life.cancel()
    expect(life.add(handler(1)) == nil)
    let mayBegin = life.begin(7)
    #expect(!mayBegin)
    #expect(!life.hasBegun)
    #expect(!life.isPerformed(by: 7))
  }

  @Test func aRunThatHasEndedIsNotCancelledAndKeepsNoHandlers() {
    var life = RunLife()
    _ = life.add(handler(1))
    let released = life.end()
    #expect(released.count == 1)
    #expect(life.hasEnded)
    #expect(life.count == 0)
    let handlers = life.cancel()
    #expect(handlers == nil)
    #expect(!life.isCancelled)
  }

  @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 1, 3], [2, 3, 1]])
  func itsTasksAreThoseThatHaveBegunAndNotEnded(order: [Int]) {
    var (life, going) = (RunLife(), Set(1...3))
    for task in going.sorted() { expect(life.begin(task)) }
    for task in order {
      life.end(task)
      going.remove(task)
      for task in 1...4 { #expect(life.isPerformed(by: task) == going.contains(task)) }
    }
    expect(life.begin(4))
    #expect(life.isPerformed(by: 4))
  }

  @Test func aTaskThatComesAfterTheCancellationIsCancelled() throws {
    var life = RunLife()
    let added = life.add({})
    let number = try #require(added)
    for handler in life.cancel() ?? [] { handler() }
    let isTooLate = life.set({}, as: number)
    #expect(isTooLate)
  }

  @Test func aTaskThatHasLeftBeforeItIsKnownDoesNotComeBack() throws {
    var life = RunLife()
    let added = life.add({})
    let number = try #require(added)
    expect(life.remove(number) != nil)
    let isTooLate = life.set({}, as: number)
    #expect(!isTooLate)
    #expect(life.count == 0)
    expect(life.cancel()?.isEmpty == true)
  }
}
