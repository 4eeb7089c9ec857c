#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The standard input, output and error of the process.
enum StandardStreams {
  /// Opens `/dev/null` for each standard stream that was closed when the process was started, as
  /// `<&-` of a shell and some daemons do.
  ///
  /// The first file or pipe that is opened would get its number otherwise, and would be read as the
  /// input, or receive what is printed.
  static func open() { openMissing() }
}

private let openMissing: @convention(c) () -> Void = {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // The system uses the lowest number that is free.
    _ = open("/dev/null", O_RDWR)
  }
}

// The loader calls this before `main`: even the concurrency runtime opens descriptors. It does so
// in each program with this module, and must not in others, which have not asked for it.
#if compiler(>=6.3)
  #if canImport(Darwin)
    @section("__DATA,__mod_init_func") @used
    private let openAtStart: @convention(c) () -> Void = { StandardStreams.open() }
  #else
    @section(".init_array") @used
    private let openAtStart: @convention(c) () -> Void = { StandardStreams.open() }
  #endif
#endif
