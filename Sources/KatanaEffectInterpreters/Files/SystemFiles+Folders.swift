#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaSystem

extension SystemFiles {
  func list(_ path: String) throws(FileError) -> [FolderEntry] {
    let folder = try paths.folder(at: path)
    return try FileError.at(path) { () throws(SystemError) in
      try names(in: folder).compactMap { name in entry(name, in: folder) }.sortedByName
    }
  }

  func makeFolder(_ path: String, access: FileAccess) throws(FileError) {
    let names: [SystemPath]
    let start: SystemPath
    if let root = paths.root {
      names = try PathParts(below: path).names
      start = try PathParts.check(root)
    } else {
      names = try PathParts.names(of: path)
      start = path.utf8.first == UInt8(ascii: "/") ? .root : .workingDirectory
    }
    var folder: Descriptor
    do throws(SystemError) {
      folder = try Descriptor.folder(start)
    } catch {
      throw FileError(error, path: path)
    }
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      do throws(FileError) { folder = try makeStep(name, in: folder, path, access) } catch {
        throw isLast && error == .notAFolder(path: path) ? .alreadyExists(path: path) : error
      }
    }
  }

  /// Creates a folder within a folder unless it exists, and opens it.
  private func makeStep(
    _ name: SystemPath, in folder: borrowing Descriptor, _ path: String, _ access: FileAccess
  ) throws(FileError) -> Descriptor {
    let isNew = mkdirat(folder.raw, name.text, access.folderMode) == 0
    let failure = isNew ? 0 : errno
    if failure != 0 && failure != EEXIST {
      throw FileError(SystemError(code: failure), path: path)
    }
    if isNew { try? folder.flushFolder() }
    if paths.root != nil { return try FilePaths.step(to: name, in: folder, for: path) }
    do throws(SystemError) {
      return try Descriptor.folder(name, in: folder.raw)
    } catch {
      throw FileError(error, path: path)
    }
  }

  /// Returns the names in a folder as the system has them: bytes up to a NUL, perhaps not UTF-8.
  private func names(in folder: borrowing Descriptor) throws(SystemError) -> [[CChar]] {
    let copy = try Descriptor(.workingDirectory, in: folder.raw, O_RDONLY | O_DIRECTORY).release()
    guard let listing = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw SystemError(code: code)
    }
    defer { closedir(listing) }
    var names: [[CChar]] = []
    errno = 0
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      names.append(name)
      errno = 0
    }
    if errno != 0 { throw SystemError(code: errno) }
    return names
  }

  /// Returns the entry for a name; `nil` if the member was removed in the meantime, and for the
  /// folder itself and the one above it.
  private func entry(_ bytes: [CChar], in folder: borrowing Descriptor) -> FolderEntry? {
    let name = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if name == "." || name == ".." { return nil }
    var status = stat()
    guard fstatat(folder.raw, bytes, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return errno == ENOENT ? nil : FolderEntry(name: name, kind: .other)
    }
    let kind = FileKind(status)
    return FolderEntry(name: name, kind: kind, size: kind == .file ? Int(status.st_size) : 0)
  }
}
