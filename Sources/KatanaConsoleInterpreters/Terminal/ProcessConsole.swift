import Dispatch
import Foundation
import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The console of the process. One queue keeps the order, a second queue writes, and a thread
/// reads.
final class ProcessConsole: ConsoleDevice, @unchecked Sendable {
  // Sendable, because the variables are accessed only on `queue`, one of them only on `writer`.
  let input: Int32
  let output: Int32
  private let error: Int32
  private let lines: Int32?
  private let opener: [String]
  private let exitFunction: @Sendable (Int32) -> Void
  private let queue = DispatchQueue(label: "katana.console")
  private let writer = DispatchQueue(label: "katana.console.writer")
  private static let isOnQueue = DispatchSpecificKey<ObjectIdentifier>()

  private weak var core: ConsoleCore?
  private var pump: InputPump?
  private var linePump: InputPump?
  private let modes: TerminalModeKeeper
  /// The signals that may change the size.
  private var sizeListeners: [(signal: Int32, id: Int)] = []
  private var sizeTimer: (any DispatchSourceTimer)?
  private var held: Set<StandardStream> = []
  /// Whether the process was told to end. Accessed only on `writer`.
  private var isLeaving = false

  init(
    input: Int32, output: Int32, error: Int32, lines: Int32?, opener: [String],
    exit: @escaping @Sendable (Int32) -> Void
  ) {
    (self.input, self.output, self.error, self.lines) = (input, output, error, lines)
    self.opener = opener
    exitFunction = exit
    modes = TerminalModeKeeper(input: input, output: output)
    queue.setSpecific(key: Self.isOnQueue, value: ObjectIdentifier(self))
  }

  deinit {
    for (signal, id) in sizeListeners { SignalTable.shared.stopListening(to: signal, id) }
    sizeTimer?.cancel()
  }

  /// Connects the console with its core. Called once, before all other functions.
  func attach(_ core: ConsoleCore) {
    self.core = core
    pump = InputPump(input) { [weak core] in
      core?.receive($0)
    } end: { [weak core] in
      core?.receiveEnd($0)
    }
    linePump = lines.map {
      InputPump($0) { [weak core] in
        core?.receiveLines($0)
      } end: { [weak core] in
        core?.receiveLines([], end: $0)
      }
    }
    ConsolesAtExit.add(self)
  }

  // MARK: Order

  func inOrder(_ action: @escaping @Sendable () -> Void) {
    if isInOrder { action() } else { queue.async(execute: action) }
  }

  func inOrderWaiting(_ action: @escaping @Sendable () -> Void) {
    if isInOrder { action() } else { queue.sync(execute: action) }
  }

  private var isInOrder: Bool {
    DispatchQueue.getSpecific(key: Self.isOnQueue) == ObjectIdentifier(self)
  }

  // MARK: Output

  func write(
    _ text: String, to stream: StandardStream, isFrame: Bool,
    done: @escaping @Sendable (TerminalError?) -> Void
  ) {
    writer.async { [self] in
      let descriptor = stream == .standardOutput ? outputDescriptor : errorDescriptor
      // Text that the app has printed with Swift's `print` comes first.
      if stream == .standardOutput, output == STDOUT_FILENO { flushStandardOutput() }
      switch writeAll(Array(text.utf8), to: descriptor) {
      case nil: done(nil)
      case EPIPE?: done(.closedPipe(stream))
      case let number?: done(.notWritten(stream, reason: String(cString: strerror(number))))
      }
    }
  }

  func hold(_ streams: Set<StandardStream>) {
    // The streams of a console of one's own are nobody else's.
    let streams = streams.filter {
      $0 == .standardOutput ? output == STDOUT_FILENO : error == STDERR_FILENO
    }
    guard streams != held else { return }
    held = streams
    // In order with what is written: a screen is removed before the held text follows.
    writer.async {
      flushStandardOutput()
      let holdsOutput = streams.contains(.standardOutput)
      if holdsOutput { StreamHold.output.begin() } else { StreamHold.output.end() }
      let holdsErrors = streams.contains(.standardError)
      if holdsErrors { StreamHold.error.begin() } else { StreamHold.error.end() }
    }
  }

  /// The descriptor with which a frame reaches the terminal, also while other output is held.
  var outputDescriptor: Int32 { StreamHold.descriptor(output) }

  private var errorDescriptor: Int32 { StreamHold.descriptor(error) }

