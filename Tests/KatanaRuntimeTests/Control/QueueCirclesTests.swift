import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Queues that wait for each other are reported, and only those.
@Suite struct QueueCirclesTests {
  /// A random program of nested queues is executed until nothing runs. Then a command still waits
  /// exactly if a circle was reported.
  @Test(arguments: 0..<1_000)
  func aCircleIsReportedExactlyIfACommandNeverStarts(seed: Int) {
    var program = RandomQueues(seed: seed)
    let run = LoggedRun()
    for _ in 0..<5 { run.ask(program.command(depth: 4)) }
    for _ in 0..<program.names.count {
      for name in program.names { run.finish(name) }
    }
    let waiting = run.runtime.waitingCommands.count
    #expect((waiting > 0) == !run.issues.issues.isEmpty)
    #expect(run.issues.issues.allSatisfy { $0.kind == .queuesWaitForEachOther })
  }

  /// The pattern of a synchronisation that is itself queued. The search for circles took cubic time
  /// here; row `G.queue-inside` of the benchmark looks at one command among many.
  @Test func manyQueuedCommandsInsideOfAQueuedOneAreNoCircle() {
    let run = LoggedRun()
    let downloads = (0..<2_000).map { Do("\($0)").queued(id: "download", .atMost(4)) }
    run.ask(Concurrent(downloads).queued(id: "synchronisation", .atMost(1)))
    run.ask(Do("next").queued(id: "synchronisation", .atMost(1)))
    for number in 0..<2_000 { run.finish("\(number)") }
    #expect(run.log.all.count == 2_001)
    #expect(run.log.all.last == "start next")
    #expect(run.issues.issues.isEmpty)
  }

  /// Each command that joins a stuck queue would otherwise report all that wait.
  @Test func aCircleIsReportedOnceAndNamesFive() {
    let run = LoggedRun()
    run.ask(Sequential([Do("1"), Do("2").queued(id: "b", .atMost(1))]).queued(id: "a", .atMost(1)))
    run.ask(Sequential([Do("3"), Do("4").queued(id: "a", .atMost(1))]).queued(id: "b", .atMost(1)))
    func join(_ number: Int) {
      run.ask(Do("\(number)").queued(id: "a", .atMost(1)).queued(id: "c", .atMost(30)))
    }
    for number in 0..<10 { join(number) }
    run.finish("1")
    run.finish("3")
    for number in 10..<20 { join(number) }
    #expect(run.issues.issues.map(\.kind) == [.queuesWaitForEachOther])
    #expect(run.issues.issues.first?.text.contains("and 7 more") == true)
  }

  @Test func aNewCircleThroughAReportedQueueIsReported() {
    let run = LoggedRun()
    func queued(_ command: any Command, _ id: String) -> any Command {
      command.queued(id: id, .atMost(1))
    }
    run.ask(queued(Sequential([Do("1"), queued(Do("2"), "b"), queued(Do("3"), "d")]), "a"))
    run.ask(queued(Sequential([Do("4"), queued(Do("5"), "c")]), "b").cancellable(id: "k"))
    run.ask(queued(Sequential([Do("6"), queued(Do("7"), "a")]), "c"))
    run.ask(queued(Sequential([Do("8"), queued(Do("9"), "a")]), "d"))
    for name in ["1", "4", "6"] { run.finish(name) }
    #expect(run.issues.issues.count == 1)
    run.ask(Cancel(id: "k"))
    run.finish("2")
    run.finish("8")
    #expect(run.issues.issues.count == 2)
  }

  /// The commands of queue "a" have two limits. When "1" ends, its place stays free, because the
  /// command that waits has a limit of one. So the end of "1" closes the circle.
  @Test func aCircleThatTheEndOfACommandClosesIsReported() {
    let run = LoggedRun()
    run.ask(Do("1").queued(id: "a", .atMost(2)))
    run.ask(Do("2").queued(id: "a", .atMost(1)).queued(id: "b", .atMost(1)))
    run.ask(Do("3").queued(id: "b", .atMost(1)).queued(id: "a", .atMost(2)))
    #expect(run.issues.issues.isEmpty)
    run.finish("1")
    #expect(run.issues.issues.map(\.kind) == [.queuesWaitForEachOther])
    #expect(run.log.all == ["start 1"])
  }

  /// The members that have lost cannot end the race.
  @Test(arguments: [true, false])
  func aCircleThatAMessageClosesInARaceIsReported(isLast: Bool) {
    let run = LoggedRun()
    let winner = Sequential([Do("1"), Do("2").queued(id: "b", .atMost(1))])
    let both = Concurrent([winner, Do("speaker")])
    run.ask(Race([both, Do("loser")]).queued(id: "a", .atMost(1)))
    run.ask(Sequential([Do("3"), Do("4").queued(id: "a", .atMost(1))]).queued(id: "b", .atMost(1)))
    if !isLast { run.say("word", as: "speaker") }
    run.finish("1")
    run.finish("3")
    #expect(run.issues.issues.isEmpty == isLast)
    if isLast { run.say("word", as: "speaker") }
    #expect(run.issues.issues.map(\.kind) == [.queuesWaitForEachOther])
  }

