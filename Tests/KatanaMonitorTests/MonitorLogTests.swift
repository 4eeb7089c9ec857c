import Katana
import Testing

@testable import KatanaMonitorScreen

func message(
  _ number: UInt64, _ name: String = "AppMessage.ticked", cause: UInt64? = nil,
  at time: Int64? = nil,
  took: Int64 = 1_000, origin: String = "outside", address: String? = nil, isChanged: Bool? = nil
) -> LogFact {
  .message(
    LogMessage(
      number: number, cause: cause, time: time ?? Int64(number) * 1_000_000, took: took, name: name,
      origin: origin, address: address, isChanged: isChanged))
}

func run(
  _ step: LogCommandStep, _ id: UInt64, _ name: String = "Load", cause: UInt64? = nil,
  at time: Int64 = 0
) -> LogFact { .command(LogEvent(step, id: id, time: time, name: name, cause: cause)) }

func log(_ facts: [LogFact]) -> MonitorLog {
  var log = MonitorLog()
  for fact in facts { log.add(fact) }
  return log
}

/// What a recording has told, in bounded memory.
@Suite struct MonitorLogTests {
  @Test func theNewestMessagesAreKeptAndAllAreCounted() {
    var log = MonitorLog()
    let count = UInt64(MonitorLog.limit) + 30_000
    for number in 1...count {
      log.add(message(number * 2))
      log.add(run(.started, number, cause: number * 2, at: Int64(number)))
      log.add(run(.finished, number, cause: number * 2, at: Int64(number) + 1))
    }
    #expect(log.handledCount == Int(count))
    #expect(log.entries.count == MonitorLog.limit && log.ended.count == MonitorLog.limit)
    #expect(log.running.isEmpty)
    #expect(log.message(count * 2)?.number == count * 2)
    #expect(log.message(60_002)?.number == 60_002)
    #expect(log.message(60_000) == nil && log.message(60_003) == nil && log.message(0) == nil)
    #expect(log.latest == count * 2)
  }

  @Test func runsAndWaitsHaveTheirEnds() {
    let log = log([
      message(1), run(.delayed(until: 500), 1, cause: 1, at: 100),
      run(.resumed, 1, cause: 1, at: 500),
      run(.started, 2, cause: 1, at: 500), run(.answered(2), 2, cause: 1, at: 600),
      run(.failed("Oops"), 2, cause: 1, at: 700), run(.retried(1), 3, cause: 1, at: 700),
      run(.queued, 4, cause: 1, at: 800), run(.cancelled(by: 9), 5, at: 900),
    ])
    #expect(
      log.ended.positions.map { log.ended[$0].end } == [
        .resumed, .failed("Oops"), .cancelled(by: 9),
      ])
    #expect(log.ended[1].answers == 1 && log.ended[0].isWait && log.ended[2].start == nil)
    #expect(log.running.keys.sorted() == [3, 4])
    #expect(log.running[3]?.attempts == 1 && log.running[4]?.isWait == true)
  }

  @Test func whatIsSubscribedAndWhatWasNotHandledIsKnown() {
    let log = log([
      .subscription(LogEvent(.started, id: 1, time: 1, name: "Every")),
      .subscription(LogEvent(.started, id: 2, time: 2, name: "Every")),
      .subscription(LogEvent(.updated, id: 2, time: 3, name: "Every")),
      .subscription(LogEvent(.stopped, id: 1, time: 4, name: "Every")),
      .notHandled(reason: "gone", LogMessage(number: 0, time: 5, name: "RowMessage.tapped")),
      .issue(kind: "messageNotTaken", text: "what\nwhy", time: 6), .gap("lines", lines: 7),
      .ended(time: 9),
    ])
    #expect(log.subscriptions.keys.sorted() == [2])
    #expect(log.dropped == ["gone": 1] && log.leftOut == 7 && log.isEnded && log.now == 9)
    #expect(log.issues.map(\.text) == ["what\nwhy"] && log.handledCount == 0)
  }

  @Test func anotherRunOfTheAppBeginsAnew() {
    let first = LogSource(app: "shop", started: "1", path: "a")
    var log = log([.began(first), message(1), message(2)])
    log.add(.began(LogSource(app: "shop", started: "1", path: "b")))
    #expect(log.handledCount == 2)
    log.add(.began(LogSource(app: "shop", started: "2", path: "c")))
    #expect(log.handledCount == 0 && log.entries.count == 0 && log.source?.path == "c")
  }

  @Test func anUpdateThatDidNotEndIsOpen() {
    var open = LogMessage(number: 4, name: "A.b", isOpen: true)
    var log = log([message(3), .message(open)])
    log.add(.handled(number: 3, commands: ["Save"], took: 5, isChanged: true))
    #expect(log.message(3)?.commands == ["Save"] && log.message(3)?.isChanged == true)
    open.isOpen = false
    #expect(log.message(4)?.isOpen == true && open.isOpen == false)
  }
}

@Suite struct TimelineTests {
  private func lines(_ log: MonitorLog, _ filter: String = "") -> [String] {
    let lines = TimelineLines(log, LogFilter(filter)).lines
    return lines.positions.map { position in
      let line = lines[position]
      return log.entries[line.last].message.name + (line.count > 1 ? " × \(line.count)" : "")
    }
  }

  @Test func burstsOfEqualMessagesAreOneLine() {
    let log = log([
      message(1, "A"), message(2, "A"), message(3, "A"), message(4, "B"), message(5, "A"),
      message(6, "A", address: "rows[1]"), message(7, "A", took: 20_000_000), message(8, "A"),
    ])
    #expect(lines(log) == ["A × 3", "B", "A", "A", "A", "A"])
  }

