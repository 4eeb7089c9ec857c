import Foundation
import Katana
import KatanaTesting
import KatanaViews

/// A random view. Two versions of one seed have most nodes in common.
struct RandomView {
  /// Whether texts have characters of several scalars, which terminals treat in different ways.
  var hasClusters = true
  /// Whether each control has a mark in its title, which its messages contain, with the version.
  var hasMarks = false
  private let version: UInt64
  /// About how many nodes it has.
  private var budget: Int

  init(version: UInt64, hasClusters: Bool = true, hasMarks: Bool = false, nodes: Int = 60) {
    (self.version, self.hasClusters, budget) = (version, hasClusters, nodes)
    self.hasMarks = hasMarks
  }

  /// The start of the title of a control, and what the control sends.
  struct Mark {
    var title = ""
    var version: UInt64?

    /// Returns a message that says what has sent it.
    func says(_ kind: String, or message: CounterMessage = .increased) -> CounterMessage {
      version.map { .renamed("\(kind) \(title) \($0)") } ?? message
    }
  }

  /// One of 6,000 characters for private use, of one column each.
  private func mark(_ random: inout SeededGenerator) -> Mark {
    guard hasMarks else { return Mark() }
    let scalar = Unicode.Scalar(0xE000 + UInt32(random.below(6_000))) ?? "?"
    return Mark(title: String(scalar), version: version)
  }

  mutating func view(_ seed: UInt64) -> ViewOf<Counter> {
    var random = SeededGenerator(seed: seed)
    return node(&random, depth: 0)
  }

  /// Returns the random numbers of a node: of the seed alone, or also of the version.
  private func fork(_ random: inout SeededGenerator) -> SeededGenerator {
    let seed = random.next()
    let isChanged = seed % 7 == 0
    return SeededGenerator(seed: isChanged ? seed &+ version &* 0x51_7CC1_B727 : seed)
  }

  private mutating func node(_ outer: inout SeededGenerator, depth: Int) -> ViewOf<Counter> {
    var random = fork(&outer)
    budget -= 1
    var view = depth > 3 || budget < 0 ? leaf(&random) : inner(&random, depth)
    if random.isTrue(oneIn: 4) { view = view.width(length(&random)) }
    if random.isTrue(oneIn: 6) { view = view.height(length(&random)) }
    if random.isTrue(oneIn: 6) { view = view.border() }
    if random.isTrue(oneIn: 8) { view = view.padding(1) }
    if random.isTrue(oneIn: 5) { view = view.style(style(&random)) }
    if random.isTrue(oneIn: 5) { view = view.align(random.element(of: [.center, .trailing])) }
    if random.isTrue(oneIn: 6) { view = view.key(random.below(5)) }
    if random.isTrue(oneIn: 9) {
      view = view.direction(random.isTrue(oneIn: 2) ? .rightToLeft : .leftToRight)
    }
    if random.isTrue(oneIn: 9) {
      let scope: KeyScope = hasMarks && random.isTrue(oneIn: 4) ? .screen : .focus
      view = view.onKey("k", "key", mark(&random).says("key"), in: scope)
    }
    if random.isTrue(oneIn: 12) { view = view.disabled() }
    if random.isTrue(oneIn: 12) { view = view.focused(when: true) }
    if random.isTrue(oneIn: 9) { view = view.gap(random.below(3)) }
    if random.isTrue(oneIn: 14) { view = view.label(text(&random)) }
    return view
  }

  private mutating func nodes(_ random: inout SeededGenerator, _ depth: Int, _ most: Int = 5)
    -> [ViewOf<Counter>]
  {
    (0..<random.below(most + 1)).map { _ in node(&random, depth: depth + 1) }
  }

