#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaRuntime

/// A name in an open folder. Because the folder is open, nobody can exchange it or the folders
/// above it.
struct FileLocation: ~Copyable {
  let folder: Descriptor
  let name: String
  /// Whether a symbolic link at the name is followed.
  let followsLinks: Bool

  /// Returns the status of what is at the name, without following a link; `nil` if nothing exists
  /// there.
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

  /// Opens the folder at a path.
  func folder(at path: String) throws(FileError) -> Descriptor {
    guard let root else {
      try PathParts.check(path)
      return try open(path, for: path)
    }
    return try walk(try PathParts(below: path).names, from: root, for: path)
  }

  /// Returns the target of the link at a path, if links are followed; otherwise the path itself.
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
      return try Descriptor.folder(folder)
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

  /// Opens a folder within a folder, but not through a link.
  static func step(
    to name: String, in folder: borrowing Descriptor, for path: String
  ) throws(FileError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor.folder(name, in: folder.raw, O_NOFOLLOW)
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
