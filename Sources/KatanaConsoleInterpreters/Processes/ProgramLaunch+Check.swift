package import KatanaConsole
import KatanaRuntime
import KatanaSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ProgramLaunch {
  /// Checks what no system could hand to a program as it is written.
  ///
  /// The system cuts a text at a NUL, and takes the name of a variable up to the first `=`. So the program
  /// would be another one, or would get other values.
  package func check() throws(ProgramError) {
    func hasNUL(_ text: String) -> Bool { text.utf8.contains(0) }
    func refuse(_ reason: String) -> ProgramError { .other(program: executable, reason: reason) }
    if executable.isEmpty || hasNUL(executable) { throw .notFound(program: executable) }
    if arguments.contains(where: hasNUL) { throw refuse("an argument contains a NUL") }
    let variables = environment?.revealed ?? [:]
    if variables.contains(where: { hasNUL($0.key) || hasNUL($0.value) }) {
      throw refuse("a variable of the environment contains a NUL")
    }
    // The names are not shown: they may be parts of a secret that was split at the wrong place.
    if variables.keys.contains(where: { $0.isEmpty || $0.utf8.contains(UInt8(ascii: "=")) }) {
      throw refuse("the name of a variable of the environment is empty or contains \"=\"")
    }
    if let folder = workingDirectory, folder.isEmpty || hasNUL(folder) {
      throw .workingDirectoryNotFound(path: folder)
    }
    #if os(Linux)
      // Of each text with its NUL; see `execve(2)`.
      let texts = arguments + variables.map { "\($0.key)=\($0.value)" }
      if texts.contains(where: { $0.utf8.count >= 32 * Int(getpagesize()) }) {
        throw refuse(SystemError(code: E2BIG).text)
      }
    #endif
  }
}
