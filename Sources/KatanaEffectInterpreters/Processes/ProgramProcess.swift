#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KatanaRuntime

  /// A started program. It receives signals only while its process number cannot belong to another
  /// process.
  final class ProgramProcess: @unchecked Sendable {
    // Sendable, because all variables are accessed only while the lock is held.
    private let lock = Lock()
    /// The number of the process and of its group; `nil` if no process of them must be ended.
    private var pid: pid_t?
    private var isEnding = false
    private var isReaped = false
    private var isKilled = false

    /// Starts the program, unless ``end()`` was called before.
    ///
    /// - Returns: The process number; `nil` if the program was not started.
    func start<Failure: Error>(_ spawn: () throws(Failure) -> pid_t) throws(Failure) -> pid_t? {
      let result: Result<pid_t?, Failure> = lock.withLock {
        if isEnding { return .success(nil) }
        do throws(Failure) {
          let started = try spawn()
          pid = started
          return .success(started)
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }

    /// Sends SIGTERM to the program and its process group. If the program has not started yet, it
    /// never starts.
    func end() {
      lock.withLock {
        isEnding = true
        send(SIGTERM)
      }
    }

    /// Sends SIGKILL to the program and its process group.
    func kill() {
      lock.withLock {
        isKilled = true
        send(SIGKILL)
        if isReaped { pid = nil }
      }
    }

    /// Waits until the program has ended. The system keeps its process number until ``reap()``.
    static func waitForEnd(of pid: pid_t) {
      var info = siginfo_t()
      _ = try? SystemError.check { waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) }
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
        if !isEnding || isKilled { self.pid = nil }
        return result == pid ? status : nil
      }
    }

    /// Whether, after ``end()`` and ``reap()``, processes of the group still use their grace time.
    ///
    /// The system does not reuse the number while the group has members, so this must be asked often:
    /// when they have ended, no signal is sent any more.
    func hasGroup() -> Bool {
      lock.withLock {
        if let pid, !Self.send(0, to: -pid) { self.pid = nil }
        return pid != nil
      }
    }

    private func send(_ signal: Int32) {
      if let pid { Self.send(signal, to: -pid) }
    }

    /// Sends a signal; 0 only checks whether it could be sent.
    ///
    /// - Parameter target: A process number, or the negative number of a process group.
    /// - Returns: Whether the target exists.
    @discardableResult
    private static func send(_ signal: Int32, to target: pid_t) -> Bool {
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
#endif