  @Test func aCircleThatTheEndOfAMemberClosesInARaceIsReported() {
    let run = LoggedRun()
    run.ask(
      Sequential([
        Do("1"), Race([Do("3").queued(id: "b", .atMost(1)), Do("4").cancellable(id: "x")]),
      ]).queued(id: "a", .atMost(1)))
    run.ask(Sequential([Do("2"), Do("5").queued(id: "a", .atMost(1))]).queued(id: "b", .atMost(1)))
    run.finish("1")
    run.finish("2")
    #expect(run.issues.issues.isEmpty)
    run.ask(Cancel(id: "x"))
    #expect(run.issues.issues.map(\.kind) == [.queuesWaitForEachOther])
  }

  /// The command that ends leaves two queues.
  @Test func aCircleOfTwoQueuesThatOneEndClosesIsReportedOnce() {
    let run = LoggedRun()
    run.ask(Do("1").queued(id: "a", .atMost(2)).queued(id: "b", .atMost(2)))
    run.ask(Do("2").queued(id: "a", .atMost(1)).queued(id: "b", .atMost(2)))
    run.ask(Do("3").queued(id: "b", .atMost(1)).queued(id: "a", .atMost(2)))
    run.finish("1")
    #expect(run.issues.issues.map(\.kind) == [.queuesWaitForEachOther])
  }

  /// Queue "c" is in no circle, but the command that holds its place waits for one.
  @Test func aQueueThatACircleHoldsUpIsReportedWithIt() {
    let run = LoggedRun()
    run.ask(
      Do("1").queued(id: "c", .atMost(2)).queued(id: "a", .atMost(2)).queued(id: "b", .atMost(2)))
    run.ask(Do("2").queued(id: "a", .atMost(1)).queued(id: "b", .atMost(2)))
    run.ask(Do("3").queued(id: "b", .atMost(1)).queued(id: "a", .atMost(2)))
    run.ask(Do("4").queued(id: "a", .atMost(1)).queued(id: "c", .atMost(2)))
    run.ask(Do("5").queued(id: "c", .atMost(1)))
    #expect(run.issues.issues.isEmpty)
    run.finish("1")
    #expect(run.issues.issues.map(\.kind) == [.queuesWaitForEachOther])
    #expect(run.issues.issues.first?.details["Waiting"]?.contains("\"c\"") == true)
  }

  /// The other member of a race, or a time-out, ends the command that holds the place.
  @Test(arguments: [false, true])
  func whatARaceOrATimeoutEndsIsNoCircle(isRace: Bool) {
    let run = LoggedRun()
    let waiting = Do("3").queued(id: "b", .atMost(1))
    let first: any Command =
      isRace ? Race([waiting, Do("4")]) : waiting.timingOut(after: .seconds(1))
    run.ask(Sequential([Do("1"), first]).queued(id: "a", .atMost(1)))
    run.ask(
      Sequential([Do("2"), Do("5").queued(id: "a", .atMost(1))]).queued(id: "b", .atMost(1)))
    run.finish("1")
    run.finish("2")
    #expect(run.issues.issues.isEmpty)
    if isRace { run.finish("4") } else { run.clock.advance(by: .seconds(1)) }
    #expect(run.log.all.last == "start 5")
  }

  /// Commands inside of one that has ended do not count.
  @Test func aCircleThatWasCancelledIsReportedAgain() {
    let run = LoggedRun()
    func nested(_ outer: String, _ inner: String) -> any Command {
      Sequential([Do(outer + inner), Do("-").queued(id: inner, .atMost(1))])
        .queued(id: outer, .atMost(1)).cancellable(id: "all")
    }
    for count in 1...2 {
      run.ask(nested("a", "b"), nested("b", "c"), nested("c", "a"))
      for name in ["ab", "bc"] { run.finish(name) }
      #expect(run.issues.issues.count == count - 1)
      run.finish("ca")
      #expect(run.issues.issues.count == count)
      run.ask(Cancel(id: "all"))
    }
    #expect(run.isEmpty)
  }
}

private struct RandomQueues {
  private var random: SeededNumbers
  private(set) var names: [String] = []

  init(seed: Int) { random = SeededNumbers(UInt64(seed)) }

  mutating func command(depth: Int) -> any Command {
    switch depth == 0 ? 0 : random.below(7) {
    case 0, 1:
      names.append("\(names.count)")
      return Do(names.last!)
    case 2: return Sequential([command(depth: depth - 1), command(depth: depth - 1)])
    case 3: return Concurrent([command(depth: depth - 1), command(depth: depth - 1)])
    case 4: return Race([command(depth: depth - 1), command(depth: depth - 1)])
    default:
      let content = command(depth: depth - 1)
      return content.queued(
        id: ["a", "b", "c"][random.below(3)], .atMost(1 + random.below(2)))
    }
  }
}
