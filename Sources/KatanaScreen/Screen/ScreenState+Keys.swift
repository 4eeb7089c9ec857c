package import KatanaConsole
package import KatanaViews

// The keys that act at this moment.
extension ScreenState {
  /// The keys that a press would reach, in the order of the view, those of the innermost node first;
  /// Escape of a dialog after them, Tab and the arrows last.
  var shownKeys: [(shortcut: String, title: String)] {
    let target = activeTarget.map { arrangement.targets[$0] }
    var taken: Set<Shortcut> = []
    var shown: [(shortcut: String, title: String)] = []
    func add(_ bindings: [ViewKeyBinding]) {
      for (index, binding) in bindings.enumerated() {
        let isLast = !bindings[(index + 1)...].contains { $0.shortcut == binding.shortcut }
        guard isLast, !taken.contains(binding.shortcut) else { continue }
        if let target, let stroke = KeyStroke(binding.shortcut), takes(stroke, target) { continue }
        shown.append(("\(binding.shortcut)", binding.title))
      }
      taken.formUnion(bindings.map(\.shortcut))
    }
    var around = target.flatMap(\.around)
    var escape: (shortcut: String, title: String)?
    while let index = around {
      let node = arrangement.arounds[index]
      add(node.keys)
      if let dialog = node.dialog.map({ arrangement.dialogs[$0] }), dialog.cancel != nil,
        taken.insert(.escape).inserted
      {
        escape = ("\(Shortcut.escape)", dialog.cancelTitle)
      }
      around = node.parent
    }
    add(screenKeys.map(\.binding))
    if target == nil, let dialog = arrangement.dialogs.last, dialog.cancel != nil,
      taken.insert(.escape).inserted
    {
      escape = ("\(Shortcut.escape)", dialog.cancelTitle)
    }
    if let escape { shown.append(escape) }
    // Without titles, which would be in one language.
    if tabStops.count > 1 { shown.append(("Tab", "")) }
    if arrowsMove(target) { shown.append(("↑↓", "")) }
    return shown
  }

  /// Whether the arrows go through a list, or scroll.
  private func arrowsMove(_ target: Target?) -> Bool {
    if let list = focusedList { return arrangement.lists[list].list.count > 1 }
    guard let target, !takes(KeyStroke(.down), target) else { return false }
    if case .input = target.node.content { return false }
    var around = target.around
    while let index = around {
      let node = arrangement.arounds[index]
      if let scroll = node.scroll.map({ arrangement.scrolls[$0] }), !scroll.isSideways,
        scroll.end > 0
      {
        return true
      }
      around = node.parent
    }
    return false
  }

  /// The keys that two views have at the same time.
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
    return found
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
