import Katana
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews

/// Uses a screen as a person does: looks for what is written, goes there by keys, and presses.
final class ScreenDriver<AppModel: Model> where AppModel.Receives: Equatable {
  private let app: AppTest<AppModel>
  private let view: (AppModel) -> ViewOf<AppModel>
  private(set) var screen: ScreenState
  private var problems: Set<ViewProblem> = []

  init(
    _ app: AppTest<AppModel>, _ view: @escaping (AppModel) -> ViewOf<AppModel>,
    columns: Int, rows: Int
  ) {
    (self.app, self.view) = (app, view)
    screen = ScreenState(size: TerminalSize(columns: columns, rows: rows))
    screen.notesNodes = true
  }

  /// Shows the present model. What is wrong with the view fails the test.
  func refresh(_ place: TestPlace) {
    screen.show(view(app.model))
    for problem in screen.problems where problems.insert(problem).inserted {
      switch problem {
      case .sharedKey(let key):
        place.fail(
          "Two views beside each other have the key \(key). To fix this, give each a key of its own."
        )
      case .sharedShortcut(let shortcut):
        place.fail(
          "Two views have the key \(shortcut) at the same time. To fix this, use another key for one "
            + "of them, or let each act while the focus is in its view.")
      }
    }
  }

  // MARK: Keys

  func press(_ key: TerminalKey, with modifiers: KeyModifiers = [], _ place: TestPlace) {
    handle(.key(KeyStroke(key, modifiers)), place)
  }

  func handle(_ event: TerminalEvent, _ place: TestPlace) {
    send(screen.handle(event), place)
  }

  func send(_ messages: [any Message], _ place: TestPlace) {
    for message in messages {
      app.send(
        message, exhaustive: [], fileID: place.fileID, filePath: place.filePath, line: place.line)
    }
    refresh(place)
  }

  // MARK: Finding

  private var targets: [Target] {
    screen.arrangement.targets.filter { $0.layer == screen.arrangement.topLayer }
  }

  /// Goes to the control with a label. Returns it, or fails the test with the reason.
  ///
  /// - Parameters:
  ///   - part: A text that stands beside it, if several have this label.
  ///   - action: What is to be done with it, for the failure.
  ///   - isPossible: Whether that can be done with a control.
  func go(
    to label: String, _ part: String?, _ action: String, _ place: TestPlace,
    where isPossible: (Target) -> Bool
  ) -> Target? {
    refresh(place)
    let named = targets.filter { isCalled($0, label) && isBeside($0, part) }
    var possible = named.filter(isPossible)
    if possible.isEmpty, let found = rowInLazyList(label, part) {
      // A row that is not computed before it is visible.
      guard goToRow(found.row, of: found.list, place) else { return nil }
      possible = targets.filter {
        $0.list == found.list && $0.row == found.row && isCalled($0, label) && isPossible($0)
      }
    }
    if possible.count > 1 {
      place.fail(
        "“\(label)” is the name of \(possible.count) controls. To fix this, name a text beside the "
          + "one that you mean: `in: …`.")
      return nil
    }
    guard let target = possible.first else {
      place.fail(
        named.isEmpty
          ? nothingText(label, part)
          : "“\(label)” cannot \(action).\(action.hasPrefix("have") ? options(of: named) : "")")
      return nil
    }
    guard screen.canBeSeen(target), focus(target, place), let now = active, !now.visible.isEmpty
    else {
      place.fail(
        "“\(label)” cannot be seen at \(screen.size.columns) × \(screen.size.rows). To fix this, give"
          + " it room, or test with more `columns:` and `rows:`.")
      return nil
    }
    return now
  }

  /// What has the focus.
  var active: Target? { screen.active }

  /// What a person would call what has the focus: by its label, or by the text in it or in its row.
  var focusedName: String? {
    guard let active else { return nil }
    guard let index = screen.listWithFocus, case let area = screen.arrangement.lists[index],
      area.id == active.id, area.current < area.list.count
    else { return name(of: active) }
    let row = area.list.row(at: area.current)
    return row.label ?? row.firstText ?? active.node.label
  }

  private func focus(_ wanted: Target, _ place: TestPlace) -> Bool {
    if let list = wanted.list, let row = wanted.row {
      guard goToRow(row, of: list, place) else { return false }
    }
    for _ in 0...screen.stopCount {
      if active?.id == wanted.id { return true }
      press(.tab, place)
    }
    return false
  }

  /// Goes to a row by the keys of its list.
  func goToRow(_ row: Int, of list: Int, _ place: TestPlace) -> Bool {
    guard screen.arrangement.lists.indices.contains(list) else { return false }
    let id = screen.arrangement.lists[list].id
    func area() -> ListArea? { screen.arrangement.lists.first { $0.id == id } }
    for _ in 0...screen.stopCount
    where screen.listWithFocus.map({ screen.arrangement.lists[$0].id != id }) ?? true {
      press(.tab, place)
    }
    guard let key = area().map({ $0.list.key(at: row) }) else { return false }
    var lastDistance = Int.max
    while let area = area(), let index = area.list.index(of: key) {
      let distance = index - area.current
      // A control of the row may take the arrow, or the model may refuse the row.
      if distance == 0 || abs(distance) >= lastDistance { return distance == 0 }
      lastDistance = abs(distance)
      switch distance {
      case _ where index == 0 && distance < -2: press(.home, place)
      case _ where index == area.list.count - 1 && distance > 2: press(.end, place)
      default: press(distance < 0 ? .up : .down, place)
      }
      if screen.listWithFocus == nil { return false }
    }
    return false
  }

