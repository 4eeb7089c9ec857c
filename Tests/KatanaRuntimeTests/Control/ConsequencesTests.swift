import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// A command may be cancelled with everything that its messages have caused.
@Suite struct ConsequencesTests {
  enum ID: Hashable { case sync, other }
  /// Each command answers what the test says, and an answer may ask for the next commands.
  private struct Chain: Model, Equatable { var heard: [String] = [] }
  private struct Next: Message {
    var name: String
    var commands: [any Command] = []

    /// A command with an id and consequences of its own.
    static func link(_ number: Int) -> any Command {
      Do("\(number)").cancellable(id: number, withConsequences: true)
    }
  }
  private struct ChainUpdater: TypedUpdater {
    func update(model: inout Chain, message: Next) -> [any Command] {
      model.heard.append(message.name)
      return message.commands
    }
  }

  private final class ChainRun {
    let runtime: Runtime<Chain>
    let held = Locked<[String: Dispatcher]>([:])
    let log = Log()
    let clock = ManualClock()

    init() throws {
      let interpreter = Interpreter.command(
        Doing { [held, log] command, dispatch in
          held.withLock { $0[command.name] = dispatch }
          dispatch.onCancel { log("cancel \(command.name)") }
          log("start \(command.name)")
        })
      runtime = try Runtime(
        Program(model: Chain(), ChainUpdater()), interpreters: [interpreter],
        options: RuntimeOptions(clock: clock))
      runtime.start()
    }

    func answer(_ name: String, _ commands: any Command...) {
      held.withLock { $0.removeValue(forKey: name) }?(Next(name: name, commands: commands))
    }
    /// The same, and goes on.
    func say(_ name: String, _ commands: any Command...) {
      held.withLock { $0[name] }?(Next(name: name, commands: commands))
    }
    func ask(_ commands: any Command...) { runtime.dispatch(Next(name: "ask", commands: commands)) }
    var heard: [String] { runtime.model.heard.filter { $0 != "ask" } }
    deinit { runtime.requestShutdown() }
  }

  private let run: ChainRun
  init() throws { run = try ChainRun() }

  @Test func whatItsMessagesHaveCausedIsCancelledToo() {
    run.ask(Do("1").cancellable(id: ID.sync, withConsequences: true), Do("beside"))
    run.answer("1", Do("2"), Do("3").delayed(by: .seconds(1)))
    run.answer("2", Sequential([Do("4"), Do("5")]))
    #expect(run.log.all == ["start 1", "start beside", "start 2", "start 4"])
    run.ask(Cancel(id: ID.sync))
    #expect(run.log.all.last == "cancel 4")
    run.answer("4")
    run.answer("beside")
    #expect(run.heard == ["1", "2", "beside"])
  }

  @Test func withoutTheWordOnlyTheCommandIsCancelled() {
    run.ask(Do("1").cancellable(id: ID.sync))
    run.answer("1", Do("2"))
    run.ask(Cancel(id: ID.sync))
    run.answer("2")
    #expect(run.heard == ["1", "2"])
  }

  @Test func whatBeginsWithADelayHasConsequencesToo() {
    run.ask(
      Do("1").delayed(by: .zero).cancellable(id: ID.sync, withConsequences: true))
    run.clock.advance(by: .zero)
    run.answer("1", Do("2"))
    run.ask(Cancel(id: ID.sync))
    #expect(run.log.all == ["start 1", "start 2", "cancel 2"])
  }

  @Test func whatEndsByItselfIsForgotten() {
    run.ask(Do("1").cancellable(id: ID.sync, withConsequences: true))
    run.answer("1", Do("2"))
    run.answer("2")
    run.ask(Cancel(id: ID.sync), Do("3").cancellable(id: ID.sync, withConsequences: true))
    run.answer("3")
    #expect(run.heard == ["1", "2", "3"])
  }

  @Test func theWholeFinishesWithoutItsConsequences() {
    run.ask(Sequential([Do("1").cancellable(id: ID.sync, withConsequences: true), Do("after")]))
    run.answer("1", Do("2"))
    #expect(run.log.all == ["start 1", "start 2", "start after"])
    run.ask(Cancel(id: ID.sync))
    #expect(run.log.all.last == "cancel 2")
    run.answer("after")
    #expect(run.heard == ["1", "after"])
  }

  /// A chain that starts itself anew is not cut off by its own next command.
  @Test func cancelInFlightSparesWhatItDescendsFrom() {
    func poll(_ name: String) -> any Command {
      Do(name).cancellable(id: ID.sync, cancelInFlight: true, withConsequences: true)
    }
    run.ask(poll("1"))
    run.answer("1", Do("beside"), poll("2"))
    run.answer("2", poll("3"))
    #expect(!run.log.all.contains("cancel beside"))
    run.ask(poll("new"))
    #expect(run.log.all.suffix(3).sorted() == ["cancel 3", "cancel beside", "start new"])
  }

