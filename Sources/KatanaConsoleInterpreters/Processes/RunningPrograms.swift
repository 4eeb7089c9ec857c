import KatanaEffectInterpreters

#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import Katana
  import KatanaRuntime
  import Synchronization

  /// The programs that run, so that none of them outlives this process.
  ///
  /// The memory is never freed, and ``endAll(mayBeUrgent:)`` is async-signal-safe: the signal
  /// handler calls it.
  enum RunningPrograms {
    /// The place of one program.
    struct Place: ~Copyable {
      /// The number of the process and of its group; ``free`` or ``starting`` if there is none.
      fileprivate let pid = Atomic<pid_t>(free)
      /// Whether the process leads a group, which receives the signals.
      fileprivate let leadsGroup = Atomic(true)
      /// Whether the group has received SIGTERM.
      fileprivate let isAsked = Atomic(false)
      /// The time that the group has to end after SIGTERM, in milliseconds.
      fileprivate let grace = Atomic(0)
      fileprivate let next: UnsafeMutablePointer<Place>?
    }

    private static let free: pid_t = 0
    private static let starting: pid_t = -1

    // Safe, because the places are atomic, and the memory is never freed.
    nonisolated(unsafe) private static let first = {
      let memory = UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Place>?>>.allocate(capacity: 1)
      memory.initialize(to: Atomic(nil))
      return memory
    }()

    private static let state = Atomic(0)
    private static let isEndingFlag = 1
    private static let isUrgentFlag = 2

    /// The number of places in use, and the signals that are guarded because of them.
    private static let uses = Locked((count: 0, guarded: [Int32]()))

    /// The signals whose default action ends the process. The tool may be in a pipe, so SIGPIPE is
    /// among them.
    private static let ends = [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS,
      SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
    ]

    /// Creates the memory that the signal handler reads.
    static func prepare() { _ = (first, state.load(ordering: .relaxed)) }

    /// Whether the process ends. No program is started then.
    static var isEnding: Bool { state.load(ordering: .sequentiallyConsistent) & isEndingFlag != 0 }

    /// Returns a place for a program that is about to start.
    static func claim(grace: Duration, leadsGroup: Bool) -> UnsafeMutablePointer<Place> {
      uses.withLock { uses in
        uses.count += 1
        if uses.count == 1 {
          ProcessEnd.register(.programs) { endAll(mayBeUrgent: false) }
          uses.guarded = SignalTable.shared.beginGuardingDefaults(ends)
        }
        let place = firstFree() ?? add()
        place.pointee.leadsGroup.store(leadsGroup, ordering: .relaxed)
        place.pointee.grace.store(milliseconds(grace), ordering: .relaxed)
        place.pointee.isAsked.store(false, ordering: .relaxed)
        place.pointee.pid.store(starting, ordering: .sequentiallyConsistent)
        return place
      }
    }

    /// Stores the number of a program that has started.
    static func started(_ pid: pid_t, at place: UnsafeMutablePointer<Place>) {
      place.pointee.pid.store(pid, ordering: .sequentiallyConsistent)
    }

    /// Releases the place of a program whose group has ended, or no longer has to.
    static func release(_ place: UnsafeMutablePointer<Place>) {
      uses.withLock { uses in
        place.pointee.pid.store(free, ordering: .sequentiallyConsistent)
        uses.count -= 1
        if uses.count == 0 { SignalTable.shared.endGuarding(uses.guarded) }
      }
    }

    /// Sends SIGTERM to the group of a program, unless it has received it already.
    static func ask(_ place: UnsafeMutablePointer<Place>, toEnd pid: pid_t) {
      if place.pointee.isAsked.exchange(true, ordering: .relaxed) { return }
      let target = target(of: place, pid)
      ProgramProcess.send(SIGTERM, to: target)
      // A process that is stopped would receive it when it continues.
      ProgramProcess.send(SIGCONT, to: target)
    }

    /// Returns what `kill` sends a signal to: the group of a program if it leads one.
    private static func target(of place: UnsafeMutablePointer<Place>, _ pid: pid_t) -> pid_t {
      place.pointee.leadsGroup.load(ordering: .relaxed) ? -pid : pid
    }

    /// Sends SIGTERM to the groups of all programs, waits until they have ended, and sends SIGKILL
    /// to those that are left after their grace. Async-signal-safe.
    ///
    /// - Parameter mayBeUrgent: Whether the user does not want to wait if the process was ending
    ///   already, as with a second Ctrl-C. Then all groups receive SIGKILL.
    static func endAll(mayBeUrgent: Bool) {
      let before = state.bitwiseOr(isEndingFlag, ordering: .sequentiallyConsistent).oldValue
      if mayBeUrgent && before & isEndingFlag != 0 {
        state.bitwiseOr(isUrgentFlag, ordering: .sequentiallyConsistent)
      }
      let begin = now()
      while hasPrograms(after: now() - begin) { poll(nil, 0, 5) }
    }

    /// Does what is due for each program, and returns whether one still uses its grace.
    private static func hasPrograms(after elapsed: Int) -> Bool {
      var (next, hasSome) = (first.pointee.load(ordering: .acquiring), false)
      while let place = next {
        if isRunning(place, after: elapsed) { hasSome = true }
        next = place.pointee.next
      }
      return hasSome
    }

    private static func isRunning(
      _ place: UnsafeMutablePointer<Place>, after elapsed: Int
    ) -> Bool {
      let pid = place.pointee.pid.load(ordering: .sequentiallyConsistent)
      if pid == free { return false }
      // The thread that starts a program is not interrupted, so this lasts for a moment.
      if pid == starting { return elapsed < 1_000 }
      ask(place, toEnd: pid)
      // The thread of the program may not be able to collect it: the thread that runs this code may
      // hold a lock that it needs.
      var status: Int32 = 0
      _ = waitpid(pid, &status, WNOHANG)
      let target = target(of: place, pid)
      guard ProgramProcess.send(0, to: target) else { return false }
      let isUrgent = state.load(ordering: .relaxed) & isUrgentFlag != 0
      if !isUrgent && elapsed < place.pointee.grace.load(ordering: .relaxed) { return true }
      ProgramProcess.send(SIGKILL, to: target)
      return false
    }

    private static func firstFree() -> UnsafeMutablePointer<Place>? {
      var next = first.pointee.load(ordering: .acquiring)
      while let place = next, place.pointee.pid.load(ordering: .relaxed) != free {
        next = place.pointee.next
      }
      return next
    }

    private static func add() -> UnsafeMutablePointer<Place> {
      let place = UnsafeMutablePointer<Place>.allocate(capacity: 1)
      place.initialize(to: Place(next: first.pointee.load(ordering: .relaxed)))
      first.pointee.store(place, ordering: .releasing)
      return place
    }

    private static func milliseconds(_ time: Duration) -> Int {
      let (seconds, attoseconds) = time.components
      return Int(min(max(seconds, 0), 1 << 40)) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    private static func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }
  }
#endif
