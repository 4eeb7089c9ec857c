#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Functions of the C library that its Swift module does not export, because they are not part of
  /// POSIX.
  ///
  /// They are looked up by name, and cast to the types in the headers of the library. A statically
  /// linked program cannot find any of them.
  enum LinuxFunctions {
    private static func find(_ name: String) -> UnsafeMutableRawPointer? { dlsym(nil, name) }

    /// Calls `pipe2` with `O_CLOEXEC`. If it is not found, calls `pipe` and sets the flag
    /// afterwards.
    static func closedPipe(_ ends: inout [Int32]) -> Int32 {
      typealias Function =
        @convention(c) (
          UnsafeMutablePointer<Int32>, Int32
        ) -> Int32
      if let found = find("pipe2") {
        return unsafeBitCast(found, to: Function.self)(&ends, O_CLOEXEC)
      }
      let result = pipe(&ends)
      for end in ends where result == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return result
    }

    /// Adds a change of the working directory. Returns an error number, or 0.
    static func addChangeDirectory(
      _ actions: inout posix_spawn_file_actions_t, _ folder: String
    ) -> Int32 {
      typealias Function =
        @convention(c) (
          UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
        ) -> Int32
      guard let found = find("posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
      return unsafeBitCast(found, to: Function.self)(&actions, folder)
    }

    /// Adds the closing of all descriptors from a number upwards. Returns an error number, or 0.
    static func addCloseAll(_ actions: inout posix_spawn_file_actions_t, from: Int32) -> Int32 {
      typealias Function =
        @convention(c) (
          UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
        ) -> Int32
      guard let found = find("posix_spawn_file_actions_addclosefrom_np") else { return ENOSYS }
      return unsafeBitCast(found, to: Function.self)(&actions, from)
    }
  }
#endif
