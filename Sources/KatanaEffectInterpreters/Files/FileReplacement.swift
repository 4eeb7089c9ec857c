#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import KatanaEffects
import KatanaSystem

/// The new content of a file, which replaces the file when it is complete. All code that replaces
/// files uses this type. Used by one thread at a time.
///
/// The content is written to a draft in the folder of the file. Nobody can read the draft who cannot
/// read the file. A link at the path is kept, and its target is replaced. The new file has the mode,
/// the owner, the group and the access list of the old one.
final class FileReplacement {
  private let path: String
  private let access: FileAccess
  private let hooks: ReplacementHooks
  private let location: FileLocation
  private let draft: Draft
  /// Whether the draft is removed when the object is released.
  var isTemporary = true

  /// Creates a draft, and removes those that dead processes have left.
  init(
    of path: String, in paths: FilePaths = FilePaths(root: nil), access: FileAccess = .usual,
    hooks: ReplacementHooks = ReplacementHooks()
  ) throws(FileError) {
    (self.path, self.access, self.hooks) = (path, access, hooks)
    location = try paths.location(of: try paths.target(of: path), for: path)
    let old = try location.replaced(path)
    do throws(SystemError) {
      draft = try Draft.new(for: location, mode: old == nil ? access.fileMode : 0o600)
    } catch {
      throw FileError(error, path: path)
    }
  }

  /// Opens the part that an earlier download has kept, or creates it. Only one object at a time, in
  /// all processes, can have it open.
  ///
  /// - Returns: `nil` if another download has the part open.
  init?(partOf path: String) throws(FileError) {
    (self.path, access, hooks) = (path, .usual, ReplacementHooks())
    let paths = FilePaths(root: nil)
    location = try paths.location(of: try paths.target(of: path), for: path)
    let old = try location.replaced(path)
    let partPath = hiddenPath(beside: try paths.target(of: path), "part")
    let name = try PathParts.split(partPath, for: path).name
    // What cannot be used is kept.
    isTemporary = false
    do throws(SystemError) {
      let file = try Descriptor(
        name, in: location.folder.raw, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
        mode: old == nil ? access.fileMode : 0o600)
      let status = try file.status()
      guard FileKind(status) == .file else { throw SystemError(code: EISDIR) }
      // The part may be older than the file.
      if old != nil { try SystemError.check { fchmod(file.raw, 0o600) } }
      isTemporary = status.st_size == 0
      draft = Draft(name: name, file: file)
    } catch {
      throw FileError(error, path: partPath)
    }
    // Another download may have completed the file after it was opened and before it was locked.
    guard Draft.lock(draft.file) == 0,
      Draft.isNamed(draft.file, draft.name, in: location.folder)
    else {
      isTemporary = false
      return nil
    }
  }

  deinit { if isTemporary { unlinkat(location.folder.raw, draft.name.text, 0) } }

  /// The size in bytes.
  var size: Int { (try? draft.file.status()).map { Int($0.st_size) } ?? 0 }

  func write(_ data: Data) throws(FileError) {
    try FileError.at(path) { () throws(SystemError) in try draft.file.writeAll(data) }
  }

  /// Shortens the draft to a number of bytes. What is written next follows them.
  func truncate(to count: Int) throws(FileError) {
    try FileError.at(path) { () throws(SystemError) in
      try SystemError.check { ftruncate(draft.file.raw, off_t(count)) }
      try SystemError.check { lseek(draft.file.raw, off_t(count), SEEK_SET) }
    }
  }

  /// Flushes the draft to the disk, and replaces the file with it. So after a loss of power the file
  /// is either the former one or the complete new one.
  func complete() throws(FileError) {
    let old = try location.replaced(path)
    try FileError.at(path) { () throws(SystemError) in
      if access == .ownerOnly {
        // An error leaves it to this user.
        if let old { _ = fchown(draft.file.raw, old.st_uid, old.st_gid) }
        try SystemError.check { fchmod(draft.file.raw, 0o600) }
      } else if let old {
        try draft.file.takeAccess(of: old, at: location)
      }
      try draft.file.flush()
      hooks.beforeRename()
      do throws(SystemError) {
        try SystemError.check {
          hooks.rename(location.folder.raw, draft.name.text, location.name.text)
        }
        isTemporary = false
      } catch {
        // Something is mounted on the file, as containers do with single files.
        if error.code != EBUSY { throw error }
        try writeInPlace()
      }
      try location.folder.flushFolder()
    }
  }

  /// Copies the draft into the file that cannot be replaced.
  ///
  /// The bytes beyond the old size are written first, because they are those for which the disk may
  /// have no space. Without it, the file stays as it was.
  private func writeInPlace() throws(SystemError) {
    let target = try location.open(O_WRONLY)
    let (old, new) = (Int(try target.status().st_size), size)
    if access == .ownerOnly { try SystemError.check { fchmod(target.raw, 0o600) } }
    do throws(SystemError) {
      if new > old { try draft.file.copy(old..<new, to: target) }
    } catch {
      ftruncate(target.raw, off_t(old))
      throw error
    }
    // From here on, the draft is the only complete content. So an error leaves it in the folder, and
    // the next write does not remove it before it has succeeded.
    let (folder, kept) = (location.folder.raw, try Draft.nameIfKept(of: location.name))
    try SystemError.check { renameat(folder, draft.name.text, folder, kept.text) }
    isTemporary = false
    try draft.file.copy(0..<min(old, new), to: target)
    try SystemError.check { ftruncate(target.raw, off_t(new)) }
    try target.flush()
    unlinkat(folder, kept.text, 0)
  }
}

/// What tests replace in a ``FileReplacement``.
struct ReplacementHooks: Sendable {
  /// Called when the draft is complete, before it is renamed.
  var beforeRename: @Sendable () -> Void = {}
  /// Renames a file in a folder.
  var rename: @Sendable (_ folder: Int32, String, String) -> Int32 = { renameat($0, $1, $0, $2) }
}

/// Returns the path of a hidden file in the folder of another one: `a/.name.suffix` for `a/name`. A
/// name that would be too long for the system is cut, and ends with a number instead.
func hiddenPath(beside path: String, _ suffix: String) -> String {
  // Bytes are compared, because a combining mark forms one character with a slash before it.
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
  let (folder, name) = (path[..<start], path[start...])
  let room = PathParts.nameLimit - ".part.json".utf8.count - 1
  if name.utf8.count <= room { return "\(folder).\(name).\(suffix)" }
  let hash = String(FNV.hash(name.utf8), radix: 16)
  var kept = name.unicodeScalars.prefix(room - 17)
  while String(kept).utf8.count > room - 17 { kept.removeLast() }
  return "\(folder).\(String(kept))-\(hash).\(suffix)"
}

extension FileLocation {
  /// Returns the status of the file that is to be replaced; `nil` if there is none.
  fileprivate func replaced(_ path: String) throws(FileError) -> stat? {
    let status = try FileError.at(path) { () throws(SystemError) in try self.status() }
    guard let status else { return nil }
    if FileKind(status) == .link && !followsLinks { throw .outsideRoot(path: path) }
    guard FileKind(status) == .file else { throw .notARegularFile(path: path) }
    return status
  }
}

/// The 64-bit FNV-1a hash, which is the same in every process.
enum FNV {
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
