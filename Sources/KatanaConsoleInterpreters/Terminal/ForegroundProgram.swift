import Katana
package import KatanaConsole
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that uses the terminal in place of this process.
package final class ForegroundProgram: Sendable {
  package let launch: ProgramLaunch

  #if os(macOS) || os(Linux)
    private let grace: Duration
    private let clock: any RuntimeClock
    private let process: ProgramProcess
    private let timers = Timers()

    init(_ launch: ProgramLaunch, grace: Duration, clock: any RuntimeClock) {
      (self.launch, self.grace, self.clock) = (launch, grace, clock)
      process = ProgramProcess(grace: grace, leadsGroup: false)
    }

    /// Ends the program with SIGTERM, and with SIGKILL when the grace time has passed. Can be called
    /// at any time, also before the start.
    func end() {
      process.end()
      timers.add(clock.schedule(after: grace) { [process] in process.kill() })
    }

    /// Starts the program on a thread of its own.
    ///
    /// The program is in the process group of this process, which is in the foreground. So it owns
    /// the terminal at once, and Ctrl-Z stops both, as a shell expects of a job.
    ///
    /// - Parameters:
    ///   - streams: The descriptors of the terminal, which become its standard streams.
    ///   - ended: Called with how it ended; `nil` if ``end()`` was called before the start.
    func start(
      _ streams: [Int32], ended: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
    ) {
      ProgramRun.onThread("katana.foreground") { [self] in
        let loan = TerminalLoan(streams[0])
        let result: Outcome<ProgramExit, ProgramError>?
        do throws(ProgramError) {
          result = try run(streams).map { .success($0) }
        } catch {
          result = .failure(error)
        }
        loan.end()
        timers.cancelAll()
        // A signal ends this process, and has ended the program before. The app must not go on, and
        // perhaps end with another status.
        if !RunningPrograms.isEnding { ended(result) }
      }
    }

    private func run(_ streams: [Int32]) throws(ProgramError) -> ProgramExit? {
      let file = try launch.findFile()
      do throws(SystemError) {
        let pid = try process.start { () throws(SystemError) in
          try Spawn.start(launch, file: file, streams: streams, leadsGroup: false)
        }
        guard let pid else { return nil }
        // In the background, it waits until the user brings it to the foreground.
        ProgramProcess.waitForEnd(of: pid) {}
      } catch {
        throw ProgramError(error, launch.executable)
      }
      return process.reap().map(ProgramExit.init)
    }
  #else
    init(_ launch: ProgramLaunch, grace: Duration, clock: any RuntimeClock) {
      self.launch = launch
    }

    func end() {}

    func start(
      _ streams: [Int32], ended: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void
    ) {
      let reason = "this system starts no programs"
      ended(.failure(.other(program: launch.executable, reason: reason)))
    }
  #endif
}

#if os(macOS) || os(Linux)
  /// The time in which another program uses a terminal. Its end restores what the program may have
  /// left changed.
  private struct TerminalLoan {
    private let input: Int32
    private var mode: termios?
    /// Ctrl-C and Ctrl-\ reach this process too, and must not end it.
    private static let keys = [SIGINT, SIGQUIT]

    init(_ input: Int32) {
      self.input = input
      var mode = termios()
      if tcgetattr(input, &mode) == 0 { self.mode = mode }
      SignalMemory.prepare()
      SignalMemory.loans.wrappingAdd(1, ordering: .relaxed)
      SignalTable.shared.beginGuarding(Self.keys)
    }

    func end() {
      receiveKeys()
      takeForeground()
      let group = tcgetpgrp(input)
      if var mode, group == -1 || group == getpgrp() { tcsetattr(input, TCSANOW, &mode) }
      SignalTable.shared.endGuarding(Self.keys)
      SignalMemory.loans.wrappingSubtract(1, ordering: .relaxed)
    }

    /// Receives what was typed for the program. The system gives Ctrl-C to both processes, but on a
    /// busy machine this one may not have handled it when the program has already ended. It is handled
    /// before this returns, while it still concerns the program alone: unblocking a pending signal
    /// delivers it (POSIX, `pthread_sigmask`).
    private func receiveKeys() {
      for key in Self.keys {
        var (only, before) = (sigset_t(only: key), sigset_t())
        pthread_sigmask(SIG_BLOCK, &only, &before)
        pthread_sigmask(SIG_UNBLOCK, &only, nil)
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
    }

    /// Takes the terminal from a process group that has ended. A shell that was killed leaves it so.
    private func takeForeground() {
      let group = tcgetpgrp(input)
      guard group > 0, group != getpgrp(), !ProgramProcess.send(0, to: -group) else { return }
      // The system would stop a process in the background that does this.
      var (only, before) = (sigset_t(only: SIGTTOU), sigset_t())
      pthread_sigmask(SIG_BLOCK, &only, &before)
      tcsetpgrp(input, getpgrp())
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
  }

  extension sigset_t {
    fileprivate init(only signal: Int32) {
      self.init()
      sigemptyset(&self)
      sigaddset(&self, signal)
    }
  }
#endif
