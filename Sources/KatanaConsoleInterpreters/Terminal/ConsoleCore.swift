import Foundation
import Katana
package import KatanaConsole
package import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Connects a ``ConsoleMachine``, which decides, with a device, which acts, and with the commands
/// and subscriptions of the runtimes.
package final class ConsoleCore: @unchecked Sendable {
  // Sendable, because all variables are accessed only in the order of the device.
  let device: any ConsoleDevice
  private var machine: ConsoleMachine
  private var lastID = 0
  private var prints: [Int: Waiter] = [:]
  private var eventSinks: [Int: @Sendable (TerminalEvent) -> Void] = [:]
  private var lineSinks: [Int: @Sendable (LineEvent) -> Void] = [:]
  private var answers: [Int: @Sendable (PromptAnswer<String>) -> Void] = [:]
  private var canvasSinks: [Int: @Sendable () -> Void] = [:]
  private var answerSink: (@Sendable ([UInt8]) -> Void)?
  /// What is done when the terminal has answered.
  private var afterAnswers: [@Sendable () -> Void] = []
  /// The programs that use the terminal, in order; the first one runs.
  private var foreground: [Foreground] = []
  private var isDelivering = false

  /// A command that waits until its text is written.
  private struct Waiter: Sendable {
    /// Whether the command takes an error.
    var takesErrors: Bool
    var done: @Sendable (TerminalError?) -> Void
  }

  private struct Foreground {
    var program: ForegroundProgram
    var done: @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
  }

  /// The clock of the runtime that used the console last.
  package private(set) var clock: (any RuntimeClock)?
  private var pause: ScheduledAction?
  /// The time after which a lone escape is a key, and not the beginning of a sequence.
  private let escapeDelay: Duration
  /// The default: as long as Vim's (`ttimeoutlen` in its `defaults.vim`). It is just not felt, and a slow
  /// connection rarely divides a sequence by more, because the terminal sends its bytes at once.
  package static let usualEscapeDelay = Duration.milliseconds(100)
  /// The time within which a terminal answers.
  package static let answerDelay = Duration.milliseconds(300)
  /// The time after which a paste is over if nothing more comes: its end was lost, and all keys would be
  /// text of it. A connection that stands still for so long is hardly used any more.
  private let pasteLimit = Duration.seconds(10)

  package init(
    device: any ConsoleDevice, properties: TerminalProperties, isErrorTerminal: Bool,
    escapeDelay: Duration = usualEscapeDelay, hasLinesAlone: Bool = false
  ) {
    self.device = device
    self.escapeDelay = escapeDelay
    self.machine = ConsoleMachine(properties: properties, isErrorTerminal: isErrorTerminal)
    if hasLinesAlone { machine.lineInput = ConsoleInput() }
  }

  // MARK: Commands and subscriptions

  /// Writes text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - stream: The stream that it is written to.
  ///   - clock: The clock of the runtime.
  ///   - isAwaited: Whether `done` takes an error. If not, an error ends the process, and `done` is
  ///     released when a full screen delays the text: the screen may last until the runtime ends,
  ///     and the runtime waits for its commands.
  ///   - done: Called when the text was written, or writing failed.
  func print(
    _ text: String, to stream: StandardStream, clock: any RuntimeClock, isAwaited: Bool,
    done: @escaping @Sendable (TerminalError?) -> Void
  ) {
    device.inOrder { [self] in
      self.clock = clock
      let id = newID()
      prints[id] = Waiter(takesErrors: isAwaited, done: done)
      var isDelayed = false
      change {
        let actions = $0.print(text, to: stream, id: id)
        isDelayed = $0.held.last?.id == id
        return actions
      }
      if isDelayed && !isAwaited { prints[id] = nil }
    }
  }

  /// Opens a prompt.
  ///
  /// - Parameters:
  ///   - prompt: The text before the user's text.
  ///   - editor: The initial state of the line.
  ///   - isHidden: Whether the user's text is not shown.
  ///   - clock: The clock of the runtime.
  ///   - made: Called with the id for ``close(_:)``.
  ///   - answered: Called with the answer, unless the prompt is closed first.
  func open(
    _ prompt: String, editor: LineEditor, isHidden: Bool, clock: any RuntimeClock,
    made: @escaping @Sendable (Int) -> Void,
    answered: @escaping @Sendable (PromptAnswer<String>) -> Void
  ) {
    device.inOrder { [self] in
      let id = newID()
      answers[id] = answered
      self.clock = clock
      change {
        $0.open(.init(id: id, prompt: prompt, isHidden: isHidden, editor: editor))
      }
      made(id)
    }
  }

  func close(_ id: Int) {
    device.inOrder { [self] in
      answers[id] = nil
      change { $0.closePrompt(id) }
    }
  }

  func open(
    _ url: URL, clock: any RuntimeClock, done: @escaping @Sendable (OpenURLError?) -> Void
  ) {
    device.inOrder { [self] in
      self.clock = clock
      device.open(url, done: done)
    }
  }

  /// Gives the terminal to a program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - clock: The clock of the runtime.
  ///   - done: Called with how it ended; `nil` if it was ended before the start.
  func run(
    _ program: ForegroundProgram, clock: any RuntimeClock,
    done: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
  ) {
    device.inOrder { [self] in
      self.clock = clock
      guard machine.properties.isInputTerminal, machine.properties.isOutputTerminal else {
        return done(.failure(.noTerminal(program: program.launch.executable)))
      }
      foreground.append(Foreground(program: program, done: done))
      if foreground.count == 1 { runNext() }
    }
  }

  private func runNext() {
    guard let next = foreground.first else { return }
    whenAnswered { [self] in
      change { $0.lend() }
      device.run(next.program) { [weak self] result in
        guard let self else { return next.done(result) }
        device.inOrder {
          self.foreground.removeFirst()
          if self.foreground.isEmpty { self.change { $0.takeBack() } }
          next.done(result)
          self.runNext()
        }
      }
    }
  }

  /// Ends the process. No answers or events are sent after this. Texts that a full screen has
  /// delayed are written first.
  func exit(_ status: Int32) {
    device.inOrder { [self] in
      endInput()
      whenAnswered { [self] in
        change { $0.end() }
        device.exit(status)
      }
    }
  }

  private func endInput() {
    (eventSinks, lineSinks, answers, canvasSinks) = ([:], [:], [:], [:])
  }

  /// Removes what is shown, because the process ends by `exit`. Texts that a full screen has
  /// delayed are written.
  func close() { change { $0.end() } }

  package func addKeys(
    _ input: TerminalInput, clock: any RuntimeClock,
    _ sink: @escaping @Sendable (TerminalEvent) -> Void
  ) -> Int {
    add { [self] id in
      eventSinks[id] = sink
      self.clock = clock
      change { $0.add(Self.keys(input, id)) }
    }
  }

  private static func keys(_ input: TerminalInput, _ id: Int) -> ConsoleMachine.Keys {
    .init(
      id: id, reportsSignalKeys: input.reportsSignalKeys, reportsMouse: input.reportsMouse,
      reportsFocus: input.reportsFocus)
  }

  /// Changes what a receiver of keys asks for.
  package func setKeys(_ input: TerminalInput, id: Int) {
    device.inOrderWaiting { [self] in change { $0.change(Self.keys(input, id)) } }
  }

  package func removeKeys(_ id: Int) {
    device.inOrderWaiting { [self] in
      eventSinks[id] = nil
      change { $0.removeKeys(id) }
    }
  }

  func addLines(
    limit: Int, clock: any RuntimeClock, _ sink: @escaping @Sendable (LineEvent) -> Void
  ) -> Int {
    add { [self] id in
      self.clock = clock
      lineSinks[id] = sink
      change { $0.addLines(id, limit: limit) }
    }
  }

  func removeLines(_ id: Int) {
    device.inOrderWaiting { [self] in
      lineSinks[id] = nil
      change { $0.removeLines(id) }
    }
  }

  package func addScreen(_ screen: TerminalScreen, clock: any RuntimeClock) -> Int {
    add { [self] id in
      self.clock = clock
      change { $0.setScreen(screen, id: id) }
    }
  }

  package func setScreen(_ screen: TerminalScreen, id: Int) {
    device.inOrderWaiting { [self] in change { $0.setScreen(screen, id: id) } }
  }

  package func removeScreen(_ id: Int) {
    device.inOrderWaiting { [self] in change { $0.removeScreen(id) } }
  }

  // MARK: A canvas

  /// The properties of the terminal.
  package var properties: TerminalProperties {
    let result = Returned<TerminalProperties>()
    device.inOrderWaiting { [self] in result.value = machine.properties }
    return result.value!
  }

  /// Opens a full screen that the caller paints.
  ///
  /// - Parameters:
  ///   - clock: The clock of the runtime.
  ///   - uncovered: Called when the canvas is shown, and is empty: at once, after a prompt, and
  ///     after the process was stopped.
  /// - Returns: The id of the canvas; `nil` if the console has one, whose keys it would get.
  package func addCanvas(
    clock: any RuntimeClock, uncovered: @escaping @Sendable () -> Void
  ) -> Int? {
    let result = Returned<Int>()
    device.inOrderWaiting { [self] in
      if !machine.canvases.isEmpty { return }
      let id = newID()
      result.value = id
      self.clock = clock
      canvasSinks[id] = uncovered
      change { $0.addCanvas(id) }
    }
    return result.value
  }

  /// Asks the terminal, unless something covers the canvas or the screen. Terminals ignore questions that they do not
  /// know, so one follows that all of them answer.
  package func ask(
    _ question: String, on id: Int, answered: @escaping @Sendable ([UInt8]) -> Void
  ) {
    device.inOrder { [self] in
      guard machine.shownCanvas == id || machine.isShownInline(id) else { return }
      machine.hasAsked = true
      answerSink = answered
      machine.awaitsAnswer = true
      let question = question + TerminalFeature.keyCodesQuestion + "\u{1B}[c"
      device.write(question, to: .standardOutput, isFrame: true) { _ in }
    }
  }

  /// Performs an action when the terminal has answered all questions, or will not: an answer that comes
  /// later would reach the next program that reads the terminal.
  private func whenAnswered(_ action: @escaping @Sendable () -> Void) {
    guard machine.awaitsAnswer else { return action() }
    afterAnswers.append(action)
    device.waitForAnswer { [weak self] in self?.endAnswers() }
  }

  private func endAnswers() {
    machine.awaitsAnswer = false
    let actions = afterAnswers
    afterAnswers = []
    for action in actions { action() }
  }

  /// Waits until the terminal has answered all questions, or will not.
  package func waitUntilAnswered() async {
    await withCheckedContinuation { continuation in
      device.inOrder { [self] in whenAnswered { continuation.resume() } }
    }
  }

  /// Writes bytes that change what a canvas shows, unless something covers it. Calls `done` when
  /// they are written, or are not going to be.
  package func paint(_ bytes: String, on id: Int, done: @escaping @Sendable () -> Void) {
    device.inOrder { [self] in
      guard machine.shownCanvas == id else { return done() }
      device.write(bytes, to: .standardOutput, isFrame: true) { [weak self] error in
        if let error { self?.fail(error, ended: done) } else { done() }
      }
    }
  }

  /// Rings the bell, whatever is shown.
  func ring(clock: any RuntimeClock) {
    device.inOrder { [self] in
      self.clock = clock
      guard machine.canDraw else { return }
      device.write("\u{7}", to: .standardOutput, isFrame: true) { _ in }
    }
  }

  package func removeCanvas(_ id: Int) {
    device.inOrderWaiting { [self] in
      canvasSinks[id] = nil
      change { $0.removeScreen(id) }
    }
  }

  /// Waits until all that was written before has reached the terminal, or cannot.
  package func waitUntilWritten() async {
    await withCheckedContinuation { continuation in
      device.inOrder { [self] in
        device.write("", to: .standardOutput, isFrame: true) { _ in continuation.resume() }
      }
    }
  }

  // MARK: Events of the device

  package func receive(_ bytes: [UInt8]) {
    device.inOrderWaiting { [self] in
      stopAwaitingRest()
      change {
        $0.input.receive(bytes)
        return []
      }
    }
  }

  package func receiveEnd(_ end: LineEvent = .end) {
    device.inOrderWaiting { [self] in
      endAnswers()
      change {
        $0.input.end = end
        return []
      }
    }
  }

  /// Takes bytes, or the end, of the input of lines alone.
  func receiveLines(_ bytes: [UInt8], end: LineEvent? = nil) {
    device.inOrderWaiting { [self] in
      change {
        $0.lineInput?.receive(bytes)
        if let end { $0.lineInput?.end = end }
        return []
      }
    }
  }

  package func resized(_ size: TerminalSize) {
    device.inOrder { [self] in change { $0.resized(size) } }
  }

  package func resumed() { device.inOrder { [self] in change { $0.resumed() } } }

  // MARK: Execution in order

  private func newID() -> Int {
    lastID += 1
    return lastID
  }

  private func add(_ body: @escaping @Sendable (Int) -> Void) -> Int {
    let result = Returned<Int>()
    device.inOrderWaiting { [self] in
      let id = newID()
      result.value = id
      body(id)
    }
    return result.value!
  }

  /// Passes a value out of a closure.
  private final class Returned<Value>: @unchecked Sendable {
    // Sendable, because it is read after the closure that writes it has returned.
    var value: Value?
  }

  /// Changes the state of the machine, performs the actions that follow, and delivers pending
  /// input.
  private func change(_ body: (inout ConsoleMachine) -> [ConsoleMachine.Action]) {
    perform(body(&machine))
    deliverInput()
  }

  private func perform(_ actions: [ConsoleMachine.Action]) {
    // The mode is set first, so that the terminal does not echo what is typed at a visible prompt.
    device.set(machine.inputMode, restoring: machine.restoringText)
    let held = machine.heldStreams
    if !held.isEmpty { device.hold(held) }
    for action in actions { perform(action) }
    if held.isEmpty { device.hold([]) }
    setReading()
    device.setWatchingSize(machine.watchesSize)
  }

  private func perform(_ action: ConsoleMachine.Action) {
    switch action {
    case .write(let text, let stream, let id):
      let waiter = id.flatMap { prints.removeValue(forKey: $0) }
      device.write(text, to: stream, isFrame: id == nil) { [weak self] error in
        guard let error, waiter?.takesErrors != true else { waiter?.done(error); return }
        self?.fail(error) { waiter?.done(error) }
      }
    case .event(let id, let event): eventSinks[id]?(event)
    case .line(let id, let line): lineSinks[id]?(line)
    case .answer(let id, let answer): answers.removeValue(forKey: id)?(answer)
    case .raise(let signal): device.raise(signal)
    case .uncovered(let id): canvasSinks[id]?()
    case .answered(let bytes):
      answerSink?(bytes)
      if !machine.awaitsAnswer { endAnswers() }
    }
  }

  /// Ends the process, because nobody takes the error of a text.
  private func fail(_ error: TerminalError, ended: @escaping @Sendable () -> Void) {
    device.inOrder { [self] in endInput() }
    // As if the default action of SIGPIPE had happened, which is how other tools end.
    if case .closedPipe = error { return device.fail(128 + SIGPIPE, saying: nil, ended: ended) }
    device.fail(1, saying: "\(error)\n", ended: ended)
  }

  /// Delivers pending input, one action at a time.
  ///
  /// A message may be handled during a delivery, and may change who receives the rest of the input.
  /// The change then returns without delivering, and the running loop continues.
  private func deliverInput() {
    guard !isDelivering else { return }
    isDelivering = true
    while deliverNext() {}
    isDelivering = false
    setReading()
    awaitRest()
  }

  private func setReading() {
    device.setReading(machine.wantsInput)
    device.setReadingLines(machine.wantsLines)
  }

  /// Returns whether something was delivered.
  private func deliverNext() -> Bool {
    // Lines are many, and leave the terminal as it is.
    if let line = machine.nextLine() {
      for (id, _) in machine.lines { lineSinks[id]?(line) }
      return true
    }
    guard let actions = machine.step() else { return false }
    perform(actions)
    return true
  }

  /// Starts the time after which an escape or a paste is over. Only bytes begin it anew: an app that draws
  /// more often would never get the key.
  private func awaitRest() {
    guard let open = machine.openInput else { return stopAwaitingRest() }
    if pause != nil { return }
    pause = clock?.schedule(after: open == .escape ? lonelyTime : pasteLimit) { [weak self] in
      guard let self else { return }
      device.inOrder {
        self.stopAwaitingRest()
        self.change {
          $0.timeout()
          return []
        }
      }
    }
  }

  /// How long a lone escape may be the beginning of something else. An answer of the terminal, which a slow
  /// line divides, is worse than a key that is late.
  private var lonelyTime: Duration {
    machine.awaitsAnswer ? max(escapeDelay, Self.answerDelay) : escapeDelay
  }

  private func stopAwaitingRest() {
    pause?.cancel()
    pause = nil
  }
}
