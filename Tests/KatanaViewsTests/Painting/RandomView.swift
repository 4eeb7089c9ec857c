import Foundation
import Katana
import KatanaTesting
import KatanaViews

/// A random view. Two versions of one seed have most nodes in common.
struct RandomView {
  /// Whether texts have characters of several scalars, which terminals treat in different ways.
  var hasClusters = true
  private let version: UInt64
  /// About how many nodes it has.
  private var budget: Int

  init(version: UInt64, hasClusters: Bool = true, nodes: Int = 60) {
    (self.version, self.hasClusters, budget) = (version, hasClusters, nodes)
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
    if random.isTrue(oneIn: 9) { view = view.onKey("k", "key", .increased) }
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
    switch random.below(13) {
    case 0, 1: return .column(nodes(&random, depth))
    case 2, 3: return .row(nodes(&random, depth, 4))
    case 4, 5: return .layers(nodes(&random, depth, 4))
    case 6:
      let columns = (0..<1 + random.below(3)).map { _ in length(&random) }
      return .grid(columns, nodes(&random, depth, 6))
    case 7: return .list(nodes(&random, depth, 9), follows: random.isTrue(oneIn: 3))
    case 8:
      return .rows(
        RandomRows(count: random.below(60), first: random.below(9), seed: random.next()),
        follows: random.isTrue(oneIn: 3))
    case 9: return .scroll(.column(nodes(&random, depth, 9)), follows: random.isTrue(oneIn: 3))
    case 10: return .fitting(nodes(&random, depth, 3))
    case 11: return .dialog(text(&random), node(&random, depth: depth + 1), cancel: .reset)
    default: return .part(RandomPart(seed: random.next(), hasClusters: hasClusters))
    }
  }

  private func leaf(_ random: inout SeededGenerator) -> ViewOf<Counter> {
    switch random.below(14) {
    case 0, 1, 2: return .text(text(&random), style(&random))
    case 3:
      return .text(
        styled: (0..<random.below(4)).map { _ in StyledText(text(&random), style(&random)) })
    case 4: return .button(text(&random), .increased)
    case 5: return .input(text(&random), text(&random), CounterMessage.renamed, submit: .reset)
    case 6: return .textArea(text(&random), text(&random), CounterMessage.renamed)
    case 7: return .checkbox(text(&random), random.isTrue(oneIn: 2)) { _ in .reset }
    case 8: return .select(text(&random), ["a", text(&random)], random.below(3)) { _ in .reset }
    case 9:
      return .slider(text(&random), Double(random.below(11)), in: 0...10) { _ in .reset }
    case 10: return .progress(random.isTrue(oneIn: 4) ? nil : Double(random.below(11)) / 10)
    case 11: return random.isTrue(oneIn: 2) ? .divider : .spacer
    case 12: return drawing(&random)
    default: return random.isTrue(oneIn: 2) ? .keyHelp : .empty
    }
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
    ViewStyle(rawValue: random.isTrue(oneIn: 2) ? 0 : 1 << UInt16(random.below(11)))
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

private struct RandomRows: ViewRows {
  typealias Receiver = Counter
  var count: Int
  var first: Int
  var seed: UInt64

  func id(at index: Int) -> Int { first + index }

  func row(at index: Int) -> ViewOf<Counter> {
    .row([
      .text("row \(first + index) 字").width(.fill), .button("b\(seed % 3)", .increased),
    ]).onSelect(.decreased)
  }
}
