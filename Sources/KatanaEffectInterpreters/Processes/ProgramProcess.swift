#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KatanaRuntime

  /// A started program: signals reach it only as long as its number is its own.
  final class ProgramProcess: @unchecked Sendable {
    // Sendable, because all that changes is used with the lock held.
    private let lock = Lock()
    private var pid: pid_t?
    private var isEnding = false

    /// Starts the program, unless its end has been asked for.
    ///
    /// - Returns: The number of the process; `nil` if it was not started.
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

    /// Asks the program and its group to end.
    func end() {
      lock.withLock {
        isEnding = true
        send(SIGTERM)
      }
    }

    /// Ends the program and its group.
    func kill() { lock.withLock { send(SIGKILL) } }

    /// Waits until the program has ended. It keeps its number until ``reap()``.
    static func waitForEnd(of pid: pid_t) {
      var info = siginfo_t()
      _ = try? SystemError.check { waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) }
    }

    /// Gives the number of the program back to the system, after it has ended, and ends what is left of
    /// its group if its end was asked for.
    ///
    /// - Returns: The status as `waitpid` gives it; `nil` if somebody else has taken it.
    func reap() -> Int32? {
      lock.withLock {
        guard let pid else { return nil }
        if isEnding { send(SIGKILL) }
        self.pid = nil
        var status: Int32 = 0
        let result = try? SystemError.check { waitpid(pid, &status, 0) }
        return result == pid ? status : nil
      }
    }

    private func send(_ signal: Int32) {
      guard let pid else { return }
      #if canImport(Darwin)
        Darwin.kill(-pid, signal)
      #elseif canImport(Glibc)
        Glibc.kill(-pid, signal)
      #elseif canImport(Musl)
        Musl.kill(-pid, signal)
      #endif
    }
  }
#endif
