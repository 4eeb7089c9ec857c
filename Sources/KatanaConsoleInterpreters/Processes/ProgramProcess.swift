#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KatanaRuntime
  import KatanaSystem

  /// A started program. It receives signals only while its process number cannot belong to another
  /// process.
  final class ProgramProcess: @unchecked Sendable {
    // Sendable, because all variables are accessed only while the lock is held.
    private let lock = Lock()
    /// The number of the process and of its group; `nil` if no process of them must be ended.
    private var pid: pid_t?
    private let grace: Duration
    private let leadsGroup: Bool
    private var place: UnsafeMutablePointer<RunningPrograms.Place>?
    private var isEnding = false
    private var isReaped = false
    private var isKilled = false

    /// Creates a program that has not started.
    ///
    /// - Parameters:
    ///   - grace: The time that the program has after SIGTERM when this process ends.
    ///   - leadsGroup: Whether the program leads a process group. If not, only the program itself
    ///     receives signals, because this process is in its group too.
    init(grace: Duration, leadsGroup: Bool = true) {
      (self.grace, self.leadsGroup) = (grace, leadsGroup)
    }

    /// Starts the program, unless ``end()`` was called before, or this process ends.
    ///
    /// - Returns: The process number; `nil` if the program was not started.
    func start<Failure: Error>(_ spawn: () throws(Failure) -> pid_t) throws(Failure) -> pid_t? {
      let result: Result<pid_t?, Failure> = lock.withLock {
        if isEnding || RunningPrograms.isEnding { return .success(nil) }
        // A signal that ends this process must find the program, so it must not interrupt this
        // thread before the number is stored.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let place = RunningPrograms.claim(grace: grace, leadsGroup: leadsGroup)
        // Asked again: the end of the process may have looked before the place was claimed.
        if RunningPrograms.isEnding {
          RunningPrograms.release(place)
          return .success(nil)
        }
        do throws(Failure) {
          let started = try spawn()
          RunningPrograms.started(started, at: place)
          (pid, self.place) = (started, place)
          return .success(started)
        } catch {
          RunningPrograms.release(place)
          return .failure(error)
        }
      }
      return try result.get()
    }

    /// Sends SIGTERM to the program and the process group that it leads. If the program has not started yet, it
    /// never starts.
    func end() {
      lock.withLock {
        isEnding = true
        if let pid, let place { RunningPrograms.ask(place, toEnd: pid) }
      }
    }

    /// Sends SIGKILL to the program and the process group that it leads.
    func kill() {
      lock.withLock {
        isKilled = true
        if let pid { Self.send(SIGKILL, to: leadsGroup ? -pid : pid) }
        if isReaped { forget() }
      }
    }

    /// Waits until the program has ended. The system keeps its process number until ``reap()``.
    ///
    /// - Parameter needsTerminal: Called each time the system has stopped the program because it
    ///   uses the terminal, which a process group in the background must not do.
    static func waitForEnd(of pid: pid_t, needsTerminal: () -> Void) {
      var info = siginfo_t()
      while (try? SystemError.check({
        waitid(P_PID, id_t(pid), &info, WEXITED | WSTOPPED | WNOWAIT)
      })) != nil, info.si_code == CLD_STOPPED {
        // Collects the stop, so that the next call waits for what comes after it.
        _ = try? SystemError.check { waitid(P_PID, id_t(pid), &info, WSTOPPED | WNOHANG) }
        if [SIGTTIN, SIGTTOU].contains(info.status) { needsTerminal() }
      }
    }

    /// Releases the process number of a program that has ended.
    ///
    /// - Returns: The status from `waitpid`; `nil` if other code in this process has already
    ///   collected it.
    func reap() -> Int32? {
      lock.withLock {
        guard let pid else { return nil }
        isReaped = true
        var status: Int32 = 0
        let result = try? SystemError.check { waitpid(pid, &status, 0) }
        if !leadsGroup || !isEnding && !RunningPrograms.isEnding || isKilled { forget() }
        return result == pid ? status : nil
      }
    }

    /// Whether, after ``end()`` or the end of this process, and after ``reap()``, processes of the
    /// group still use their grace time.
    ///
    /// The system does not reuse the number while the group has members, so this must be asked
    /// often: when they have ended, no signal is sent any more.
    func hasGroup() -> Bool {
      lock.withLock {
        if let pid, !Self.send(0, to: -pid) { forget() }
        return pid != nil
      }
    }

    private func forget() {
      pid = nil
      if let place = place.take() { RunningPrograms.release(place) }
    }

    /// Sends a signal; 0 only checks whether it could be sent. Async-signal-safe.
    ///
    /// - Parameter target: A process number, or the negative number of a process group.
    /// - Returns: Whether the target exists.
    @discardableResult
    static func send(_ signal: Int32, to target: pid_t) -> Bool {
      #if canImport(Darwin)
        let result = Darwin.kill(target, signal)
      #elseif canImport(Glibc)
        let result = Glibc.kill(target, signal)
      #elseif canImport(Musl)
        let result = Musl.kill(target, signal)
      #endif
      return result == 0 || errno != ESRCH
    }
  }

  extension siginfo_t {
    /// The signal that has stopped a child process.
    fileprivate var status: Int32 {
      #if canImport(Darwin)
        si_status
      #elseif canImport(Glibc)
        _sifields._sigchld.si_status
      #elseif canImport(Musl)
        __si_fields.__si_common.__second.__sigchld.si_status
      #endif
    }
  }
#endif
