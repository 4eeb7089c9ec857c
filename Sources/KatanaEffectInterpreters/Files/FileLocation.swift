#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaRuntime

/// A name in an open folder: from here on, nobody can exchange the folders on the way.
struct FileLocation: ~Copyable {
  let folder: Descriptor
  let name: String
  /// Whether a link at the name is followed.
  let followsLinks: Bool

  /// What is at the name, without following a link; `nil` for nothing.
  func status() throws(SystemError) -> stat? {
    var status = stat()
    do throws(SystemError) {
      try SystemError.check { fstatat(folder.raw, name, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return status
  }

  /// Opens what is at the name, without waiting for a pipe's other end.
  func open(_ flags: Int32, mode: mode_t = 0) throws(SystemError) -> Descriptor {
    try Descriptor(
      name, in: folder.raw, flags | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW), mode: mode)
  }
}

/// Finds the folders of paths: those of the process, or those below a root.
///
/// Below a root, each name on the way is opened from the folder before it, and must not be a link.
/// So it makes no difference whether somebody exchanges folders for links meanwhile.
struct FilePaths: Sendable {
  let root: String?

  /// The open folder of a path, and its last name.
  func location(of path: String) throws(FileError) -> FileLocation {
    guard let root else {
      let (folder, name) = try PathParts.split(path)
      if ["", ".", "..", "/"].contains(name) { throw .notARegularFile(path: path) }
      return FileLocation(
        folder: try open(folder, for: path), name: name, followsLinks: true)
    }
    var names = try PathParts(below: path).names
    guard let name = names.popLast() else { throw .notARegularFile(path: path) }
    return FileLocation(
      folder: try walk(names, from: root, for: path), name: name, followsLinks: false)
  }

  /// The open folder at a path.
  func folder(at path: String) throws(FileError) -> Descriptor {
    guard let root else {
      try PathParts.check(path)
      return try open(path, for: path)
    }
    return try walk(try PathParts(below: path).names, from: root, for: path)
  }

  /// The path itself, or what a link there leads to, where links are followed.
  func target(of path: String) throws(FileError) -> String {
    guard root == nil else { return path }
    var status = stat()
    guard lstat(path, &status) == 0, FileKind(status) == .link else { return path }
    guard let resolved = realpath(path, nil) else {
      throw FileError(SystemError(code: errno), path: path)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func open(_ folder: String, for path: String) throws(FileError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(folder, O_RDONLY | O_DIRECTORY)
    } catch {
      throw FileError(error, path: path)
    }
  }

  private func walk(
    _ names: [String], from root: String, for path: String
  ) throws(FileError) -> Descriptor {
    var folder = try open(root, for: path)
    for name in names { folder = try Self.step(to: name, in: folder, for: path) }
    return folder
  }

  /// Opens a folder in a folder, never through a link.
  static func step(
    to name: String, in folder: borrowing Descriptor, for path: String
  ) throws(FileError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(name, in: folder.raw, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      if isLink(name, in: folder) { throw .outsideRoot(path: path) }
      throw FileError(error, path: path)
    }
  }

  static func isLink(_ name: String, in folder: borrowing Descriptor) -> Bool {
    var status = stat()
    guard fstatat(folder.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
    return FileKind(status) == .link
  }
}

extension FileKind {
  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}
