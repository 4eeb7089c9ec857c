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
    private var pid: pid_t?
    private var isEnding = false

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
    func kill() { lock.withLock { send(SIGKILL) } }

    /// Waits until the program has ended. The system keeps its process number until ``reap()``.
    static func waitForEnd(of pid: pid_t) {
      var info = siginfo_t()
      _ = try? SystemError.check { waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) }
    }

    /// Releases the process number of a program that has ended. If ``end()`` was called, the rest
    /// of its process group is killed first.
    ///
    /// - Returns: The status from `waitpid`; `nil` if other code in this process has already
    ///   collected it.
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
