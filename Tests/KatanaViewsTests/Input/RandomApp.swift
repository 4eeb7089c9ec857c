import Foundation
import Katana
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews

/// Random events on the screen of a random app. Each control has a mark in its title, and its messages
/// say which one and which version of the view, so what acts is compared with what was painted.
struct RandomApp {
  private(set) var events = 0
  private(set) var messages = 0
  private(set) var stops = 0
  private let seed: UInt64
  private var random: SeededGenerator
  private var screen: ScreenState
  private var version: UInt64 = 0

  init(_ seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed &* 31 &+ 7)
    screen = ScreenState(
      size: TerminalSize(columns: 10 + random.below(40), rows: 3 + random.below(16)))
  }

  private mutating func show() {
    var view = RandomView(version: version, hasMarks: true, nodes: 80)
    screen.show(view.view(seed), at: Date(timeIntervalSince1970: 0))
  }

  /// Returns what is wrong; `nil` if nothing is.
  mutating func problem(events count: Int) -> String? {
    show()
    for index in 0..<count {
      if index % 10 == 9 {
        version += 1
        show()
      }
      if index % 20 == 0, let problem = problemOfTab() { return "seed \(seed): \(problem)" }
      let shown = Shown(&screen)
      let event = RandomInput.event(&random)
      events += 1
      let sent = screen.handle(event)
      for message in sent {
        messages += 1
        if let problem = shown.problem(of: message, version) {
          return "seed \(seed), event \(index) \(event): \(problem)\n"
            + shown.lines.joined(separator: "\n") + "\n" + outline
        }
      }
      // As the face does: the model has ignored them.
      if !sent.isEmpty { show() }
      if let problem = problemOfFreshScreen() {
        return "seed \(seed), event \(index) \(event): \(problem)"
      }
    }
    return nil
  }

  /// What is memoised shows the same as what is measured anew.
  private mutating func problemOfFreshScreen() -> String? {
    if isLayered { return nil }
    var fresh = screen
    fresh.forgetWhatWasMeasured()
    var view = RandomView(version: version, hasMarks: true, nodes: 80)
    fresh.show(view.view(seed), at: Date(timeIntervalSince1970: 0))
    let before = screen.lines
    if fresh.lines == before { return nil }
    return "the screen shows\n\(before.joined(separator: "\n"))\nand a fresh one\n"
      + fresh.lines.joined(separator: "\n") + "\n" + outline
  }

  /// Tab goes round through all that can be used, and each stop is visible.
  private mutating func problemOfTab() -> String? {
    if isLayered { return nil }
    var tried = screen
    let arrangement = tried.arrangement
    var expected: Set<ViewID> = []
    for target in arrangement.targets
    where target.layer == arrangement.topLayer && target.row == nil && !target.visible.isEmpty {
      expected.insert(target.id)
    }
    var visited: Set<ViewID> = []
    var labels: [String] = []
    var left = tried.stopCount
    while left > 0 {
      // A current row that was not visible has had no controls, so there may be more stops than before.
      left = max(left, tried.stopCount - labels.count) - 1
      _ = tried.handle(.key(KeyStroke(.tab)))
      stops += 1
      guard let index = tried.activeTarget else { return "Tab has lost the focus" }
      let target = tried.arrangement.targets[index]
      if target.visible.isEmpty {
        return "Tab stops at what is not visible: \(target.rect) of \(tried.size)\n\(outline)\n"
          + tried.lines.joined(separator: "\n")
      }
      visited.insert(target.id)
      if let list = target.list { visited.insert(tried.arrangement.lists[list].id) }
      labels.append(target.node.label ?? "?")
    }
    if let missing = expected.first(where: { !visited.contains($0) }),
      let target = arrangement.targets.first(where: { $0.id == missing })
    {
      return
        "Tab does not reach “\(target.node.label ?? "\(target.node.content)")” of \(labels)\n\(outline)\n"
        + tried.lines.joined(separator: "\n")
    }
    return nil
  }

  /// Whether views lie above each other. What covers what changes then with each step, and the focus with it.
  private var isLayered: Bool {
    var view = RandomView(version: version, hasMarks: true, nodes: 80)
    return Self.overlaps(view.view(seed).node)
  }

  private static func overlaps(_ node: ViewNode) -> Bool {
    switch node.content {
    case .layers(let nodes):
      let plain = nodes.filter {
        switch $0.content {
        case .dialog, .empty: false
        default: true
        }
      }
      return plain.count > 1 || nodes.contains(where: overlaps)
    case .row(let nodes), .column(let nodes), .group(let nodes), .fitting(let nodes),
      .grid(_, let nodes):
      return nodes.contains(where: overlaps)
    case .scroll(let inner, _), .dialog(_, let inner): return overlaps(inner)
    case .list(let list):
      return !list.isLazy && (0..<list.count).contains { overlaps(list.row(at: $0)) }
    default: return false
    }
  }

  private var outline: String {
    var view = RandomView(version: version, hasMarks: true, nodes: 80)
    return view.view(seed).node.outline()
  }

  /// What is painted, before an event.
  private struct Shown {
    let lines: [String]
    private var focus = ""
    private var marks: Set<Unicode.Scalar> = []
    private var behind: Set<Unicode.Scalar> = []
    /// Those of controls that are visible in part.
    private var cut: Set<Unicode.Scalar> = []

    init(_ screen: inout ScreenState) {
      lines = screen.lines
      if let target = screen.activeTarget.map({ screen.arrangement.targets[$0] }) {
        focus = "; the focus is at \(target.rect) \(target.visible) “\(target.node.label ?? "")”"
      }
      for cell in screen.paint().buffer.cells {
        guard let scalar = Unicode.Scalar(cell.glyph), scalar.value >= 0xE000, scalar.value < 0xF800
        else { continue }
        if cell.style.marks.contains(.behind) {
          behind.insert(scalar)
        } else {
          marks.insert(scalar)
        }
      }
      for (index, target) in screen.arrangement.targets.enumerated()
      where target.layer == screen.arrangement.topLayer {
        let rect = target.visible
        let isOnTop = (rect.y..<rect.y + max(rect.height, 0)).contains { row in
          (rect.x..<rect.x + max(rect.width, 0)).contains { column in
            screen.arrangement.owner(column, row) == index
          }
        }
        if !isOnTop { continue }
        // Its title, also where it has another label.
        for scalar in "\(target.node.content)".unicodeScalars { cut.insert(scalar) }
      }
    }

    func problem(of message: any Message, _ version: UInt64) -> String? {
      guard let message = message as? CounterMessage, case .renamed(let text) = message else {
        return nil
      }
      let parts = text.split(separator: " ")
      guard parts.count == 3, let mark = parts[1].unicodeScalars.first else { return nil }
      if parts[2] != "\(version)" { return "\(text) was shown in another version than \(version)" }
      if ["key", "cancel", "select"].contains(parts[0]) { return nil }
      if marks.contains(mark) || cut.contains(mark) { return nil }
      let place = behind.contains(mark) ? "behind a dialog" : "not visible"
      return "\(parts[0]) reached what is \(place)\(focus)"
    }
  }
}