  @Test func aFilterFindsAndLeavesOut() {
    let log = log([
      message(1, "Cart.emptied", origin: "command Load", address: "rows[7]"), message(2, "Other"),
      message(3, "Slow", took: 17_000_000), message(4, "Same", isChanged: false),
      .notHandled(reason: "silenced", LogMessage(number: 0, name: "Late")),
      .issue(kind: "impureUpdate", text: "the clock", time: 0),
    ])
    #expect(lines(log, "CART") == ["Cart.emptied"] && lines(log, "rows[7") == ["Cart.emptied"])
    #expect(lines(log, "load -other") == ["Cart.emptied"])
    #expect(lines(log, "slow") == ["Slow"] && lines(log, "unchanged") == ["Same"])
    #expect(lines(log, "dropped") == ["Late"] && lines(log, "silenced late") == ["Late"])
    #expect(lines(log, "clock") == ["impureUpdate"])
    #expect(lines(log, "-cart").count == 5)
    #expect(lines(log, "-").count == 6)
  }

  /// Adding one after the other gives the lines of all at once, also when old ones are dropped.
  @Test func linesGrowAsTheyAreMade() {
    var log = MonitorLog()
    var lines = TimelineLines(log, LogFilter(""))
    for number in 1...UInt64(MonitorLog.limit + 5_000) {
      log.add(message(number, number % 7 < 3 ? "A" : "B"))
      if number % 997 == 0 { lines.take(log) }
    }
    lines.take(log)
    let anew = TimelineLines(log, LogFilter(""))
    let last = { (lines: TimelineLines) in
      lines.lines.positions.suffix(1_000).map { lines.lines[$0] }
    }
    #expect(last(lines) == last(anew))
    #expect(abs(lines.lines.count - anew.lines.count) <= 1)
    #expect(lines.line(of: log.entries.end - 1) == lines.lines.end - 1)
    #expect(lines.line(of: log.entries.first - 10) == nil)
  }
}

/// The lines of a filter that finds little.
@Suite struct SparseLinesTests {
  @Test func aLineWhoseEntryIsGoneIsNoBurst() {
    var (log, number) = (MonitorLog(), UInt64(0))
    var lines = TimelineLines(log, LogFilter("rare"))
    func add(_ count: Int, _ name: String) {
      for _ in 0..<count {
        number += 1
        log.add(message(number, name))
      }
    }
    add(1, "App.rare")
    lines.take(log)
    add(MonitorLog.limit - 1, "App.common")
    lines.take(log)
    add(3_000, "App.common")
    add(1, "App.rare")
    lines.take(log)
    #expect(lines.lines.count == 1 && lines.lines.last?.count == 1)
  }
}

@Suite struct CauseTreeTests {
  private func shown(_ tree: CauseTree, _ log: MonitorLog) -> [String] {
    tree.nodes.map { node in
      let indent = String(repeating: "  ", count: node.depth)
      return switch node.content {
      case .entry(let entry): indent + "\(entry.message.number)"
      case .run(let run): indent + "→ \(run.name)"
      }
    }
  }

  @Test func aMessageHasItsFirstCauseAndAllThatFollowed() {
    let log = log([
      message(1, at: 10), run(.started, 1, "Load", cause: 1, at: 11), message(2, at: 12),
      message(3, cause: 1, at: 20), run(.finished, 1, "Load", cause: 1, at: 21),
      run(.started, 2, "Save", cause: 3, at: 22), message(4, cause: 2, at: 30),
      message(5, cause: 3, at: 31),
      .notHandled(reason: "gone", LogMessage(number: 0, cause: 3, time: 32, name: "Late")),
    ])
    let tree = CauseTree(of: 5, in: log)
    #expect(shown(tree, log) == ["1", "  → Load", "  3", "    → Save", "    5", "    0"])
    #expect(tree.times == 10...1_031)
    #expect(!tree.isCut && !tree.isLong)
    #expect(shown(CauseTree(of: 4, in: log), log) == ["2", "  4"])
    #expect(CauseTree(of: 99, in: log).nodes.isEmpty)
  }

  @Test func aChainThatIsLongNeedsNoDeepStack() {
    let log = log((1...10_000).map { message($0, cause: $0 == 1 ? nil : $0 - 1) })
    let tree = CauseTree(of: 10_000, in: log)
    // The chosen one is there, with the nearest of those that have led to it.
    #expect(tree.nodes.count == 201 && tree.isCut && !tree.isLong)
    #expect(shown(tree, log).last?.hasSuffix(" 10000") == true)
    let first = CauseTree(of: 1, in: log)
    #expect(first.nodes.count == 2_000 && first.isLong && !first.isCut)
    // Also behind all that its first cause has led to.
    let wide = self.wide()
    #expect(shown(CauseTree(of: 9_000, in: wide), wide).contains("  9000"))
  }

  private func wide() -> MonitorLog {
    log([message(1)] + (2...9_000).map { message($0, cause: 1) })
  }

  @Test func whatNamesItselfOrALaterOneAsItsCauseHasNone() {
    let log = log([message(1, cause: 1), message(2, cause: 3), message(3, cause: 2)])
    #expect(shown(CauseTree(of: 1, in: log), log) == ["1"])
    #expect(shown(CauseTree(of: 3, in: log), log) == ["2", "  3"])
  }

  @Test func aCauseThatIsGoneIsSaid() {
    let log = log([message(8, cause: 3), message(9, cause: 8)])
    let tree = CauseTree(of: 9, in: log)
    #expect(tree.isCut && shown(tree, log) == ["8", "  9"])
  }
}
