import KatanaConsole
import KatanaEffects

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The input that was read and not delivered yet, with its decoders.
struct ConsoleInput {
  /// The kind of receiver that gets the input.
  enum Consumer: Equatable {
    case prompt(isEdited: Bool)
    case keys
    case lines

    /// Whether the receiver gets events of a terminal instead of lines.
    var takesEvents: Bool { self == .keys || self == .prompt(isEdited: true) }
  }

  var decoder = TerminalDecoder()
  var splitter = LineSplitter()
  /// The events that were decoded and not delivered yet.
  var events: [TerminalEvent] = []
  private var bytes: [UInt8] = []
  private var next = 0
  /// The end of the input, which follows `bytes`: its normal end or an error; `nil` before that.
  var end: LineEvent?
  /// Whether the end was delivered. Reading then stops until a new receiver wants input.
  var isOver = false

  func consumer(of machine: ConsoleMachine) -> Consumer? {
    if machine.isLent { return nil }
    if !machine.prompts.isEmpty { return .prompt(isEdited: machine.isInteractive) }
    if !machine.keys.isEmpty { return .keys }
    return machine.lines.isEmpty || machine.lineInput != nil ? nil : .lines
  }

  mutating func receive(_ new: some Sequence<UInt8>) { bytes += new }

  /// Returns the event for a line. A line that was cut must not be mistaken for a command, so its
  /// text is dropped.
  func event(of line: TextLine) -> LineEvent {
    line.isCut ? .tooLong(limit: splitter.limit) : .line(line.text)
  }

  /// Takes bytes up to the next line feed. Those behind it may be for another receiver, such as one
  /// of keys.
  ///
  /// - Returns: The line; `nil` if all bytes were taken and none ends a line.
  mutating func takeLine() -> TextLine? {
    let line = bytes.withUnsafeBufferPointer { splitter.takeLine($0, from: &next) }
    if next == bytes.count { (bytes, next) = ([], 0) }
    return line
  }

  /// Takes the next line, or the end, of an input that has lines alone.
  mutating func next(limit: Int) -> LineEvent? {
    splitter.limit = limit
    if let line = takeLine() { return event(of: line) }
    guard let end else { return nil }
    if let last = splitter.finish() { return event(of: last) }
    (self.end, isOver) = (nil, true)
    return end
  }

  mutating func takeByte() -> UInt8? {
    guard next < bytes.count else {
      (bytes, next) = ([], 0)
      return nil
    }
    next += 1
    return bytes[next - 1]
  }
}

extension ConsoleMachine {
  /// Opens a prompt. It is shown when all earlier prompts are closed.
  mutating func open(_ prompt: OpenPrompt) -> [Action] {
    prompts.append(prompt)
    input.isOver = false
    return prompts.count == 1 ? begin(prompt) : []
  }

  /// Closes a prompt without an answer.
  mutating func closePrompt(_ id: Int) -> [Action] {
    guard let index = prompts.firstIndex(where: { $0.id == id }) else { return [] }
    prompts.remove(at: index)
    return refresh() + (index == 0 ? prompts.first.map { begin($0) } ?? [] : [])
  }

  /// Decodes the pending bytes until an action follows.
  ///
  /// - Returns: The actions; `nil` when there is no receiver or no input.
  mutating func step() -> [Action]? {
    while let consumer = input.consumer(of: self) {
      input.splitter.limit = lineLimit
      if consumer.takesEvents, !input.events.isEmpty {
        let actions = deliver(input.events.removeFirst())
        if !actions.isEmpty { return actions }
      } else if consumer.takesEvents, let byte = input.takeByte() {
        input.events += input.decoder.take(byte)
      } else if !consumer.takesEvents, let line = input.takeLine() {
        return deliver(input.event(of: line))
      } else if let end = input.end {
        return deliver(end: end, to: consumer)
      } else {
        return nil
      }
    }
    return nil
  }

  /// Returns the next line for the subscriptions to lines, if they get the input and a line is
  /// complete. It changes nothing that the terminal shows.
  mutating func nextLine() -> LineEvent? {
    if lineInput != nil, let limit = lines.first?.limit { return lineInput?.next(limit: limit) }
    guard input.consumer(of: self) == .lines else { return nil }
    input.splitter.limit = lineLimit
    return input.takeLine().map(input.event(of:))
  }

  // MARK: Delivery