  private mutating func inner(_ random: inout SeededGenerator, _ depth: Int) -> ViewOf<Counter> {
    switch random.below(15) {
    case 0, 1: return .column(nodes(&random, depth))
    case 2, 3: return .row(nodes(&random, depth, 4))
    case 4, 5:
      // As people write them, mostly: one view, and a dialog above it.
      if hasMarks, !random.isTrue(oneIn: 8) {
        let content = node(&random, depth: depth + 1)
        return .layers([content, random.isTrue(oneIn: 6) ? dialog(&random, depth) : .empty])
      }
      return .layers(nodes(&random, depth, 4))
    case 6:
      let columns = (0..<1 + random.below(3)).map { _ in length(&random) }
      return .grid(columns, nodes(&random, depth, 6))
    case 7: return .list(nodes(&random, depth, 9), follows: random.isTrue(oneIn: 3))
    case 8:
      return .rows(
        RandomRows(
          count: random.below(60), first: random.below(9), seed: random.next(),
          version: hasMarks ? version : nil),
        follows: random.isTrue(oneIn: 3))
    case 9: return .scroll(.column(nodes(&random, depth, 9)), follows: random.isTrue(oneIn: 3))
    case 10: return .fitting(nodes(&random, depth, 3))
    case 11:
      if hasMarks, !random.isTrue(oneIn: 5) { return .column(nodes(&random, depth)) }
      return dialog(&random, depth)
    case 12:
      let (mark, current) = (mark(&random), random.below(4))
      return .tabs(
        mark.title + text(&random), [mark.title, text(&random), text(&random)], current,
        { _ in mark.says("press", or: .reset) }, node(&random, depth: depth + 1))
    case 13: return table(&random)
    default:
      let seed = random.next()
      if hasMarks {
        return .part(RandomCard(seed: seed, content: button(&random)))
      }
      return .part(RandomPart(seed: seed, hasClusters: hasClusters))
    }
  }

  private func leaf(_ random: inout SeededGenerator) -> ViewOf<Counter> {
    switch random.below(16) {
    case 0, 1, 2: return .text(text(&random), style(&random))
    case 3:
      return .text(
        styled: (0..<random.below(4)).map { _ in StyledText(text(&random), style(&random)) })
    case 4: return button(&random)
    case 5:
      let mark = mark(&random)
      return .input(
        mark.title + text(&random), text(&random), { mark.says("text", or: .renamed($0)) },
        submit: mark.says("submit", or: .reset))
    case 6:
      let mark = mark(&random)
      return .textArea(mark.title + text(&random), text(&random)) {
        mark.says("area", or: .renamed($0))
      }
    case 7:
      let mark = mark(&random)
      return .checkbox(mark.title + text(&random), random.isTrue(oneIn: 2)) { _ in
        mark.says("press", or: .reset)
      }
    case 8:
      let mark = mark(&random)
      return .select(mark.title + text(&random), ["a", text(&random)], random.below(3)) { _ in
        mark.says("press", or: .reset)
      }
    case 9:
      let mark = mark(&random)
      return .slider(mark.title + text(&random), Double(random.below(11)), in: 0...10) { _ in
        mark.says("press", or: .reset)
      }
    case 10: return .progress(random.isTrue(oneIn: 4) ? nil : Double(random.below(11)) / 10)
    case 11: return random.isTrue(oneIn: 2) ? .divider : .spacer
    case 12: return drawing(&random)
    case 13: return .spinner
    case 14: return .link(text(&random), "https://a.b/\(random.below(3))")
    default: return random.isTrue(oneIn: 2) ? .keyHelp : .empty
    }
  }

  private func table(_ random: inout SeededGenerator) -> ViewOf<Counter> {
    let columns = (0..<random.below(4)).map { _ -> ViewColumn<Counter> in
      let mark = mark(&random)
      let column = ViewColumn<Counter>.column(mark.title + text(&random), length(&random))
        .sorted(.ascending, if: random.isTrue(oneIn: 3))
      return random.isTrue(oneIn: 2) ? column.onPress(mark.says("press")) : column
    }
    return .table(
      columns,
      RandomRows(
        count: random.below(60), first: random.below(9), seed: random.next(),
        version: hasMarks ? version : nil), follows: random.isTrue(oneIn: 3))
  }

