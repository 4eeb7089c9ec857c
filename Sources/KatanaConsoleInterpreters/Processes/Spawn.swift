import KatanaEffectInterpreters

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
  import KatanaSystem

  /// Both ends of a pipe.
  struct DescriptorPipe: ~Copyable {
    let readEnd: Descriptor
    let writeEnd: Descriptor

    /// Creates a pipe. Its descriptors are greater than those of the standard streams, so that a
    /// child process can replace the standard streams one by one.
    init() throws(SystemError) {
      var ends: [Int32] = [-1, -1]
      #if canImport(Darwin)
        try SystemError.check { pipe(&ends) }
      #else
        try SystemError.check { LinuxFunctions.closedPipe(&ends) }
      #endif
      let (first, second) = (ends[0], ends[1])
      defer {
        close(first)
        close(second)
      }
      let reading = try SystemError.check { fcntl(first, F_DUPFD_CLOEXEC, 3) }
      let writing = fcntl(second, F_DUPFD_CLOEXEC, 3)
      if writing < 0 {
        let code = errno
        close(reading)
        throw SystemError(code: code)
      }
      readEnd = Descriptor(reading)
      writeEnd = Descriptor(writing)
    }
  }

  /// Starts programs with `posix_spawn`.
  enum Spawn {
    /// Starts a program.
    ///
    /// The program inherits only the three standard streams: no other descriptor, no blocked
    /// signal, and no ignored signal.
    ///
    /// - Parameters:
    ///   - launch: The program.
    ///   - file: The path of its file.
    ///   - streams: The descriptors that become its standard input, output and error.
    ///   - leadsGroup: Whether it gets a process group of its own. If not, it is in that of this
    ///     process, which the terminal may be in the hands of.
    /// - Returns: The process number.
    static func start(
      _ launch: ProgramLaunch, file: String, streams: [Int32], leadsGroup: Bool
    ) throws(SystemError) -> pid_t {
      #if canImport(Darwin)
        var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
      #else
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      for (number, stream) in streams.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
      }
      #if canImport(Darwin)
        if let folder = launch.workingDirectory {
          posix_spawn_file_actions_addchdir_np(&actions, folder)
        }
      #else
        var codes = [LinuxFunctions.addCloseAll(&actions, from: 3)]
        if let folder = launch.workingDirectory {
          codes.append(LinuxFunctions.addChangeDirectory(&actions, folder))
        }
        if let code = codes.first(where: { $0 != 0 }) { throw SystemError(code: code) }
      #endif
      set(&attributes, leadsGroup: leadsGroup)
      return try spawn(launch, file, &actions, &attributes)
    }

    #if canImport(Darwin)
      typealias Actions = posix_spawn_file_actions_t?
      typealias Attributes = posix_spawnattr_t?
    #else
      typealias Actions = posix_spawn_file_actions_t
      typealias Attributes = posix_spawnattr_t
    #endif

    private static func set(_ attributes: inout Attributes, leadsGroup: Bool) {
      var (none, all) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setpgroup(&attributes, 0)
      var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
      if leadsGroup { flags |= POSIX_SPAWN_SETPGROUP }
      #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
      #endif
      posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private static func spawn(
      _ launch: ProgramLaunch, _ file: String, _ actions: inout Actions,
      _ attributes: inout Attributes
    ) throws(SystemError) -> pid_t {
      let environment = launch.environment?.revealed ?? ProcessInfo.processInfo.environment
      var arguments = ([launch.executable] + launch.arguments).map { strdup($0) } + [nil]
      var variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0)=\($1)") } + [nil]
      defer { for text in arguments + variables { free(text) } }
      var pid: pid_t = 0
      let code = posix_spawn(&pid, file, &actions, &attributes, &arguments, &variables)
      if code != 0 { throw SystemError(code: code) }
      return pid
    }
  }
#endif
