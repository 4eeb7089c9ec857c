import Foundation
import Katana
import KatanaRuntime
import Testing

@Suite struct SourceTextTests {
  struct Box {
    var text = "a \"b\"\n"
    var tags: Set<String> = ["b", "a"]
    var prices = ["y": 1, "x": 2]
    var pair = (left: 1, 2)
    var seen: Int??
    var type: Any.Type = Int.self
    var action: () -> Void = {}
  }

  final class Node: Equatable {
    var id: Int
    var next: [Node] = []
    init(id: Int) { self.id = id }
    static func == (lhs: Node, rhs: Node) -> Bool { lhs.id == rhs.id }
  }

  actor Counter { var count = 1 }

  indirect enum Chain {
    case end
    case link(Chain)
  }

  @Test func valuesPrintAsTheirSource() {
    #expect(
      sourceText(of: Box()) == #"""
        Box(text: "a \"b\"\n", tags: ["a", "b"], prices: ["x": 2, "y": 1], \#
        pair: (left: 1, 2), seen: nil, type: Int.self, action: (Function))
        """#)
    #expect(sourceText(of: Save(id: 1)) == "Save(id: 1)")
    #expect(sourceText(of: [:] as [Int: Int]) == "[:]")
    #expect(sourceText(of: Int??.some(.some(1)) as Any) == "1")
  }

  @Test func casesNameTheirTypeWhereItIsNotKnown() {
    #expect(
      sourceText(of: Screen.article(title: "x", page: 1)) == #".article(title: "x", page: 1)"#)
    #expect(sourceText(of: Account.refresh, namesType: true) == "Account.refresh")
    #expect(sourceText(of: ReaderMessage.row(.tapped)) == ".row(.tapped)")
  }

  /// Texts without addresses in memory, which differ from run to run.
  @Test func metatypesAndObjectIdentifiersPrintAlikeInEachRun() {
    struct Load {
      let type = ObjectIdentifier(Int.self)
      let value: Any.Type = Int.self
    }
    #expect(sourceText(of: Load()) == "Load(type: ObjectIdentifier(…), value: Int.self)")
  }

  @Test func typesWithADescriptionPrintItOnOneLine() {
    struct Lines: CustomStringConvertible { var description = "a\nb" }
    #expect(sourceText(of: [Lines()]) == #"[a\nb]"#)
    #expect(sourceText(of: Lines(description: "a\r\nb\u{2028}c")) == #"a\r\nb\u{2028}c"#)
    #expect(sourceText(of: Duration.seconds(1)) == ".seconds(1)")
    #expect(sourceText(of: Duration.milliseconds(1_500)) == ".milliseconds(1500)")
    #expect(sourceText(of: Duration.nanoseconds(-7)) == ".nanoseconds(-7)")
    #expect(sourceText(of: URL(filePath: "/a")) == "file:///a")
  }

  @Test func secretsAreHiddenAtEveryDepth() {
    #expect(sourceText(of: [Secret("x"): [Secret("y"), nil]]) == "[•••: [•••, nil]]")
  }

  /// The properties of an object are not read: another thread may be changing them behind a lock.
  @Test func anObjectIsNotLookedInto() {
    let (first, second) = (Node(id: 1), Node(id: 2))
    first.next = [second]
    second.next = [first, second]
    defer { second.next = [] }
    #expect(sourceText(of: first) == "Node(…)")
  }

  @Test func objectsThatOthersMayUseAreNotRead() {
    #expect(sourceText(of: [Counter()]) == "[Counter(…)]")
  }

  @Test func whatIsVeryDeepInsideIsLeftOut() {
    let chain = (0..<1_000).reduce(Chain.end) { chain, _ in .link(chain) }
    let text = sourceText(of: chain)
    #expect(text.hasPrefix(".link(.link(") && text.contains("(…)") && text.count < 1_000)
  }

  @Test func longListsEndAtTheLimit() {
    #expect(sourceText(of: Array(0..<10_000), limit: 10) == "[0, 1, 2, …]")
    #expect(sourceText(of: [1: 1, 2: 2, 3: 3], limit: 5) == "[1: 1, …]")
  }

  @Test func wrappersPrintTheirContentAsItsSource() {
    #expect(
      "\(Account.refresh.in(Reader.at.rows[1]))" == #"Account.refresh.in(Reader.at.rows[1])"#
    )
  }

  @Test func fortyLevelsArePrinted() {
    let nested = (0..<40).reduce([] as [Any]) { inside, _ in [inside] }
    #expect(
      sourceText(of: nested)
        == String(repeating: "[", count: 40) + "…" + String(repeating: "]", count: 40))
  }

  /// A dictionary is sorted by the texts of its entries.
  @Test func nestedDictionariesAreWrittenOnce() {
    struct Counted: CustomStringConvertible, Sendable {
      let count: Locked<Int>
      var description: String {
        count.withLock { $0 += 1 }
        return "value"
      }
    }
    let count = Locked(0)
    var value: any Sendable = Counted(count: count)
    for _ in 0..<12 { value = ["key": value] as [String: any Sendable] }
    #expect(sourceText(of: value).hasSuffix("]"))
    #expect(count.withLock { $0 } == 1)
  }
}
