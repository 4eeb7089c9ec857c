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
  import KatanaEffectInterpreters
  import KatanaEffects

  extension ProgramLaunch {
    /// Returns the path of the program's file.
    func findFile() throws(ProgramError) -> String {
      try check()
      let file = try findInPath()
      if let folder = workingDirectory, FileKind(at: folder) != .folder {
        throw .workingDirectoryNotFound(path: folder)
      }
      return file
    }

    private func findInPath() throws(ProgramError) -> String {
      let path =
        environment.map { $0.revealed["PATH"] }
        ?? ProcessInfo.processInfo.environment["PATH"]
      return try ProgramPath.find(executable, path: path ?? "/usr/bin:/bin") { candidate in
        // The system changes the folder before it looks for the file.
        let seen = ProgramPath.seen(candidate, from: workingDirectory)
        guard FileKind(at: seen) == .file else { return nil }
        return access(seen, X_OK) == 0 ? .executable : .notExecutable
      }
    }
  }
#endif
