import FleetInterface
import Foundation
import Testing

@testable import KatanaFleet

/// The time limits of commands, without a server and without waiting.
struct WaitingCommandsTests {
  private let start = ContinuousClock.now
  private var options: FleetOptions {
    var options = FleetOptions()
    (options.lease, options.takingLimit) = (.seconds(10), .seconds(60))
    options.sendingLimit = .seconds(10)
    return options
  }

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// Commands that the servers have since the start.
  private func stored(_ keys: [String], answered: Bool = true) -> WaitingCommands {
    var waiting = WaitingCommands(options, at: start)
    let take: WaitingCommands.Answered? = answered ? { @Sendable _ in } : nil
    for key in keys {
      waiting.add(key, take)
      waiting.stored(key, "Render-1", at: start)
    }
    return waiting
  }

  @Test func aTypeThatNoWorkerPerformsIsOverdue() {
    var waiting = stored(["a", "b"])
    #expect(waiting.overdue(at: at(59), isOpen: true).isEmpty)
    let overdue = waiting.overdue(at: at(60), isOpen: true)
    #expect(overdue.map(\.key) == ["a", "b"] && overdue.map(\.type) == ["Render-1", "Render-1"])
    #expect(overdue.first?.limit == .seconds(60))
    #expect(waiting.count == 0)
    #expect(!waiting.isWatching)
  }

  @Test func aTypeThatIsPerformedIsNotOverdueHoweverLongTheQueueIs() {
    var waiting = stored(["a"])
    for minute in 1...10 {
      waiting.heard("Render-1", at: at(60 * minute - 1))
      waiting.heard("Other-1", at: at(60 * minute))
      #expect(waiting.overdue(at: at(60 * minute), isOpen: true).isEmpty)
    }
    #expect(waiting.overdue(at: at(659), isOpen: true).map(\.key) == ["a"])
  }

  @Test func theLimitIsNeverShorterThanThreeLeases() {
    var options = options
    options.takingLimit = .seconds(1)
    var waiting = WaitingCommands(options, at: start)
    waiting.add("a", { _ in })
    waiting.stored("a", "Render-1", at: start)
    #expect(waiting.overdue(at: at(29), isOpen: true).isEmpty)
    #expect(waiting.overdue(at: at(30), isOpen: true).first?.limit == .seconds(30))
  }

  /// The command has waited for a worker for longer than the limit of an interruption.
  @Test func anInterruptionCountsFromItsBeginning() {
    var waiting = stored(["a"])
    #expect(waiting.overdue(at: at(50), isOpen: true).isEmpty)
    #expect(waiting.overdue(at: at(59), isOpen: false).isEmpty)
    #expect(waiting.overdue(at: at(60), isOpen: false).map(\.key) == ["a"])
  }

  @Test func afterAnInterruptionWorkersHaveTheWholeTime() {
    var waiting = stored(["a"])
    waiting.opened(at: at(100))
    #expect(waiting.overdue(at: at(159), isOpen: true).isEmpty)
    #expect(waiting.overdue(at: at(160), isOpen: true).count == 1)
  }

  @Test func anAnswerToATagIsWaitedForDuringAnInterruption() {
    var waiting = stored(["a"], answered: false)
    #expect(waiting.overdue(at: at(1_000), isOpen: false).isEmpty)
    #expect(waiting.overdue(at: at(1_000), isOpen: true).count == 1)
  }

  @Test func answeredCommandsAreNotOverdue() {
    var waiting = stored(["a", "b"])
    #expect(waiting.remove("a") != nil)
    #expect(waiting.remove("a") == nil)
    #expect(waiting.overdue(at: at(60), isOpen: true).map(\.key) == ["b"])
  }

  @Test func aConfirmationAfterTheAnswerStartsNothing() {
    var waiting = WaitingCommands(options, at: start)
    waiting.add("a", { _ in })
    _ = waiting.remove("a")
    waiting.stored("a", "Render-1", at: start)
    #expect(!waiting.isWatching)
  }

  @Test func aSilentTypeIsReturnedOnceInTwoLeases() {
    var waiting = stored(["a"])
    #expect(waiting.silentTypes(at: at(19)).isEmpty)
    #expect(waiting.silentTypes(at: at(20)) == ["Render-1"])
    #expect(waiting.silentTypes(at: at(21)).isEmpty)
    #expect(waiting.silentTypes(at: at(40)) == ["Render-1"])
    waiting.heard("Render-1", at: at(41))
    #expect(waiting.silentTypes(at: at(60)).isEmpty)
  }

  /// Thousands are answered behind one that takes long.
  @Test func answeredCommandsAreForgottenBehindALongOne() {
    var waiting = stored(["long"])
    for number in 0..<10_000 {
      waiting.add("\(number)", { _ in })
      waiting.stored("\(number)", "Render-1", at: start)
      _ = waiting.remove("\(number)")
    }
    #expect(waiting.storedCount < 200)
    #expect(waiting.overdue(at: at(60), isOpen: true).map(\.key) == ["long"])
  }
}
