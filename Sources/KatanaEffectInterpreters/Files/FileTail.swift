#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaSystem

/// The position up to which a growing file was read. Pure.
struct TailPosition: Equatable {
  /// Identifies a file while it is open.
  struct FileID: Equatable {
    var (device, number): (UInt64, UInt64)

    init(device: UInt64, number: UInt64) { (self.device, self.number) = (device, number) }

    init(_ status: stat) {
      self.init(
        device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }
  }

  enum Step: Equatable {
    /// Continue to read at the offset.
    case goOn
    /// Read the rest of the open file, then the file at the path from its beginning.
    case replaced
    /// Read the open file from its beginning.
    case truncated
    /// Read the rest of the open file. Nothing exists at the path.
    case removed
  }

  var file: FileID
  var offset: Int

  /// Returns the next step.
  ///
  /// - Parameters:
  ///   - atPath: The file that is now at the path; `nil` for none.
  ///   - size: The current size of the open file.
  func step(atPath: FileID?, size: Int) -> Step {
    if size < offset { return .truncated }
    guard let atPath else { return .removed }
    return atPath == file ? .goOn : .replaced
  }
}

/// Reads the lines that are added to a file, each time ``look(_:)`` is called. Used on one queue.
final class FileTail {
  private let paths: FilePaths
  private let path: String
  private let limit: Int
  /// Whether the subscription has ended, so that a large file is not read to its end.
  private let isOver: () -> Bool
  private var splitter: LineSplitter
  private var file: OpenFile?
  private var position: TailPosition?
  /// Whether a file was read before, so that the next one is reported as a restart.
  private var hasRead = false

  init(
    _ paths: FilePaths, path: String, from start: FileLines.Start,
    lineLimit: Int, isOver: @escaping () -> Bool
  ) throws(FileError) {
    (self.paths, self.path, limit) = (paths, path, lineLimit)
    self.isOver = isOver
    splitter = LineSplitter(limit: lineLimit)
    try openFile()
    if start == .end, let file, let size = try? file.descriptor.status().st_size {
      position?.offset = Int(size)
    }
  }

  /// Reads what was added since the last call, and sends it in several events.
  func look(_ send: (FileLinesEvent) -> Void) {
    do throws(FileError) {
      try lookOnce(send)
    } catch {
      send(.failed(error))
    }
  }

  private func lookOnce(_ send: (FileLinesEvent) -> Void) throws(FileError) {
    guard let file, let position else {
      try openFile()
      if self.file == nil { return }
      if hasRead { send(.restarted) }
      return try read(send)
    }
    let size = Int((try? file.descriptor.status().st_size) ?? 0)
    let atPath = fileAtPath()
    switch position.step(atPath: atPath, size: size) {
    case .goOn: try read(send)
    case .truncated:
      splitter = LineSplitter(limit: limit)
      self.position?.offset = 0
      send(.restarted)
      try lookOnce(send)
    case .removed, .replaced:
      try read(send)
      if let rest = splitter.finish() { send(.lines([rest])) }
      (self.file, self.position) = (nil, nil)
      if atPath != nil { try lookOnce(send) }
    }
  }

  private func openFile() throws(FileError) {
    do throws(FileError) {
      let descriptor = try SystemFiles().openRegular(
        try location(), path, O_RDONLY)
      let status = try FileError.at(path) { () throws(SystemError) in try descriptor.status() }
      position = TailPosition(file: TailPosition.FileID(status), offset: 0)
      file = OpenFile(descriptor)
    } catch {
      if case .notFound = error { return }
      throw error
    }
  }

  /// Follows the links on the path anew, because they may have been exchanged.
  private func location() throws(FileError) -> FileLocation {
    try paths.location(of: try paths.target(of: path), for: path)
  }

  private func fileAtPath() -> TailPosition.FileID? {
    guard let location = try? location(), let status = try? location.status() else {
      return nil
    }
    return TailPosition.FileID(status)
  }

  private func read(_ send: (FileLinesEvent) -> Void) throws(FileError) {
    guard let file else { return }
    hasRead = true
    let capacity = 64 << 10
    var chunk = [UInt8](repeating: 0, count: capacity)
    while !isOver(), let offset = position?.offset {
      let count = try FileError.at(path) { () throws(SystemError) in
        try SystemError.check { pread(file.descriptor.raw, &chunk, capacity, off_t(offset)) }
      }
      if count == 0 { return }
      position?.offset += count
      let lines = splitter.take(chunk[..<count])
      if !lines.isEmpty { send(.lines(lines)) }
    }
  }
}

/// Holds a descriptor, so that an optional property can close it.
private final class OpenFile {
  let descriptor: Descriptor
  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}