  /// Shows the first prompt.
  private mutating func begin(_ prompt: OpenPrompt) -> [Action] {
    if isInteractive { return refresh() }
    guard properties.isInputTerminal else { return [] }
    let stream: StandardStream = properties.isOutputTerminal ? .standardOutput : .standardError
    return print(TerminalText.plain(prompt.prompt, keepsLines: true), to: stream, id: nil)
  }

  /// Whether bytes are an answer that a view waits for. Other unknown bytes belong to the app.
  private func isAwaited(_ bytes: [UInt8]) -> Bool {
    // A terminal within another one may give the answer of the outer one last.
    if hasAsked, bytes.starts(with: "\u{1B}]11;".utf8) { return true }
    return awaitsAnswer && bytes.starts(with: "\u{1B}[?".utf8)
  }

  private mutating func deliver(_ event: TerminalEvent) -> [Action] {
    if case .unknown(let bytes) = event, isAwaited(bytes) {
      // The answer to `ESC [ c`, which every terminal gives, comes after all others.
      if bytes.last == UInt8(ascii: "c") { awaitsAnswer = false }
      // Only a terminal that has key codes answers so.
      if bytes.last == UInt8(ascii: "u") { knowsKeyCodes = true }
      return refresh() + [.answered(bytes)]
    }
    if features.contains(.keyCodes), case .keys(areSignals: true) = inputMode,
      let signal = event.signal
    {
      return [.raise(signal)]
    }
    if prompts.isEmpty { return keys.map { .event(id: $0.id, event) } }
    switch prompts[0].editor.take(event) {
    case .unchanged: return []
    case .changed: return refresh()
    case .entered(let text): return finish(.entered(text), leaving: "")
    case .endOfInput: return finish(.endOfInput, leaving: "")
    case .interrupted: return finish(.interrupted, leaving: "^C")
    case .suspended: return [.raise(SIGTSTP)]
    case .redrawn:
      _ = painter.forget()
      return write("\u{1B}[H\u{1B}[2J") + refresh()
    }
  }

  private mutating func deliver(_ line: LineEvent) -> [Action] {
    guard let prompt = prompts.first else { return lines.map { .line(id: $0.id, line) } }
    // The terminal has not echoed the return key, so the line end is missing.
    let isEndMissing = properties.isInputTerminal && prompt.isHidden
    let stream: StandardStream = properties.isOutputTerminal ? .standardOutput : .standardError
    let end = isEndMissing ? print("\n", to: stream, id: nil) : []
    switch line {
    case .line(let text): return end + answer(.entered(text))
    case .tooLong(let limit): return end + answer(.failed(.lineTooLong(limit: limit)))
    case .end: return end + answer(.endOfInput)
    case .failed(let error): return end + answer(.failed(error))
    }
  }

  private mutating func deliver(end: LineEvent, to consumer: ConsoleInput.Consumer) -> [Action] {
    if consumer.takesEvents {
      input.events += input.decoder.finish() + [.end]
    } else if let last = input.splitter.finish() {
      return deliver(input.event(of: last))
    }
    input.end = nil
    input.isOver = true
    return consumer.takesEvents ? [] : deliver(end)
  }

  /// Answers the first prompt. Its line stays on the terminal, above the frame.
  private mutating func finish(
    _ answer: PromptAnswer<String>, leaving mark: String
  ) -> [Action] {
    guard let prompt = prompts.first else { return [] }
    var rows = frame(of: prompt).rows
    // Removes the empty row that was added for the cursor behind a full row.
    if rows.count > 1 && rows.last?.isEmpty == true { rows.removeLast() }
    let text = rows.joined(separator: "\r\n") + mark + "\n"
    let shown = painter.isFullScreen ? [] : write(painter.erase() + text)
    isAtLineStart = true
    return shown + self.answer(answer)
  }

  private mutating func answer(_ answer: PromptAnswer<String>) -> [Action] {
    let prompt = prompts.removeFirst()
    let next = prompts.first
    if next != nil { input.isOver = false }
    return refresh() + (next.map { begin($0) } ?? []) + [.answer(id: prompt.id, answer)]
  }
}

extension TerminalEvent {
  /// The signal that a terminal without key codes sends for a key.
  fileprivate var signal: Int32? {
    switch self {
    case .key(KeyStroke(.character("c"), .control)): SIGINT
    case .key(KeyStroke(.character("\\"), .control)): SIGQUIT
    case .key(KeyStroke(.character("z"), .control)): SIGTSTP
    default: nil
    }
  }
}
