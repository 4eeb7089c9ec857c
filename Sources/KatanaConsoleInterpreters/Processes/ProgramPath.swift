import KatanaConsole

/// Finds the file of a program. Pure, except for the closure that looks at the file system.
enum ProgramPath {
  enum Found: Equatable {
    case executable, notExecutable
  }

  /// Returns the path of a program's file.
  ///
  /// - Parameters:
  ///   - program: The name of the program, or its path, if it contains a slash. A path is returned
  ///     unchanged.
  ///   - path: The folders to search, separated by colons, as in the variable `PATH`. Relative ones
  ///     begin at the folder in which the program starts, as they do for a shell there.
  ///   - look: Returns what is at a path; `nil` if it is not a regular file.
  /// - Throws: `ProgramError.notFound`, or `.permissionDenied` if all files with the name are not
  ///   executable.
  static func find(
    _ program: String, path: String, _ look: (String) -> Found?
  ) throws(ProgramError) -> String {
    // Bytes are compared, because a combining mark forms one character with a slash before it.
    if program.utf8.contains(UInt8(ascii: "/")) { return program }
    var isForbidden = false
    for folder in path.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      let folder = Substring(folder)
      let candidate = folder.isEmpty ? "./\(program)" : "\(folder)/\(program)"
      switch look(candidate) {
      case .executable: return candidate
      case .notExecutable: isForbidden = true
      case nil: break
      }
    }
    throw isForbidden ? .permissionDenied(program: program) : .notFound(program: program)
  }

  /// Returns the path at which this process sees a file that a program in a folder sees at a path.
  static func seen(_ path: String, from folder: String?) -> String {
    guard let folder, path.utf8.first != UInt8(ascii: "/") else { return path }
    return "\(folder)/\(path)"
  }
}
