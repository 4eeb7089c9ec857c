import Foundation
import Katana
import KatanaConsoleInterpreters
import KatanaConsole
import KatanaEffectsTesting
import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The device of a ``VirtualTerminal``: keeps the output, and delivers the input by the clock.
final class VirtualDevice: ConsoleDevice, @unchecked Sendable {
  // Sendable, because the variables are used by one thread at a time, and because `core` is set once,
  // before the device is used.
  struct State {
    var screen: VirtualScreen
    var output = ""
    var errors = ""
    var exitStatus: Int32?
    var openedURLs: [URL] = []
    var suspensionCount = 0
  }

  enum Input {
    case bytes([UInt8])
    case size(TerminalSize)
    case end
  }

  private let lock = Lock()
  /// The thread that uses the device now; 0 if none does.
  private var user: UInt = 0
  private let isTerminal: Bool
  private let conditions: Conditions
  private let programs: VirtualTerminal.Programs
  private var state: State
  private var typed: [Input] = []
  private var isReading = false
  private var isScheduled = false
  weak var core: ConsoleCore?

  init(
    size: TerminalSize, isTerminal: Bool, conditions: Conditions,
    programs: @escaping VirtualTerminal.Programs
  ) {
    self.programs = programs
    self.isTerminal = isTerminal
    self.conditions = conditions
    state = State(screen: VirtualScreen(size: size))
  }

  func read<Value>(_ part: (State) -> Value) -> Value { inTurn { part(state) } }

  /// Calls a function when no other thread uses the device. The lock is not held meanwhile, because
  /// what is done in order leads to messages, which are handled at once.
  private func inTurn<Result>(_ body: () -> Result) -> Result {
    let isNested = lock.withLock {
      while user != 0, user != currentThread { lock.wait() }
      defer { user = currentThread }
      return user == currentThread
    }
    defer {
      lock.withLock {
        if !isNested { user = 0 }
        lock.wakeAll()
      }
    }
    return body()
  }

  // MARK: Input

  func put(_ input: Input) {
    inTurn {
      typed.append(input)
      scheduleNext()
    }
  }

  func setReading(_ isReading: Bool) {
    self.isReading = isReading
    scheduleNext()
  }

  /// Schedules the delivery of the next input, unless one is scheduled.
  ///
  /// The clock makes each delivery. So no input arrives within the step that begins to read, or
  /// between two calls of a test.
  private func scheduleNext() {
    guard let next = typed.first, !isScheduled, let clock = core?.clock else { return }
    if case .size = next {} else if !isReading { return }
    isScheduled = true
    let conditions = conditions
    clock.schedule(after: .zero) { [weak self] in
      conditions.perform(on: clock) { [weak self] in self?.arrive() }
    }
  }

  private func arrive() {
    inTurn {
      isScheduled = false
      guard let next = typed.first else { return }
      if case .size(let size) = next {
        typed.removeFirst()
        state.screen = VirtualScreen(size: size)
        core?.resized(size)
      } else if isReading {
        typed.removeFirst()
        if case .bytes(let bytes) = next { core?.receive(bytes) } else { core?.receiveEnd() }
      }
      scheduleNext()
    }
  }

  // MARK: Output

  func write(
    _ text: String, to stream: StandardStream, isFrame: Bool,
    done: @escaping @Sendable (TerminalError?) -> Void
  ) {
    let fails = !isFrame && conditions.nextFails()
    if !fails {
      if stream == .standardOutput { state.output += text } else { state.errors += text }
      if isTerminal { state.screen.write(text.replacing("\r\n", with: "\n")) }
    }
    later { done(fails ? .notWritten(stream, reason: "chosen by the seed") : nil) }
  }

  func open(_ url: URL, done: @escaping @Sendable (OpenURLError?) -> Void) {
    let fails = conditions.nextFails()
    if !fails { state.openedURLs.append(url) }
    later { done(fails ? .refused("the opener", status: 1) : nil) }
  }

  func run(
    _ program: ForegroundProgram,
    ended: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
  ) {
    later { [programs] in
      ended(program.launch.refusal.map { .failure($0) } ?? programs(program.launch))
    }
  }

  private func later(_ action: @escaping @Sendable () -> Void) {
    if let clock = core?.clock { conditions.perform(on: clock, action) } else { action() }
  }

  // MARK: The process

  func set(_ mode: InputMode, restoring: String) {}
  func setWatchingSize(_ isWatching: Bool) {}
  func raise(_ signal: Int32) {
    if signal == SIGTSTP { state.suspensionCount += 1 } else { exit(128 + signal) }
  }
  func hold(_ streams: Set<StandardStream>) {}
  func waitForAnswer(_ action: @escaping @Sendable () -> Void) { action() }
  func exit(_ status: Int32) { state.exitStatus = state.exitStatus ?? status }
  func fail(_ status: Int32, saying text: String?, ended: @escaping @Sendable () -> Void) {
    inTurn {
      if let text { state.errors += text }
      exit(status)
    }
    ended()
  }
  func inOrder(_ action: @escaping @Sendable () -> Void) { inTurn(action) }
  func inOrderWaiting(_ action: @escaping @Sendable () -> Void) { inTurn(action) }
}
