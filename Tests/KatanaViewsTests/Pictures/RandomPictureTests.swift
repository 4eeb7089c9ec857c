import Foundation
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews
import Testing

/// Random screens look, and act, as they did when somebody looked at them last.
///
/// `random-pictures.txt` has the pictures of some of them, after random events and with what these sent, and a
/// number for each of many more. A change of the layout, of what acts or of how it looks is seen in the
/// difference of that file:
///
///     KATANA_DRAW_PICTURES=1 swift test --filter RandomPictureTests; git diff
@Suite struct RandomPictureTests {
  private static let pictures: Range<UInt64> = 0..<60
  private static let numbers: Range<UInt64> = 1_000..<1_400

  private let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "random-pictures.txt")

  @Test func randomScreensLookAndActAsTheyDid() throws {
    var parts = Self.pictures.map { RandomPicture($0).text }
    for seed in Self.numbers {
      parts.append("\(seed) \(String(RandomPicture(seed).number, radix: 36))")
    }
    if ProcessInfo.processInfo.environment["KATANA_DRAW_PICTURES"] != nil {
      try parts.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    var rest = expected[...]
    for part in parts {
      guard rest.hasPrefix(part + "\n") else {
        let former = rest.components(separatedBy: "\n== ").first ?? ""
        Issue.record("Shown now:\n\(part)\nBefore:\n\(former.prefix(2_000))")
        return
      }
      rest = rest.dropFirst(part.count + 1)
    }
    #expect(rest.isEmpty)
  }
}

/// A random screen and what random events do to it.
private struct RandomPicture {
  private let seed: UInt64
  private var random: SeededGenerator
  private var screen: ScreenState
  private var version: UInt64 = 0
  private var lines: [String] = []

  init(_ seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed &* 7 &+ 1)
    let size = TerminalSize(columns: 16 + random.below(40), rows: 4 + random.below(12))
    screen = ScreenState(size: size)
    lines.append("== \(seed): \(size.columns) × \(size.rows)")
    show()
    lines.append("look \(look)")
    for _ in 0..<16 { act() }
    lines += screen.lines.map { "|" + Self.readable($0) }
    lines.append("look \(look)")
  }

  /// The pictures and what was sent.
  var text: String { lines.joined(separator: "\n") }

  var number: UInt64 { Self.hash(text.utf8) }

  private mutating func show() {
    var view = RandomView(version: version, hasMarks: true, nodes: 30)
    let shown = view.view(seed)
    screen.show(shown, at: Date(timeIntervalSince1970: 0))
    let outline = "outline \(String(Self.hash(shown.node.outline().utf8), radix: 36))"
    if !lines.contains(outline) { lines.append(outline) }
  }

  private mutating func act() {
    let event = random.isTrue(oneIn: 3) ? click : RandomInput.event(&random)
    if case .resized = event { return }
    let messages = screen.handle(event)
    for message in messages { lines.append(Self.readable("\(Self.name(of: event)): \(message)")) }
    if random.isTrue(oneIn: 8) { version += 1 }
    if !messages.isEmpty || random.isTrue(oneIn: 4) { show() }
  }

  private var click: TerminalEvent {
    mutating get {
      guard let rect = screen.arrangement.targets.randomElement(using: &random)?.visible else {
        return .key(KeyStroke(.tab))
      }
      return .mouse(
        MouseEvent(
          .pressed(button: random.below(3)), column: rect.x + random.below(max(rect.width, 1)),
          row: rect.y + random.below(max(rect.height, 1))))
    }
  }

  /// What the lines do not show: styles, the cursor, the focus and the keys.
  private var look: String {
    mutating get {
      let painted = screen.paint()
      let cells = painted.buffer.cells.flatMap { cell -> [UInt8] in
        let (view, marks) = (cell.style.view.rawValue, cell.style.marks.rawValue)
        return [
          UInt8(truncatingIfNeeded: view), UInt8(truncatingIfNeeded: marks), UInt8(marks >> 8),
        ]
      }
      let cursor = painted.cursor.map { "\($0.column):\($0.row)" } ?? "-"
      let text = Self.readable(
        "\(screen.focusedLabel ?? "") \(screen.keyTitles) \(screen.arrangement.windowTitle ?? "")")
      return "\(String(Self.hash(cells), radix: 36)) \(cursor) \(text)"
    }
  }

  private static func name(of event: TerminalEvent) -> String {
    switch event {
    case .key(let stroke): "\(stroke.key)+\(stroke.modifiers.rawValue)"
    case .mouse(let mouse): "\(mouse.action) at \(mouse.column):\(mouse.row)"
    case .paste(let text): "paste \(text.debugDescription)"
    default: "\(event)"
    }
  }

  /// Marks as letters.
  private static func readable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          (0xE000..<0xF800).contains($0.value)
            ? Unicode.Scalar(0x41 + ($0.value - 0xE000) % 26) ?? "?" : $0
        }))
  }

  /// FNV-1a.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
