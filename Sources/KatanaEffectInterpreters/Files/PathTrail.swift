#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaSystem

/// The names that decide which file a path leads to: each link on the path, and the last name.
struct PathTrail: Equatable {
  struct Step: Equatable {
    /// The path of a folder, which leads through no link.
    let folder: SystemPath
    let name: SystemPath
  }

  private(set) var steps: [Step] = []
  /// Whether the folder of the last name exists. Otherwise, the last step is the missing name.
  private(set) var isComplete = false

  /// Whether a link is on the path.
  var hasLinks: Bool { steps.count > 1 }

  /// Follows a path.
  init(of path: String) throws(FileError) {
    var folder = try Self.start(of: path)
    var rest = Array(try PathParts.names(of: path).reversed())
    while let name = rest.popLast() {
      let here = try PathParts.check("\(folder.text)/\(name.text)", for: path)
      if let target = try FilePaths.linkText(of: here, for: path) {
        steps.append(Step(folder: folder, name: name))
        if steps.count > FilePaths.linkLimit {
          throw FileError(SystemError(code: ELOOP), path: path)
        }
        rest += try PathParts.names(of: target).reversed()
        if target.utf8.first == UInt8(ascii: "/") { folder = .root }
        continue
      }
      isComplete = rest.isEmpty
      var status = stat()
      if isComplete || stat(here.text, &status) != 0 {
        steps.append(Step(folder: folder, name: name))
        return
      }
      folder = here
    }
    throw .notARegularFile(path: path)
  }

  private static func start(of path: String) throws(FileError) -> SystemPath {
    try PathParts.check(path).text.utf8.first == UInt8(ascii: "/") ? .root : .workingDirectory
  }
}
