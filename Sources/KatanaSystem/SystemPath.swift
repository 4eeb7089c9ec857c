#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A path that may be handed to the system.
///
/// The functions of the system read a path up to its first NUL. So a path with a NUL would name
/// another file than the text says. Code that calls such a function takes this type, and the only
/// way to make one refuses these texts.
///
/// Paths are equal if the system takes them for the same text: on Linux, if their bytes are, so that two
/// spellings of "é" are two paths.
package struct SystemPath: Hashable, Sendable {
  /// The path. It is not empty, and contains no NUL.
  package let text: String

  /// Creates a path.
  ///
  /// - Throws: `EINVAL` if the text is empty or contains a NUL.
  package init(_ text: String) throws(SystemError) {
    if text.isEmpty || text.utf8.contains(0) { throw SystemError(code: EINVAL) }
    self.text = text
  }

  #if os(Linux)
    package static func == (lhs: SystemPath, rhs: SystemPath) -> Bool {
      lhs.text.utf8.elementsEqual(rhs.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  #endif

  private init(literal: String) { text = literal }

  /// The folder at which relative paths start.
  package static let workingDirectory = SystemPath(literal: ".")
  /// The folder at which absolute paths start.
  package static let root = SystemPath(literal: "/")
}