  /// The last one may be a consequence of the first as well, so only the first is spared.
  @Test func cancelInFlightCancelsTheLastLinkOfAChain() {
    func poll(_ name: String) -> any Command {
      Do(name).cancellable(id: ID.sync, cancelInFlight: true, withConsequences: true)
    }
    run.ask(poll("1"))
    run.say("1", poll("2"))
    run.say("1", poll("3"))
    #expect(run.log.all == ["start 1", "start 2", "cancel 2", "start 3"])
    run.say("3", poll("4"))
    #expect(run.log.all.suffix(2) == ["cancel 3", "start 4"])
  }

  @Test func aConsequenceMayCancelTheWholeAndBeginAnew() {
    run.ask(Do("1").cancellable(id: ID.sync, withConsequences: true))
    run.answer("1", Do("2"), Do("3"))
    run.answer("2", Do("4"), Cancel(id: ID.sync), Do("5"))
    #expect(
      run.log.all.suffix(5).sorted() == ["cancel 2", "cancel 3", "cancel 4", "start 4", "start 5"])
    run.answer("5")
    #expect(run.heard == ["1", "2", "5"])
  }

  @Test func consequencesOfConsequencesBelongToBoth() {
    run.ask(Do("1").cancellable(id: ID.sync, withConsequences: true))
    run.answer("1", Do("2").cancellable(id: ID.other, withConsequences: true))
    run.answer("2", Do("3"))
    run.ask(Cancel(id: ID.other))
    #expect(run.log.all.last == "cancel 3")
    run.ask(Cancel(id: ID.sync))
    #expect(run.heard == ["1", "2"])
  }

  @Test func itPrintsAsItsSourceReads() {
    #expect(
      "\(Do("1").cancellable(id: ID.sync, withConsequences: true))".hasSuffix(
        ".cancellable(id: .sync, withConsequences: true)"))
  }

  /// A command that goes on is not cancelled by its own consequence.
  @Test func cancelInFlightSparesACommandThatGoesOn() {
    run.ask(Do("1").cancellable(id: ID.sync, cancelInFlight: true, withConsequences: true))
    run.say("1", Do("2").cancellable(id: ID.sync, cancelInFlight: true))
    #expect(run.log.all == ["start 1", "start 2"])
    run.ask(Cancel(id: ID.sync))
    #expect(run.log.all.suffix(2).sorted() == ["cancel 1", "cancel 2"])
  }

  @Test(arguments: [false, true])
  func aChainThatRenewsItselfCostsTheSameForEver(cancels: Bool) {
    func poll(_ name: String) -> any Command {
      Do(name).cancellable(id: ID.sync, cancelInFlight: true, withConsequences: true)
    }
    run.ask(poll("1"))
    for number in 1...20_000 {
      if cancels {
        run.answer("\(number)", Cancel(id: ID.sync), poll("\(number + 1)"))
      } else {
        run.answer("\(number)", poll("\(number + 1)"))
      }
    }
    let count = run.runtime.loop.activities.consequences?.count
    #expect(count == 1)
    run.ask(Cancel(id: ID.sync))
    #expect(run.log.all.last == "cancel 20001")
  }

  /// Each command begins the next one.
  private func begin(chainOf count: Int) {
    run.ask(Next.link(1))
    for number in 1..<count { run.answer("\(number)", Next.link(number + 1)) }
  }

  @Test(arguments: [1, 9_999, 20_000]) func eachOfALongChainCancelsTheLast(_ number: Int) {
    begin(chainOf: 20_000)
    run.ask(Cancel(id: number))
    #expect(run.log.all.last == "cancel 20000")
    run.held.withLock { $0 = [:] }
    #expect(run.runtime.loop.hasNoActivities)
  }

  @Test func aLongChainEndsWithItsLastCommand() async throws {
    let settling = Task { [runtime = run.runtime] in
      try await runtime.settle(
        Next(name: "ask", commands: [Next.link(0)]))
    }
    await run.log.reached("start 0")
    run.answer("0", Next.link(1))
    for number in 1..<1_000 { run.answer("\(number)", Next.link(number + 1)) }
    run.answer("1000")
    #expect(try await settling.value.isSuccess)
    #expect(run.runtime.loop.hasNoActivities)
  }

  @Test func whatConsequencesWaitForIsNamedWhenTheTimeIsUp() async throws {
    let settling = Task { [runtime = run.runtime] in
      try await runtime.settle(
        Next(name: "ask", commands: [Next.link(1)]), timeout: .seconds(1))
    }
    await run.log.reached("start 1")
    run.answer("1", Next.link(2), Do("3"), Do("4").delayed(by: .seconds(9)))
    await run.runtime.turn()
    run.clock.advance(by: .seconds(1))
    // Each command once: a command with an id is not named beside its part that runs.
    await #expect(throws: SettleError.timedOut(pending: ["Do", "Do", "Do"])) {
      try await settling.value
    }
    run.held.withLock { $0 = [:] }
  }
}