  /// Removes what is shown, and returns when all texts are written, or after a time limit, because
  /// the reader may be stuck.
  func finishWriting(within limit: DispatchTimeInterval) {
    let isWritten = DispatchSemaphore(value: 0)
    queue.async { [self] in
      core?.close()
      writer.async { isWritten.signal() }
    }
    _ = isWritten.wait(timeout: .now() + limit)
  }

  // MARK: The terminal

  func set(_ mode: InputMode, restoring: String) { modes.set(mode, restoring: restoring) }

  func setReading(_ isReading: Bool) { pump?.set(isReading) }

  func setReadingLines(_ isReading: Bool) { linePump?.set(isReading) }

  func setWatchingSize(_ isWatching: Bool) {
    guard isWatching == sizeListeners.isEmpty else { return }
    for (signal, id) in sizeListeners { SignalTable.shared.stopListening(to: signal, id) }
    sizeListeners = []
    sizeTimer?.cancel()
    sizeTimer = nil
    guard isWatching else { return }
    let resize = SignalTable.shared.listen(to: SIGWINCH) { [weak self] in self?.tellSize() }
    let resume = SignalTable.shared.listen(to: SIGCONT) { [weak self] in
      self?.core?.resumed()
      self?.tellSize()
    }
    sizeListeners = [(SIGWINCH, resize), (SIGCONT, resume)]
    // Of another terminal than the controlling one, the system sends no signal.
    if tcgetpgrp(outputDescriptor) == -1 { startSizeTimer() }
    // The size may have changed while it was not watched. This runs later, because the current call
    // is part of another change.
    queue.async { [weak self] in self?.tellSize() }
  }

  private func startSizeTimer() {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(250))
    timer.setEventHandler { [weak self] in self?.tellSize() }
    timer.resume()
    sizeTimer = timer
  }

  private func tellSize() {
    if let size = Self.size(of: outputDescriptor) { core?.resized(size) }
  }

  func waitForAnswer(_ action: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + ConsoleCore.answerDelay / .seconds(1), execute: action)
  }

  func raise(_ signal: Int32) {
    // A terminal that does not control this process, such as that of a monitor, sends it no signals.
    if tcgetpgrp(outputDescriptor) == getpgrp() { kill(0, signal) }
  }

  // MARK: The process

  func exit(_ status: Int32) {
    writer.async { [self, slot = modes.slot] in leave(status, slot) {} }
  }

  func fail(_ status: Int32, saying text: String?, ended: @escaping @Sendable () -> Void) {
    if isLeaving { return ended() }
    if let text {
      let name = ProcessInfo.processInfo.processName
      _ = writeAll(Array("\(name): \(text)".utf8), to: errorDescriptor)
    }
    leave(status, nil, ended)
  }

  /// Ends the process, once. Called on `writer`.
  private func leave(_ status: Int32, _ slot: Int?, _ ended: @escaping @Sendable () -> Void) {
    if isLeaving { return }
    isLeaving = true
    if let slot { TerminalMemory.restore(slot) }
    // Runs on a thread of its own, because the end of the process waits for the queue.
    Thread { [exitFunction] in
      exitFunction(status)
      ended()
    }.start()
  }

  func run(
    _ program: ForegroundProgram,
    ended: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
  ) {
    writer.async { [self] in
      flushStandardOutput()
      program.start([input, outputDescriptor, errorDescriptor], ended: ended)
    }
  }

  func open(_ url: URL, done: @escaping @Sendable (OpenURLError?) -> Void) {
    let opener = opener
    DispatchQueue.global().async { done(URLOpener(command: opener).open(url)) }
  }

  // MARK: Properties

  static func properties(
    input: Int32, output: Int32, _ environment: [String: String]
  ) -> TerminalProperties {
    let isOutputTerminal = isatty(output) == 1
    let term = environment["TERM"] ?? ""
    let knowsSequences = !term.isEmpty && term != "dumb"
    let hasColor = (environment["NO_COLOR"] ?? "").isEmpty
    return TerminalProperties(
      isInputTerminal: isatty(input) == 1, isOutputTerminal: isOutputTerminal,
      hasColor: isOutputTerminal && knowsSequences && hasColor,
      hasEscapeSequences: knowsSequences, size: size(of: output))
  }

  static func size(of descriptor: Int32) -> TerminalSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    // A terminal that does not know its size reports zero.
    return size.ws_col == 0 || size.ws_row == 0
      ? TerminalSize(columns: 80, rows: 24)
      : TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
