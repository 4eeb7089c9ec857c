import KatanaConsole

extension ConsoleMachine {
  /// Writes text above the frame. During a full screen, and while another program uses the terminal,
  /// the text is held.
  mutating func print(_ text: String, to stream: StandardStream, id: Int?) -> [Action] {
    let text = Text(text: text, stream: stream, id: id)
    guard isLent || disturbsScreen(stream) else { return [.write(text.text, stream, id: id)] }
    if isLent || painter.isFullScreen {
      held.append(text)
      return []
    }
    return joined(write(painter.erase()) + written(text) + refresh())
  }

  mutating func setScreen(_ screen: TerminalScreen, id: Int) -> [Action] {
    if let index = screens.firstIndex(where: { $0.id == id }) {
      screens[index].screen = screen
    } else {
      screens.append((id, screen))
    }
    return refresh()
  }

  mutating func removeScreen(_ id: Int) -> [Action] {
    guard let index = screens.firstIndex(where: { $0.id == id }) else { return [] }
    let screen = screens.remove(at: index).screen
    canvases.remove(id)
    guard screen.area == .inline, screen.remains else { return refresh() }
    let rows =
      canDraw
      ? TerminalFrame(screen, columns: columns, hasColor: properties.hasColor).rows
      : screen.lines.map { TerminalText.cells(of: $0, keepsStyle: false).map(\.text).joined() }
    let text = rows.map { $0 + "\n" }.joined()
    return print(text, to: .standardOutput, id: nil)
  }

  /// Closes everything that is shown or read, because the process ends.
  mutating func end() -> [Action] {
    (prompts, keys, lines) = ([], [], [])
    var actions = isLent ? takeBack() : refresh()
    while let last = screens.last { actions += removeScreen(last.id) }
    return actions
  }

  var columns: Int { max(properties.size?.columns ?? 80, 1) }

  /// Writes what is needed to bring the terminal up to date with the state.
  mutating func refresh() -> [Action] {
    guard canDraw else { return [] }
    let shown = isLent ? nil : screens.last?.screen
    let isFullScreen = shown?.area == .fullScreen
    let wasFullScreen = painter.isFullScreen
    let wanted = wantedFeatures
    var unwanted = features.subtracting(wanted)
    if wasFullScreen != isFullScreen, features.contains(.keyCodes) { unwanted.insert(.keyCodes) }
    features.subtract(unwanted)
    var actions = write(TerminalFeature.text(switchingOff: unwanted))
    // A canvas may have hidden the cursor.
    if wasFullScreen, !isFullScreen, shownCanvas != nil {
      actions += write("\u{1B}[0m\u{1B}[?25h")
    }
    if wasFullScreen != isFullScreen {
      actions += write((isFullScreen ? painter.erase() : "") + painter.setFullScreen(isFullScreen))
    }
    actions += write(TerminalFeature.text(switchingOn: wanted.subtracting(features)))
    features = wanted
    if !isFullScreen && !isLent {
      actions += held.flatMap { written($0) }
      held = []
    }
    let frame = frame(with: shown).fitted(to: max(properties.size?.rows ?? 24, 1))
    if !frame.rows.isEmpty, painter.shown.rows.isEmpty, !isFullScreen, !isAtLineStart {
      actions += write("\r\n")
      isAtLineStart = true
    }
    let canvas = showCanvas()
    return joined(actions + canvas + (shownCanvas == nil ? write(painter.paint(frame)) : []))
  }

  /// Opens a full screen that other code paints.
  mutating func addCanvas(_ id: Int) -> [Action] {
    canvases.insert(id)
    return setScreen(TerminalScreen([], area: .fullScreen), id: id)
  }

  /// Empties the terminal when a canvas is covered or shown, and says so to the one that is shown.
  private mutating func showCanvas() -> [Action] {
    guard topCanvas != shownCanvas else { return [] }
    let isFullScreen = painter.isFullScreen
    shownCanvas = topCanvas
    if isFullScreen { _ = painter.forget() }
    return write(isFullScreen ? "\u{1B}[0m\u{1B}[?25h\u{1B}[2J\u{1B}[H" : "")
      + (shownCanvas.map { [.uncovered(id: $0)] } ?? [])
  }

  private func frame(with screen: TerminalScreen?) -> TerminalFrame {
    var frame =
      screen.map { TerminalFrame($0, columns: columns, hasColor: properties.hasColor) }
      ?? TerminalFrame()
    if isInteractive, !isLent, let prompt = prompts.first { frame.append(self.frame(of: prompt)) }
    return frame
  }

  func frame(of prompt: OpenPrompt) -> TerminalFrame {
    TerminalFrame(
      prompt: prompt.prompt, before: prompt.isHidden ? "" : String(prompt.editor.before),
      after: prompt.isHidden ? "" : String(prompt.editor.after), columns: columns,
      hasColor: properties.hasColor)
  }

  /// The features that the receivers of the input need.
  private var wantedFeatures: Set<TerminalFeature> {
    guard properties.isInputTerminal && !isLent else { return [] }
    var wanted: Set<TerminalFeature> = []
    if !keys.isEmpty || (isInteractive && !prompts.isEmpty) {
      wanted.insert(.paste)
      if knowsKeyCodes { wanted.insert(.keyCodes) }
    }
    if keys.contains(where: \.reportsMouse) { wanted.insert(.mouse) }
    if keys.contains(where: \.reportsFocus) { wanted.insert(.focus) }
    return wanted
  }

  func write(_ bytes: String) -> [Action] {
    bytes.isEmpty ? [] : [.write(bytes, .standardOutput, id: nil)]
  }

  mutating func written(_ text: Text) -> [Action] {
    if let last = text.text.last, disturbsScreen(text.stream) {
      isAtLineStart = last == "\n" || last == "\r\n"
    }
    return [.write(text.text, text.stream, id: text.id)]
  }

  private func disturbsScreen(_ stream: StandardStream) -> Bool {
    canDraw && (stream == .standardOutput || isErrorTerminal)
  }

  /// Joins successive writes to the same stream, so that the terminal shows no intermediate state.
  private func joined(_ actions: [Action]) -> [Action] {
    var result: [Action] = []
    for action in actions {
      if case .write(let text, let stream, let id) = action,
        case .write(let before, stream, let former)? = result.last, former == nil || id == nil
      {
        result[result.count - 1] = .write(before + text, stream, id: former ?? id)
      } else {
        result.append(action)
      }
    }
    return result
  }
}
