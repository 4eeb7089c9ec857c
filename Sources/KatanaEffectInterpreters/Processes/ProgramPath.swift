import KatanaEffects

/// Finds the file of a program. Pure, given what files there are.
enum ProgramPath {
  enum Found: Equatable {
    case executable, notExecutable
  }

  /// The path of a program's file.
  ///
  /// - Parameters:
  ///   - path: The folders to search, as in the variable `PATH`.
  ///   - look: Says what is at a path; `nil` for no regular file.
  static func find(
    _ program: String, path: String, _ look: (String) -> Found?
  ) throws(ProgramError) -> String {
    if program.isEmpty || program.utf8.contains(0) { throw .notFound(program: program) }
    if program.contains("/") { return program }
    var isForbidden = false
    for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
      let candidate = folder.isEmpty ? "./\(program)" : "\(folder)/\(program)"
      switch look(candidate) {
      case .executable: return candidate
      case .notExecutable: isForbidden = true
      case nil: break
      }
    }
    throw isForbidden ? .permissionDenied(program: program) : .notFound(program: program)
  }
}
