#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
package import KatanaEffects
import KatanaSystem

/// A name in an open folder. Because the folder is open, nobody can exchange it or the folders
/// above it.
struct FileLocation: ~Copyable {
  let folder: Descriptor
  let name: SystemPath
  /// Whether a symbolic link at the name is followed.
  let followsLinks: Bool

  /// Returns the status of what is at the name, without following a link; `nil` if nothing exists
  /// there.
  func status() throws(SystemError) -> stat? {
    var status = stat()
    do throws(SystemError) {
      try SystemError.check { fstatat(folder.raw, name.text, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return status
  }

  /// Opens what is at the name. If it is a pipe, this does not wait for the other end.
  func open(_ flags: Int32, mode: mode_t = 0) throws(SystemError) -> Descriptor {
    try Descriptor(
      name, in: folder.raw, flags | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW), mode: mode)
  }
}

/// Opens the folders of paths, relative to the process or below a root.
///
/// Below a root, each folder on the path is opened relative to the one before it, and must not be a
/// link. So the path cannot lead out of the root, even if other processes replace folders with
/// links in the meantime.
struct FilePaths: Sendable {
  let root: String?

  /// Opens the folder of a path, and returns it with the last name of the path.
  ///
  /// - Parameters:
  ///   - target: The path.
  ///   - path: The path that an error names; `nil` for the target itself.
  func location(of target: String, for path: String? = nil) throws(FileError) -> FileLocation {
    let path = path ?? target
    guard let root else {
      let (folder, name) = try PathParts.split(target, for: path)
      if [".", "..", "/"].contains(name.text) { throw .notARegularFile(path: path) }
      return FileLocation(
        folder: try open(folder, for: path), name: name, followsLinks: true)
    }
    var names = try PathParts(below: target, for: path).names
    guard let name = names.popLast() else { throw .notARegularFile(path: path) }
    return FileLocation(
      folder: try walk(names, from: root, for: path), name: name, followsLinks: false)
  }

  /// Opens the folder at a path.
  func folder(at path: String) throws(FileError) -> Descriptor {
    guard let root else {
      return try open(try PathParts.check(path), for: path)
    }
    return try walk(try PathParts(below: path).names, from: root, for: path)
  }

  /// Returns the target of the link at a path, if links are followed; otherwise the path itself.
  /// The target need not exist.
  func target(of path: String) throws(FileError) -> String {
    guard root == nil else { return path }
    var target = path
    for _ in 0..<Self.linkLimit {
      guard let next = try linkTarget(of: target, for: path) else { return target }
      target = next
    }
    throw FileError(SystemError(code: ELOOP), path: path)
  }

  /// The number of links that Linux follows on one path.
  static let linkLimit = 40

  /// Returns the path that the link at a path leads to; `nil` if there is no link at it, or if it
  /// cannot be reached, which the caller finds out.
  private func linkTarget(of link: String, for path: String) throws(FileError) -> String? {
    guard let target = try Self.linkText(of: try PathParts.check(link, for: path), for: path) else {
      return nil
    }
    if target.utf8.first == UInt8(ascii: "/") { return target }
    return "\(try PathParts.split(link, for: path).folder.text)/\(target)"
  }

  /// Returns what the link at a path holds; `nil` if there is no link at it.
  static func linkText(of link: SystemPath, for path: String) throws(FileError) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link.text, &bytes, bytes.count)
    if count <= 0 { return nil }
    guard let target = String(validating: bytes[..<count], as: UTF8.self) else {
      throw .other(path: path, reason: "its link leads to a name that is not UTF-8")
    }
    return target
  }

  /// Opens a folder at a path that leads through no root.
  func open(_ folder: SystemPath, for path: String) throws(FileError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor.folder(folder)
    } catch {
      throw FileError(error, path: path)
    }
  }

  private func walk(
    _ names: [SystemPath], from root: String, for path: String
  ) throws(FileError) -> Descriptor {
    var folder = try open(try PathParts.check(root), for: path)
    for name in names { folder = try Self.step(to: name, in: folder, for: path) }
    return folder
  }

  /// Opens a folder within a folder, but not through a link.
  static func step(
    to name: SystemPath, in folder: borrowing Descriptor, for path: String
  ) throws(FileError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor.folder(name, in: folder.raw, O_NOFOLLOW)
    } catch {
      if isLink(name, in: folder) { throw .outsideRoot(path: path) }
      throw FileError(error, path: path)
    }
  }

  static func isLink(_ name: SystemPath, in folder: borrowing Descriptor) -> Bool {
    var status = stat()
    guard fstatat(folder.raw, name.text, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
    return FileKind(status) == .link
  }
}

extension FileKind {
  /// Creates the kind of what is at a path, following links; `nil` if nothing exists there.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}
