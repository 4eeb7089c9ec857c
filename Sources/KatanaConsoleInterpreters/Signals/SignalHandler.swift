import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signal handler of the effects.
///
/// It calls only async-signal-safe functions: `write`, `tcsetattr`, `tcgetpgrp`, `getpgrp`,
/// `getpid`, `raise`, `kill`, `waitpid`, `poll`, `clock_gettime`, `dup2`, `pread`, `ftruncate`,
/// `pthread_sigmask`, and `sigaction` with its signal sets.
///
/// `DispatchSource` with `SIG_IGN` cannot replace it. A program that the process starts inherits
/// ignored signals, but not handlers. And the terminal must be restored before the process dies or
/// stops, which only a handler can do.
private let handler: SignalAction.Function = { signal, info, _ in
  let error = errno
  handle(signal, isFault: (info?.pointee.si_code ?? 0) > 0)
  errno = error
}

private func handle(_ signal: Int32, isFault: Bool) {
  guard getpid() == SignalMemory.process else { return }
  switch signal {
  case SIGTSTP: suspend()
  case SIGCONT:
    TerminalMemory.enterAll(afterStop: true)
    SignalMemory.pipe.put(UInt8(signal))
  case SIGINT where SignalMemory.loans.load(ordering: .relaxed) > 0,
    SIGQUIT where SignalMemory.loans.load(ordering: .relaxed) > 0:
    return
  case _ where SignalMemory.isListened[Int(signal)].load(ordering: .relaxed):
    SignalMemory.pipe.put(UInt8(signal))
  default:
    let former = SignalMemory.former + Int(signal)
    if former.pointee.isIgnoring && !isFault { return }
    TerminalMemory.restoreAll()
    StreamHold.endAll()
    if former.pointee.isDefault || SignalAction.crashes.contains(signal) { end(signal) }
    _ = sigaction(signal, former, nil)
    // When the handler returns after a fault, the faulting instruction runs again, and the former
    // handler receives the real fault. All other signals are raised again, and arrive when the
    // handler returns.
    if !(isFault && SignalAction.faults.contains(signal)) { raise(signal) }
  }
}

/// Ends what must not outlive the process.
private func end(_ signal: Int32) {
  #if os(macOS) || os(Linux)
    // A second Ctrl-C must arrive while this waits for programs.
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, signal)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    // A terminal that is closed often sends SIGHUP twice: by the shell and by the system.
    RunningPrograms.endAll(mayBeUrgent: signal != SIGHUP)
  #endif
}

/// Stops the process as Ctrl-Z does. The terminal is restored first.
private func suspend() {
  TerminalMemory.giveBackAll()
  var (stop, mine) = (sigaction(), sigaction())
  sigaction(SIGTSTP, &stop, &mine)
  raise(SIGTSTP)
  var (only, before) = (sigset_t(), sigset_t())
  sigemptyset(&only)
  sigaddset(&only, SIGTSTP)
  // The process stops in this call, and continues here after SIGCONT.
  pthread_sigmask(SIG_UNBLOCK, &only, &before)
  pthread_sigmask(SIG_SETMASK, &before, nil)
  sigaction(SIGTSTP, &mine, nil)
  TerminalMemory.enterAll()
}

/// Installs and removes the handler.
enum SignalAction {
  typealias Function =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// The signals that an instruction of the program causes.
  ///
  /// `SIGTRAP` is not among them: after it, an x86 processor continues with the next instruction.
  static let faults: [Int32] = [SIGSEGV, SIGBUS, SIGILL, SIGFPE]

  /// The signals of a process that has crashed. A handler of other code only reports the crash.
  static let crashes = faults + [SIGABRT, SIGTRAP, SIGSYS]

  /// Installs the handler for a signal, and keeps the former action for ``remove(_:)``.
  static func install(_ signal: Int32) {
    SignalMemory.prepare()
    _ = (faults, crashes)
    var action = sigaction()
    action.function = handler
    action.sa_flags = SA_RESTART | CInt(SA_SIGINFO) | SA_ONSTACK.asFlag
    sigemptyset(&action.sa_mask)
    sigaction(signal, nil, SignalMemory.former + Int(signal))
    sigaction(signal, &action, nil)
  }

  /// Restores the former action, unless other code has replaced the handler in the meantime.
  static func remove(_ signal: Int32) {
    var current = sigaction()
    sigaction(signal, nil, &current)
    guard current.isOurs else { return }
    sigaction(signal, SignalMemory.former + Int(signal), nil)
  }

  /// Returns whether a signal that nobody listens to ends the process: its action, before the
  /// handler was installed, is the default one, or the process has crashed.
  static func endsProcess(_ signal: Int32) -> Bool {
    var current = sigaction()
    sigaction(signal, nil, &current)
    if current.isOurs { current = SignalMemory.former[Int(signal)] }
    return current.isDefault || (crashes.contains(signal) && !current.isIgnoring)
  }

  /// Returns whether the process ignores a signal.
  static func isIgnored(_ signal: Int32) -> Bool {
    var current = sigaction()
    sigaction(signal, nil, &current)
    return current.isIgnoring
  }
}

extension CInt {
  /// The flag as a `CInt`. Some platforms import the flags as `Int`, others as `CInt`.
  fileprivate var asFlag: CInt { self }
}

extension Int {
  fileprivate var asFlag: CInt { CInt(self) }
}

extension sigaction {
  fileprivate var isOurs: Bool {
    sa_flags & CInt(SA_SIGINFO) != 0 && bits(function) == bits(handler)
  }

  // `SIG_DFL` is the address 0.
  fileprivate var isDefault: Bool { bits(function) == 0 }

  // `SIG_IGN` is the address 1.
  fileprivate var isIgnoring: Bool { bits(function) == 1 }

  private func bits(_ function: SignalAction.Function?) -> UInt {
    unsafeBitCast(function, to: UInt.self)
  }

  fileprivate var function: SignalAction.Function? {
    get {
      #if canImport(Darwin)
        __sigaction_u.__sa_sigaction
      #elseif canImport(Musl)
        __sa_handler.sa_sigaction
      #else
        __sigaction_handler.sa_sigaction
      #endif
    }
    set {
      #if canImport(Darwin)
        __sigaction_u.__sa_sigaction = newValue
      #elseif canImport(Musl)
        __sa_handler.sa_sigaction = newValue
      #else
        __sigaction_handler.sa_sigaction = newValue
      #endif
    }
  }
}
