import Katana
import KatanaEffectInterpreters
import KatanaEffects

#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import Foundation
  import Katana
  import KatanaConsole
  import KatanaRuntime
  import KatanaSystem
  import Synchronization

  /// One run of a program. One of its two threads transfers the bytes, the other waits for the
  /// program to end.
  final class ProgramRun: Sendable {
    private let launch: ProgramLaunch
    private let grace: Duration
    private let clock: any RuntimeClock
    private let process: ProgramProcess
    private let timers = Timers()
    /// Whether the program was ended because the system had stopped it.
    private let needsTerminal = Atomic(false)

    init(_ launch: ProgramLaunch, grace: Duration, clock: any RuntimeClock) {
      (self.launch, self.grace, self.clock) = (launch, grace, clock)
      process = ProgramProcess(grace: grace)
    }

    /// Starts the program on another thread, and returns at once.
    ///
    /// - Parameters:
    ///   - receive: Called with the bytes that the program writes, on the thread of the run.
    ///   - ended: Called last and once, on the thread of the run, with how the program ended; `nil`
    ///     if it was not started because ``end()`` was called first, or if this process ends.
    func start(
      _ receive: @escaping @Sendable (ProgramStream, ArraySlice<UInt8>) -> Void,
      ended: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
    ) {
      Self.onThread("katana.program") { [self] in
        Self.blockPipeSignal()
        let result: Outcome<ProgramExit, ProgramError>?
        do throws(ProgramError) {
          result = try run(receive).map { .success($0) }
        } catch {
          result = .failure(error)
        }
        timers.cancelAll()
        ended(result)
      }
    }

    /// Ends the program with SIGTERM, and with SIGKILL when the grace time has passed.
    ///
    /// This can be called on any thread and at any time, also before the start and after the
    /// program has ended.
    func end() {
      process.end()
      timers.add(clock.schedule(after: grace) { [process] in process.kill() })
    }

    /// Ends the program after a time, unless it has ended by then.
    ///
    /// - Parameters:
    ///   - limit: The time, by the clock of the runtime.
    ///   - tell: Called before the program is ended.
    func end(after limit: Duration, _ tell: @escaping @Sendable () -> Void) {
      timers.add(
        clock.schedule(after: limit) { [weak self] in
          tell()
          self?.end()
        })
    }

    private func run(
      _ receive: (ProgramStream, ArraySlice<UInt8>) -> Void
    ) throws(ProgramError) -> ProgramExit? {
      guard let streams = try startProgram() else { return nil }
      streams.transfer(receive)
      let status = process.reap()
      // If the program was asked to end, what it has started has the grace time, too.
      streams.discard(while: process.hasGroup)
      // The end of this process has ended the program. A message about it could make the app end
      // the process with another status.
      if RunningPrograms.isEnding { return nil }
      if needsTerminal.load(ordering: .acquiring) {
        throw .needsTerminal(program: launch.executable)
      }
      guard let status else {
        throw .other(
          program: launch.executable, reason: "its end was taken by another part of this process")
      }
      return ProgramExit(status: status)
    }

    private func startProgram() throws(ProgramError) -> ProgramStreams? {
      let file = try launch.findFile()
      do throws(SystemError) {
        let input = try DescriptorPipe()
        let output = try DescriptorPipe()
        let errors = try DescriptorPipe()
        let ended = try DescriptorPipe()
        let pid = try process.start { () throws(SystemError) in
          try Spawn.start(
            launch, file: file,
            streams: [input.readEnd.raw, output.writeEnd.raw, errors.writeEnd.raw],
            leadsGroup: true)
        }
        guard let pid else { return nil }
        signalEnd(of: pid, to: ended.writeEnd.release())
        return ProgramStreams(
          input: input.writeEnd, output: output.readEnd, errors: errors.readEnd,
          ended: ended.readEnd, writing: launch.input.revealed)
      } catch {
        throw ProgramError(error, launch.executable)
      }
    }

    /// Closes the end of a pipe when the program has ended, so that `poll` sees it.
    private func signalEnd(of pid: pid_t, to end: Int32) {
      Self.onThread("katana.program.end") { [self] in
        ProgramProcess.waitForEnd(of: pid) {
          needsTerminal.store(true, ordering: .releasing)
          self.end()
        }
        close(end)
      }
    }

    /// Blocks SIGPIPE on this thread: a program that does not read its input must not end this
    /// process.
    private static func blockPipeSignal() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    static func onThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
      let thread = Thread(block: body)
      thread.name = name
      thread.start()
    }
  }

  extension ProgramExit {
    /// Creates the exit that a status from `waitpid` means.
    init(status: Int32) {
      let signal = Int(status & 0x7F)
      self = signal == 0 ? .status(Int((status >> 8) & 0xFF)) : .signal(signal)
    }
  }

  extension ProgramError {
    /// Creates the error for an error number of the system.
    init(_ error: SystemError, _ program: String) {
      switch error.code {
      case ENOENT, ENOTDIR: self = .notFound(program: program)
      case EACCES, EPERM, EISDIR: self = .permissionDenied(program: program)
      default: self = .other(program: program, reason: error.text)
      }
    }
  }

  /// Scheduled actions that are cancelled together.
  final class Timers: @unchecked Sendable {
    // Sendable, because all variables are accessed only while the lock is held.
    private let lock = Lock()
    private var actions: [ScheduledAction] = []
    private var isOver = false

    func add(_ action: ScheduledAction) {
      let isTooLate = lock.withLock {
        if !isOver { actions.append(action) }
        return isOver
      }
      if isTooLate { action.cancel() }
    }

    func cancelAll() {
      let all = lock.withLock {
        isOver = true
        defer { actions = [] }
        return actions
      }
      for action in all { action.cancel() }
    }
  }
#endif
