package import KatanaConsole
package import KatanaViews

// The keys that act at this moment.
extension ScreenState {
  /// The keys that a press would reach, in the order of the view, those of the innermost node first;
  /// Escape of a dialog after them, Tab and the arrows last.
  var shownKeys: [ShownKey] {
    let target = active
    var taken: Set<Shortcut> = []
    var shown: [ShownKey] = []
    func add(_ bindings: [ViewKeyBinding]) {
      for (index, binding) in bindings.enumerated() {
        let isLast = !bindings[(index + 1)...].contains { $0.shortcut == binding.shortcut }
        guard isLast, !taken.contains(binding.shortcut) else { continue }
        if let target, let stroke = KeyStroke(binding.shortcut), takes(stroke, target) { continue }
        shown.append(ShownKey(binding.shortcut, binding.title))
      }
      taken.formUnion(bindings.map(\.shortcut))
    }
    var escape: ShownKey?
    for index in enclosing {
      let node = arrangement.arounds[index]
      add(node.keys)
      if let dialog = node.dialog.map({ arrangement.dialogs[$0] }), dialog.cancel != nil,
        taken.insert(.escape).inserted
      {
        escape = ShownKey(.escape, dialog.cancelTitle)
      }
    }
    add(screenKeys.map(\.binding))
    if let escape { shown.append(escape) }
    // Without titles, which would be in one language.
    if tabStops.count > 1 { shown.append(ShownKey(Shortcut(.tab), "")) }
    if arrowsStep(target) { shown.append(ShownKey(name: "←→")) }
    if arrowsMove(target) { shown.append(ShownKey(name: "↑↓")) }
    return shown
  }

  /// Whether the arrows change a control, go through the controls of a row, or move something sideways.
  private func arrowsStep(_ target: Target?) -> Bool {
    if let target, takes(KeyStroke(.right), target) {
      if case .input = target.node.content { return false }
      return true
    }
    if let area = focusedArea, (area.controls[area.current]?.count ?? 0) > 1 { return true }
    return enclosing.contains { index in
      guard let scroll = arrangement.arounds[index].scroll else { return false }
      return arrangement.scrolls[scroll].isSideways && arrangement.scrolls[scroll].end > 0
    }
  }

  /// Whether the arrows go through a list, or scroll.
  private func arrowsMove(_ target: Target?) -> Bool {
    if let focusedArea { return focusedArea.list.count > 1 }
    guard let target, !takes(KeyStroke(.down), target) else { return false }
    if case .input = target.node.content { return false }
    return enclosing.contains { index in
      guard let scroll = arrangement.arounds[index].scroll else { return false }
      return !arrangement.scrolls[scroll].isSideways && arrangement.scrolls[scroll].end > 0
    }
  }

  /// The keys that two views have at the same time. One around another may have the same key: the inner
  /// one acts.
  var sharedShortcuts: [ViewProblem] {
    var found: [ViewProblem] = []
    func look(_ bindings: [ViewKeyBinding]) {
      var seen: Set<Shortcut> = []
      for binding in bindings where !seen.insert(binding.shortcut).inserted {
        found.append(.sharedShortcut(binding.shortcut))
      }
    }
    for node in arrangement.arounds { look(node.keys) }
    look(screenKeys.map(\.binding))
    var owners: [Shortcut: Int] = [:]
    for index in enclosing {
      for key in arrangement.arounds[index].keys {
        if let inner = owners.updateValue(index, forKey: key.shortcut), inner != index,
          !chain(inner).contains(index)
        {
          found.append(.sharedShortcut(key.shortcut))
        }
      }
    }
    return found
  }

  // MARK: What is around the focus

  /// The nodes that take a key which the control with the focus does not take, from the inside out, as
  /// indices. Where nothing has the focus, all of them; in a dialog, those in it and around it.
  var enclosing: [Int] {
    let arounds = arrangement.arounds
    guard let target = active else {
      let top = arrangement.topLayer
      if top == 0 { return arounds.indices.reversed() }
      return arounds.indices.reversed().filter { arounds[$0].layer == top } + chain(topDialog)
    }
    let outer = chain(target.around)
    // A row without a control has the focus as a whole.
    guard let list = focusedArea, target.id == list.id,
      let inner = list.arounds[list.current], showsCurrentRow(of: list)
    else { return outer }
    return inner.reversed() + outer
  }

  /// A node that takes keys, and those around it.
  private func chain(_ first: Int?) -> [Int] {
    first.map { Array(sequence(first: $0) { arrangement.arounds[$0].parent }) } ?? []
  }

  private var topDialog: Int? {
    arrangement.arounds.lastIndex { $0.dialog == arrangement.topLayer - 1 }
  }

  /// The keys that act wherever the focus is, in the order of the view. While a dialog is open, those in
  /// it and around it.
  var screenKeys: [ScreenKey] {
    let top = arrangement.topLayer
    if top == 0 || arrangement.screenKeys.isEmpty { return arrangement.screenKeys }
    let around = Set(chain(topDialog))
    return arrangement.screenKeys.filter {
      arrangement.arounds[$0.around].layer == top || around.contains($0.around)
    }
  }
}

extension KeyStroke {
  /// The key of a terminal that a shortcut names.
  package init?(_ shortcut: Shortcut) {
    let key: TerminalKey
    switch shortcut.key {
    case .character(let character): key = .character(character)
    case .enter: key = .enter
    case .escape: key = .escape
    case .tab: key = .tab
    case .backspace: key = .backspace
    case .delete: key = .delete
    case .up: key = .up
    case .down: key = .down
    case .left: key = .left
    case .right: key = .right
    case .home: key = .home
    case .end: key = .end
    case .pageUp: key = .pageUp
    case .pageDown: key = .pageDown
    case .function(let number): key = .function(number)
    }
    var modifiers: KeyModifiers = []
    if shortcut.modifiers.contains(.control) { modifiers.insert(.control) }
    if shortcut.modifiers.contains(.alt) { modifiers.insert(.alt) }
    if shortcut.modifiers.contains(.shift) { modifiers.insert(.shift) }
    self.init(key, modifiers)
  }
}
