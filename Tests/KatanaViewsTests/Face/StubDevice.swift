import Foundation
import KatanaConsole
import KatanaRuntime

@testable import KatanaConsoleInterpreters
@testable import KatanaTesting

/// A terminal in memory whose reader can be stopped, and that keeps what was written.
final class StubDevice: ConsoleDevice, @unchecked Sendable {
  // Sendable, because `core` is set once, before the device is used, and the rest is locked.
  struct State {
    var terminal: TerminalModel
    var writes: [String] = []
    var isStopped = false
    /// What waits for a stopped reader.
    var waiting: [@Sendable () -> Void] = []
    var exitStatus: Int32?
    /// Whether the terminal may still answer.
    var answersLate = false
    /// What waits for the time after which no answer comes.
    var afterAnswers: [@Sendable () -> Void] = []
  }

  let state: Awaited<State>
  private(set) var core: ConsoleCore!
  private let lock = NSRecursiveLock()

  init(columns: Int = 40, rows: Int = 10) {
    state = Awaited(State(terminal: TerminalModel(width: columns, height: rows)))
    core = ConsoleCore(
      device: self,
      properties: TerminalProperties(
        isInputTerminal: true, isOutputTerminal: true, hasColor: true, hasEscapeSequences: true,
        size: TerminalSize(columns: columns, rows: rows)),
      isErrorTerminal: true)
  }

  /// What was written so far.
  var output: String { state.read { $0.writes.joined() } }
  var terminal: TerminalModel { state.read(\.terminal) }
  /// The number of frames.
  var frames: Int { state.read { $0.writes.count { $0.contains("H") && !$0.contains("$p") } } }

  func type(_ text: String) { core.receive(Array(text.utf8)) }

  /// Waits for a condition, for at most a minute.
  func wait(_ isMet: @escaping @Sendable (State) -> Bool) async -> Bool {
    await state.first(within: .seconds(60)) { isMet($0) ? true : nil } ?? false
  }

  func stop() { state.update { $0.isStopped = true } }

  func goOn() {
    let waiting = state.update { state in
      state.isStopped = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for action in waiting { action() }
  }

  // MARK: ConsoleDevice

  func run(
    _ program: ForegroundProgram,
    ended: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
  ) {
    ended(nil)
  }

  func write(
    _ text: String, to stream: StandardStream, isFrame: Bool,
    done: @escaping @Sendable (TerminalError?) -> Void
  ) {
    let isStopped = state.update { state in
      if state.isStopped {
        state.waiting.append { [weak self] in
          self?.write(text, to: stream, isFrame: isFrame, done: done)
        }
        return true
      }
      state.writes.append(text)
      state.terminal.write(text)
      return false
    }
    if !isStopped { done(nil) }
  }

  func set(_ mode: InputMode, restoring: String) {}
  func setReading(_ isReading: Bool) {}
  func setWatchingSize(_ isWatching: Bool) {}
  func raise(_ signal: Int32) {}
  func exit(_ status: Int32) { state.update { $0.exitStatus = status } }
  func fail(_ status: Int32, saying text: String?, ended: @escaping @Sendable () -> Void) {
    ended()
  }
  func hold(_ streams: Set<StandardStream>) {}
  func waitForAnswer(_ action: @escaping @Sendable () -> Void) {
    let waits = state.update { state in
      if state.answersLate { state.afterAnswers.append(action) }
      return state.answersLate
    }
    if !waits { action() }
  }
  func open(_ url: URL, done: @escaping @Sendable (OpenURLError?) -> Void) { done(nil) }
  func inOrder(_ action: @escaping @Sendable () -> Void) { lock.withLock(action) }
  func inOrderWaiting(_ action: @escaping @Sendable () -> Void) { lock.withLock(action) }
}
