import KatanaTesting

/// Makes random programs: few ids and short times, so that things meet.
struct ProgramGenerator {
  private var generator: SeededGenerator
  private var lastName = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func program() -> AlgebraProgram {
    var time = 0
    var asks: [AlgebraProgram.Ask] = []
    for _ in 1...number(1...6) {
      time += number(0...4)
      let commands = (1...number(1...3)).map { _ in expression(depth: number(0...5), inRow: false) }
      let replacing = chance(5) ? number(1...2) : nil
      asks.append(AlgebraProgram.Ask(time: time, commands: commands, replacing: replacing))
    }
    return AlgebraProgram(asks: asks)
  }

  private mutating func expression(depth: Int, inRow: Bool) -> Expression {
    if depth == 0 { return simple() }
    if !inRow && chance(8) {
      return .row(expression(depth: depth - 1, inRow: true), number(1...2))
    }
    switch number(0...12) {
    case 0: return .inOrder(expressions(depth, inRow))
    case 1: return .together(expressions(depth, inRow), then: chance(2) ? word() : nil)
    case 2, 3: return .cancellable(inside(depth, inRow), name(), cancelInFlight: chance(3))
    case 4, 5: return .queued(inside(depth, inRow), name(), policy())
    case 6: return .debounced(inside(depth, inRow), name(), number(1...4))
    case 7:
      return .throttled(
        inside(depth, inRow), name(), number(1...5), one(of: Array(Expression.Rate.allCases)))
    case 8:
      return chance(4)
        ? .mapped(inside(depth, inRow)) : .delayed(inside(depth, inRow), number(1...4))
    case 9: return .timeout(inside(depth, inRow), number(1...6), chance(2) ? word() : nil)
    case 10: return .retried(inside(depth, inRow), attempts())
    case 11: return .race(expressions(depth, inRow))
    default: return .onFailure(inside(depth, inRow), word())
    }
  }

  private mutating func inside(_ depth: Int, _ inRow: Bool) -> Expression {
    expression(depth: depth - 1, inRow: inRow)
  }

  private mutating func expressions(_ depth: Int, _ inRow: Bool) -> [Expression] {
    (0..<number(0...3)).map { _ in inside(depth, inRow) }
  }

  private mutating func simple() -> Expression {
    switch number(0...12) {
    case 0: .send(word())
    case 1, 2: .cancel(name())
    case 3: .cancelWaiting(name())
    case 4: .flush(name())
    default: .leaf(script())
    }
  }

  private mutating func script() -> Expression.Script {
    let style: Expression.Script.Style = chance(2) ? .callback : .async
    let endings: [Expression.Script.Ending] =
      style == .async
      ? [
        .finishes, .finishes, .throwsCode(1), .throwsCode(2), .answersCode(1), .answersCode(2),
        .never,
      ]
      : [.finishes, .finishes, .answersCode(1), .answersCode(2), .never]
    return Expression.Script(
      name: word(), pauses: (0..<number(0...3)).map { _ in number(0...4) },
      ending: one(of: endings),
      style: style, ignoresCancellation: chance(2))
  }

  private mutating func policy() -> Expression.Policy {
    one(of: [.latestWins, .firstWins, .atMost(1), .atMost(2), .keepLatest])
  }

  private mutating func attempts() -> Expression.Attempts {
    Expression.Attempts(
      count: number(0...3), backoff: number(0...3),
      errors: one(of: [.all, .all, .code(1), .timeouts]))
  }

  private mutating func name() -> Expression.Name { one(of: Array(Expression.Name.allCases)) }

  private mutating func word() -> String {
    lastName += 1
    return "\(lastName)"
  }

  // MARK: Randomness

  private mutating func chance(_ count: Int) -> Bool { number(1...count) == 1 }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(generator.next() % UInt64(range.count))
  }
}