  /// Lets the app know of a row that was the current one from the beginning, as a person does who
  /// presses an arrow there.
  func tellRow(_ place: TestPlace) {
    guard let area = screen.listWithFocus.map({ screen.arrangement.lists[$0] }) else { return }
    switch area.current {
    case 0: press(.up, place)
    case area.list.count - 1: press(.down, place)
    default: break
    }
  }

  /// Returns the row of a list in which a text stands.
  func row(_ text: String) -> [(list: Int, row: Int)] {
    screen.arrangement.lists.indices.flatMap { list -> [(list: Int, row: Int)] in
      let area = screen.arrangement.lists[list]
      let rows = 0..<min(area.list.count, 10_000)
      return rows.filter { area.list.row(at: $0).isCalled(text) }.map { (list, $0) }
    }
  }

  private func rowInLazyList(_ label: String, _ part: String?) -> (list: Int, row: Int)? {
    for (list, area) in screen.arrangement.lists.enumerated() where area.list.isLazy {
      for row in 0..<min(area.list.count, 10_000) {
        let node = area.list.row(at: row)
        if node.contains(label), part.map({ node.contains($0) }) ?? true { return (list, row) }
      }
    }
    return nil
  }

  /// Whether a label, or a text in what can be pressed, is this one.
  private func isCalled(_ target: Target, _ name: String) -> Bool {
    target.figure == nil ? target.node.isCalled(name) : self.name(of: target) == name
  }

  /// Whether a text stands in the smallest part around a control that has other texts.
  private func isBeside(_ target: Target, _ part: String?) -> Bool {
    guard let part else { return true }
    var place = target.place
    var isOwn = true
    while let index = place {
      let placed = screen.arrangement.nodes[index]
      if placed.node.contains(part) { return true }
      // Beyond its row, a control is not beside the text any more.
      if placed.node.key != nil || (!isOwn && placed.node.label != nil) { return false }
      (place, isOwn) = (placed.outer, false)
    }
    return false
  }

  // MARK: Failures

  private func options(of targets: [Target]) -> String {
    for target in targets {
      if case .select(_, let options, _) = target.node.content {
        return " There are: \(options.map { "“\($0)”" }.joined(separator: ", "))."
      }
    }
    return ""
  }

  private func nothingText(_ label: String, _ part: String?) -> String {
    let nodes = screen.arrangement.nodes.filter { $0.node.isCalled(label) }
    if let dialog = screen.arrangement.dialogs.last,
      nodes.contains(where: { $0.layer < screen.arrangement.topLayer && !$0.isDisabled })
    {
      return "“\(label)” is behind the dialog “\(dialog.title)”."
    }
    if nodes.contains(where: \.isDisabled) { return "“\(label)” is disabled." }
    for target in targets {
      guard case .select(let title, let options, _) = target.node.content, options.contains(label)
      else { continue }
      return
        "“\(label)” is an option of “\(title)”. To fix this, choose it: `choose(\"\(label)\", of: \"\(title)\")`."
    }
    let names = targets.filter { target in
      !screen.arrangement.lists.contains { $0.id == target.id }
    }.map { "“\(name(of: $0) ?? "?")”" }
    return "Nothing is called “\(label)”" + (part.map { " in “\($0)”" } ?? "") + ". "
      + (names.isEmpty
        ? "Nothing can be acted on." : "There are: \(names.joined(separator: ", ")).")
  }

  private func name(of target: Target) -> String? {
    guard let figure = target.figure else { return target.node.label ?? target.node.firstText }
    if case .text(_, _, let text) = figure.shape { return text }
    return figure.key?.description
  }
}

extension ScreenState {
  /// The cells at which a text begins.
  ///
  /// - Parameters:
  ///   - text: The text, in one line.
  ///   - part: Another text of that line.
  func places(of text: String, in part: String?) -> [(column: Int, row: Int)] {
    lines.enumerated().flatMap { row, line in
      part.map(line.contains) ?? true
        ? line.ranges(of: text).map {
          (TerminalText.width(of: String(line[..<$0.lowerBound])), row)
        }
        : []
    }
  }
}

extension ViewNode {
  /// Whether a label, or a text in a node that can be pressed or selected, is this one.
  func isCalled(_ name: String) -> Bool {
    if label == name { return true }
    // A key tells a row from the others.
    guard label == nil, press != nil || select != nil || secondaryPress != nil || key != nil
    else { return false }
    return contains(name)
  }

  func contains(_ text: String) -> Bool {
    if label == text { return true }
    switch content {
    case .text(let own) where own == text: return true
    case .styledText(let parts) where parts.map(\.text).joined() == text: return true
    default: return inner.contains { $0.contains(text) }
    }
  }

  var firstText: String? {
    switch content {
    case .text(let text): text
    case .styledText(let parts): parts.map(\.text).joined()
    default: inner.lazy.compactMap(\.firstText).first
    }
  }

  private var inner: [ViewNode] {
    switch content {
    case .fitting(let nodes): Array(nodes.prefix(1))
    case .list(let list): list.isLazy ? [] : (0..<list.count).map(list.row)
    case .part(let part): [part.node]
    default: children
    }
  }
}
