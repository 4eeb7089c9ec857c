import KatanaRuntime
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps the process alive when another program cuts the file of a crash page.
///
/// A store into a page that its file no longer has raises `SIGBUS`, which ends the process. The
/// handler puts a page of memory without a file in its place, and the store happens there.
///
/// Writing the page by a system call would need no handler. But two calls for each message would
/// take longer than all else that a recorder does on the app's thread.
enum CutPages {
  typealias Page = UnsafeMutablePointer<Atomic<UInt>>
  private typealias Function =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// The number of pages that are guarded at the same time.
  private static let count = 256

  // Unchecked, because the entries are atomic, and the rest does not change after `install`.
  /// The addresses of the guarded pages; 0 for a free entry. The signal handler reads them.
  nonisolated(unsafe) private static let pages: Page = {
    let pages = Page.allocate(capacity: count)
    for index in 0..<count { (pages + index).initialize(to: Atomic(0)) }
    return pages
  }()
  /// The action before the handler was installed.
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    former.initialize(to: sigaction())
    return former
  }()

  private static let isInstalled: Bool = {
    // Before the handler may run, because the first use of a global variable is not safe there.
    _ = pages
    FaultMender.prepare()
    FaultMender.set { putMemory(at: $0.pointee.address) }
    var action = sigaction()
    action.call(handler)
    action.sa_flags = CInt(SA_SIGINFO) | CInt(SA_ONSTACK)
    sigemptyset(&action.sa_mask)
    return sigaction(SIGBUS, &action, former) == 0
  }()

  /// Guards a page of memory until it is released.
  static func guardPage(_ memory: UnsafeMutableRawPointer) {
    _ = isInstalled
    _ = replace(0, by: UInt(bitPattern: memory))
  }

  /// Guards a page of memory no longer.
  static func release(_ memory: UnsafeMutableRawPointer) {
    _ = replace(UInt(bitPattern: memory), by: 0)
  }

  private static func replace(_ old: UInt, by new: UInt) -> Bool {
    for index in 0..<count {
      let entry = pages + index
      if entry.pointee.compareExchange(
        expected: old, desired: new, ordering: .sequentiallyConsistent
      ).exchanged {
        return true
      }
    }
    return false
  }

  /// Calls only functions that are safe in a signal handler: `mmap`, `sigaction` and `raise`.
  private static let handler: Function = { signal, info, _ in
    let error = errno
    defer { errno = error }
    if let info, putMemory(at: info.pointee.address) { return }
    _ = sigaction(signal, former, nil)
    // After a fault, the instruction runs again, and the former handler receives the fault. A signal
    // that another process has sent is raised again.
    if (info?.pointee.si_code ?? 0) <= 0 { raise(signal) }
  }

  /// Returns whether the address belongs to a guarded page, which is in memory now.
  private static func putMemory(at address: UInt) -> Bool {
    let page = address & ~UInt(CrashPageFormat.size - 1)
    guard page != 0 else { return false }
    for index in 0..<count where (pages + index).pointee.load(ordering: .relaxed) == page {
      let memory = mmap(
        UnsafeMutableRawPointer(bitPattern: page), CrashPageFormat.size, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0)
      return memory != MAP_FAILED
    }
    return false
  }
}

extension siginfo_t {
  /// The address of the fault.
  fileprivate var address: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: si_addr)
    #elseif canImport(Musl)
      UInt(bitPattern: __si_fields.__sigfault.si_addr)
    #else
      UInt(bitPattern: _sifields._sigfault.si_addr)
    #endif
  }
}

extension sigaction {
  fileprivate mutating func call(
    _ function:
      @escaping @convention(c) (
        Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
      ) -> Void
  ) {
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = function
    #elseif canImport(Musl)
      __sa_handler.sa_sigaction = function
    #else
      __sigaction_handler.sa_sigaction = function
    #endif
  }
}
