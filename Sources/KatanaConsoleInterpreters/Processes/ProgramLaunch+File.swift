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
    /// Returns the path of the program's file, and checks what the system would misunderstand.
    func findFile() throws(ProgramError) -> String {
      try checkForNULs()
      let file = try findInPath()
      if let folder = workingDirectory, FileKind(at: folder) != .folder {
        throw .workingDirectoryNotFound(path: folder)
      }
      return file
    }

    /// The system would cut a text at a NUL, and so run the program with another one.
    private func checkForNULs() throws(ProgramError) {
      func hasNUL(_ text: String) -> Bool { text.utf8.contains(0) }
      if arguments.contains(where: hasNUL) {
        throw .other(program: executable, reason: "an argument contains a NUL")
      }
      if let environment = environment?.revealed,
        environment.contains(where: { hasNUL($0.key) || hasNUL($0.value) })
      {
        throw .other(
          program: executable, reason: "a variable of the environment contains a NUL")
      }
      if let folder = workingDirectory, hasNUL(folder) {
        throw .workingDirectoryNotFound(path: folder)
      }
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
