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
  import KatanaEffects
  import KatanaRuntime

  /// One run of a program, on two threads of its own: one moves the bytes, one waits for the end.
  final class ProgramRun: Sendable {
    private let launch: ProgramLaunch
    private let grace: Duration
    private let clock: any RuntimeClock
    private let process = ProgramProcess()
    private let timers = Timers()

    init(_ launch: ProgramLaunch, grace: Duration, clock: any RuntimeClock) {
      (self.launch, self.grace, self.clock) = (launch, grace, clock)
    }

    /// Starts the program. Returns at once; everything else happens on other threads.
    ///
    /// - Parameters:
    ///   - receive: Called with what the program writes.
    ///   - ended: Called last, when the program is gone, with how it ended; `nil` if it was not
    ///     started, since ``end()`` was called before.
    func start(
      _ receive: @escaping @Sendable (ProgramStream, ArraySlice<UInt8>) -> Void,
      ended: @escaping @Sendable (Result<ProgramExit, ProgramError>?) -> Void
    ) {
      Self.onThread("katana.program") { [self] in
        Self.blockPipeSignal()
        let result: Result<ProgramExit, ProgramError>?
        do throws(ProgramError) {
          result = try run(receive).map { .success($0) }
        } catch {
          result = .failure(error)
        }
        timers.cancelAll()
        ended(result)
      }
    }

    /// Ends the program: by SIGTERM, and by SIGKILL when the grace time has passed. May be called at
    /// any time and from any thread, also when it has ended.
    func end() {
      process.end()
      timers.add(clock.schedule(after: grace) { [process] in process.kill() })
    }

    /// Ends the program when a time has passed, unless it has ended before.
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
      let started = try startProgram()
      guard let (pid, streams) = started else { return nil }
      streams.transfer(receive)
      guard let status = process.reap() else {
        throw .other(
          program: launch.executable, reason: "its end was taken by another part of this process")
      }
      _ = pid
      return ProgramExit(status: status)
    }

    private func startProgram() throws(ProgramError) -> (pid_t, ProgramStreams)? {
      let file = try findFile()
      if let folder = launch.workingDirectory, FileKind(at: folder) != .folder {
        throw .workingDirectoryNotFound(path: folder)
      }
      do throws(SystemError) {
        let input = try Pipe()
        let output = try Pipe()
        let errors = try Pipe()
        let ended = try Pipe()
        let pid = try process.start { () throws(SystemError) in
          try Spawn.start(
            launch, file: file, input: input.readEnd, output: output.writeEnd,
            errors: errors.writeEnd)
        }
        guard let pid else { return nil }
        Self.signalEnd(of: pid, to: ended.writeEnd.release())
        let streams = ProgramStreams(
          input: input.writeEnd, output: output.readEnd, errors: errors.readEnd,
          ended: ended.readEnd, writing: launch.input)
        return (pid, streams)
      } catch {
        throw ProgramError(error, launch.executable)
      }
    }

    /// Closes the end of a pipe when the program has ended.
    private static func signalEnd(of pid: pid_t, to end: Int32) {
      onThread("katana.program.end") {
        ProgramProcess.waitForEnd(of: pid)
        close(end)
      }
    }

    private func findFile() throws(ProgramError) -> String {
      let path =
        launch.environment.map { $0.revealed["PATH"] }
        ?? ProcessInfo.processInfo.environment["PATH"]
      return try ProgramPath.find(launch.executable, path: path ?? "/usr/bin:/bin") { candidate in
        guard FileKind(at: candidate) == .file else { return nil }
        return access(candidate, X_OK) == 0 ? .executable : .notExecutable
      }
    }

    /// A program that does not read its input must not end this process.
    private static func blockPipeSignal() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private static func onThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
      let thread = Thread(block: body)
      thread.name = name
      thread.start()
    }
  }

  extension ProgramExit {
    /// The meaning of a status as `waitpid` gives it.
    init(status: Int32) {
      let signal = Int(status & 0x7F)
      self = signal == 0 ? .status(Int((status >> 8) & 0xFF)) : .signal(signal)
    }
  }

  extension ProgramError {
    /// The error that a number of the system means.
    init(_ error: SystemError, _ program: String) {
      switch error.code {
      case ENOENT, ENOTDIR: self = .notFound(program: program)
      case EACCES, EPERM, EISDIR: self = .permissionDenied(program: program)
      default: self = .other(program: program, reason: error.text)
      }
    }
  }

  extension FileKind {
    /// What is at a path, where links are followed; `nil` for nothing.
    fileprivate init?(at path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  /// Scheduled actions that are cancelled together.
  private final class Timers: @unchecked Sendable {
    // Sendable, because all that changes is used with the lock held.
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
