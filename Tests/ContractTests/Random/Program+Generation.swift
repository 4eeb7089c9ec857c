@testable import KatanaTesting

/// Makes programs from a seed.
struct ProgramGenerator {
  private var generator: SeededGenerator
  /// The queue that the expression at hand stands in; the lowest one outside of any.
  private var innermostQueue = 2
  private static let scripts = 9

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func program() -> Program {
    var program = Program()
    program.isSerial = one(in: 2)
    program.scripts = (0..<Self.scripts).map { script(after: $0) }
    program.feeds = (0..<3).map { _ in [feedPlan(), feedPlan()] }
    program.early = sendings(upTo: 2)
    program.sendings = sendings(upTo: 7)
    program.initial = some(upTo: 2) { $0.expression(after: 3, depth: 2) }
    if one(in: 4) { program.shutdownAfter = number(0...program.sendings.count) }
    return program
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + generator.next(below: range.count)
  }

  private mutating func one(in count: Int) -> Bool { generator.next(below: count) == 0 }

  private mutating func some<Element>(
    upTo limit: Int, _ make: (inout Self) -> Element
  ) -> [Element] {
    (0..<number(0...limit)).map { _ in make(&self) }
  }

  private mutating func later(than script: Int) -> Int? {
    script + 1 < Self.scripts ? number((script + 1)...(Self.scripts - 1)) : nil
  }

  private mutating func sendings(upTo limit: Int) -> [Sending] {
    some(upTo: limit) { generator in
      Sending(place: generator.place(), script: generator.number(0...4))
    }
  }

  private mutating func place() -> Place {
    one(in: 2) ? .root : child()
  }

  private mutating func child() -> Place {
    switch number(0...2) {
    case 0: .row(number(0...2))
    case 1: .sheet(number(0...1))
    default: .sheet(nil)
    }
  }

  private mutating func script(after index: Int) -> Script {
    var script = Script()
    script.changes = some(upTo: 3) { $0.change(after: index) }
    script.commands = some(upTo: 3) { $0.expression(after: index, depth: 3) }
    script.isLast = one(in: 6)
    switch number(0...15) {
    case 0: script.fate = .dropped
    case 1: script.fate = .deferred
    case 2: script.fate = later(than: index).map { .replaced(by: $0) } ?? .handled
    default: break
    }
    if one(in: 10) { script.echo = later(than: index) }
    if one(in: 10) { script.addition = later(than: index) }
    return script
  }

  private mutating func change(after index: Int) -> Change {
    switch number(0...6) {
    case 0: .addRow(number(0...2))
    case 1: .removeRow(number(0...2))
    case 2: .openSheet(number(0...1))
    case 3: .closeSheet
    default:
      .want(
        some(upTo: 4) { generator in
          // Mostly one payload for each name, as apps do.
          let payload = generator.one(in: 4) ? 1 : index % 2
          return FeedSpec(
            name: generator.number(0...2), payload: payload,
            reply: generator.later(than: index) ?? index)
        }
        .filter { $0.reply > index })
    }
  }

  private mutating func expression(after index: Int, depth: Int) -> Expression {
    switch depth > 0 ? number(0...13) : 0 {
    case 6: .cancel(number(0...3))
    case 7: .send(later(than: index) ?? index).unless(index == Self.scripts - 1, .cancel(0))
    case 8:
      .cancellable(
        number(0...1), inFlight: one(in: 2), withConsequences: one(in: 2),
        expression(after: index, depth: depth - 1))
    case 9: .delayed(milliseconds: number(0...3) * 10, expression(after: index, depth: depth - 1))
    case 10: .inOrder(some(upTo: 3) { $0.expression(after: index, depth: depth - 1) })
    case 13: .elsewhere(child(), expression(after: index, depth: depth - 1))
    case 11, 12: queued(after: index, depth: depth)
    default: .work(plan(after: index))
    }
  }

  /// Queues stand inside each other in one order only: in opposite orders they may wait for each other for
  /// ever, which the runtime reports, and the reference does not model.
  private mutating func queued(after index: Int, depth: Int) -> Expression {
    let outer = innermostQueue
    innermostQueue = max(outer, number(2...3))
    defer { innermostQueue = outer }
    return .queued(innermostQueue, queueing(), expression(after: index, depth: depth - 1))
  }

  private mutating func queueing() -> Queueing {
    [.latestWins, .firstWins, .twoAtMost, .keepLatest][number(0...3)]
  }

  private mutating func plan(after index: Int) -> Plan {
    let style: Plan.Style = [.now, .callback, .task][number(0...2)]
    var plan = Plan(style: style, steps: some(upTo: 4) { $0.step(after: index, style) })
    plan.ignoresCancellation = one(in: 3)
    plan.fails = style == .task && one(in: 5)
    return plan
  }

  private mutating func step(after index: Int, _ style: Plan.Style) -> Plan.Step {
    if one(in: 60) { return .shutDown }
    if style != .now, one(in: 2) { return .wait(milliseconds: number(0...4) * 10) }
    guard let script = later(than: index) else { return .wait(milliseconds: 0) }
    if one(in: 8) { return .fail(script) }
    return .send(script, toRoot: one(in: 3))
  }

  private mutating func feedPlan() -> FeedPlan {
    var plan = FeedPlan(events: number(0...3), sendsInStart: one(in: 4))
    plan.ignoresStop = one(in: 4)
    plan.takesUpdates = one(in: 2)
    if one(in: 3) { plan.newestOnly = number(1...2) }
    if one(in: 6) { plan.onStart = number(7...(Self.scripts - 1)) }
    if one(in: 6) { plan.onStop = number(7...(Self.scripts - 1)) }
    return plan
  }
}

extension Expression {
  fileprivate func unless(_ condition: Bool, _ other: Expression) -> Expression {
    condition ? other : self
  }
}