  private mutating func dialog(_ random: inout SeededGenerator, _ depth: Int) -> ViewOf<Counter> {
    .dialog(
      text(&random), node(&random, depth: depth + 1),
      cancel: mark(&random).says("cancel", or: .reset))
  }

  private func button(_ random: inout SeededGenerator) -> ViewOf<Counter> {
    let mark = mark(&random)
    return .button(mark.title + text(&random), mark.says("press"))
  }

  private func drawing(_ random: inout SeededGenerator) -> ViewOf<Counter> {
    func number() -> Double { Double(random.below(25)) - 4 }
    let figures = (0..<random.below(4)).map { index -> Figure<Counter> in
      let figure: Figure<Counter> =
        switch random.below(4) {
        case 0:
          .rectangle(
            x: number(), y: number(), width: number(), height: number(), style(&random))
        case 1: .line(fromX: number(), y: number(), toX: number(), y: number(), style(&random))
        case 2: .circle(x: number(), y: number(), radius: number(), style(&random))
        default: .text(x: number(), y: number(), text(&random), style(&random))
        }
      return random.isTrue(oneIn: 3) ? figure.key(index).onPress(.increased) : figure
    }
    let drawing = ViewOf<Counter>.drawing(
      "d", DrawingWindow(width: 20, height: 10),
      scaling: random.isTrue(oneIn: 2) ? .stretched : .trueToShape, figures)
    return random.isTrue(oneIn: 3) ? drawing.onPointer { _ in .increased } : drawing
  }

  private func length(_ random: inout SeededGenerator) -> ViewLength {
    switch random.below(5) {
    case 0: .fit
    case 1: .fill(1 + random.below(3))
    case 2: .cells(random.below(12))
    case 3: .fit.least(random.below(8))
    default: .fill.most(1 + random.below(20))
    }
  }

  private func style(_ random: inout SeededGenerator) -> ViewStyle {
    ViewStyle(rawValue: random.isTrue(oneIn: 2) ? 0 : 1 << UInt16(random.below(13)))
  }

  private static let words = [
    "a", "one", "Katana", "x y", "字", "日本語", "한국", "ｆｕｌｌ", "é", "two words", "", " ", "12", "—",
    "שלום", "long long text that wraps", "a\nb", "🙂", "tab\there", "\u{1B}[31mred", "\u{7}",
  ]
  private static let clusters = ["👩‍👩‍👧", "🇩🇪", "👍🏽", "e\u{301}\u{302}", "❤️", "1️⃣"]

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<random.below(4)).map { _ in
      hasClusters && random.isTrue(oneIn: 4)
        ? random.element(of: Self.clusters) : random.element(of: Self.words)
    }.joined(separator: random.isTrue(oneIn: 2) ? "" : " ")
  }
}

private struct RandomPart: ViewPart {
  var seed: UInt64
  var hasClusters: Bool

  var view: ViewOf<Counter> {
    var view = RandomView(version: 0, hasClusters: hasClusters, nodes: 6)
    return .row([view.view(seed), .button("part", .decreased)])
  }
}

/// A part that stores a view, and so a function.
private struct RandomCard: ViewPart {
  var seed: UInt64
  var content: ViewOf<Counter>
  var view: ViewOf<Counter> { .row([.text("card"), content]) }
}

private struct RandomRows: ViewRows {
  typealias Receiver = Counter
  var count: Int
  var first: Int
  var seed: UInt64
  var version: UInt64?

  func id(at index: Int) -> Int { first + index }

  func row(at index: Int) -> ViewOf<Counter> {
    let scalar = Unicode.Scalar(0xE000 + UInt32((seed &+ UInt64(index)) % 6_000)) ?? "?"
    let mark = RandomView.Mark(title: version == nil ? "" : String(scalar), version: version)
    return .row([
      .text("row \(first + index) 字").width(.fill),
      .button("\(mark.title)b\(seed % 3)", mark.says("press")),
    ]).onSelect(mark.says("select", or: .decreased))
  }
}
