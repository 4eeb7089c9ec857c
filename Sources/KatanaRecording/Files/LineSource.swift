#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaSystem

/// Reads the lines of a file one after the other. Its memory is bounded by the longest allowed
/// line.
final class LineSource {
  enum Line {
    /// The bytes without the line break. They are valid until the next call.
    case complete(UnsafeRawBufferPointer)
    /// The bytes after the last line break.
    case torn(UnsafeRawBufferPointer)
    /// The line has more bytes than the limit: this many, or at least this many if its end is lost.
    case tooLong(Int)
    case end
  }

  private static let chunk = 1 << 16

  private let descriptor: Int32
  private let limit: Int
  private let follows: Bool
  private var buffer: UnsafeMutableRawBufferPointer
  /// The range of the bytes that are read but not returned yet.
  private var (start, end) = (0, 0)
  private var isAtEnd = false

  /// - Parameter follows: Whether what is added to the file after its end was reached is read by later calls;
  ///   a line without its end is then waited for.
  init(_ path: String, limit: Int, follows: Bool = false) throws(LineFileError) {
    (self.limit, self.follows) = (max(limit, 1), follows)
    // Non-blocking, because opening a pipe would wait for a writer.
    let file: Int32
    do throws(SystemError) {
      let checked = try SystemPath(path)
      file = try SystemError.check {
        open(checked.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      }
    } catch {
      throw LineFileError(file: path, line: 0, problem: .unreadable(error.text))
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw LineFileError(file: path, line: 0, problem: .notARegularFile)
    }
    descriptor = file
    buffer = .allocate(byteCount: Self.chunk * 2, alignment: 16)
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  func next() throws(SystemError) -> Line {
    var searched = start
    while true {
      if let newline = newline(from: searched) {
        defer { start = newline + 1 }
        if newline - start > limit { return .tooLong(newline - start) }
        return .complete(UnsafeRawBufferPointer(rebasing: buffer[start..<newline]))
      }
      if isAtEnd {
        isAtEnd = !follows
        return follows ? .end : ending()
      }
      if end - start > limit {
        return .tooLong(try skip())
      }
      let offset = end - start
      try fill()
      searched = start + offset
    }
  }

  private func newline(from offset: Int) -> Int? {
    guard let base = buffer.baseAddress,
      let found = memchr(base + offset, Int32(ASCII.newline), end - offset)
    else { return nil }
    return base.distance(to: UnsafeMutableRawPointer(mutating: found))
  }

  private func ending() -> Line {
    defer { start = end }
    return start == end ? .end : .torn(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
  }

  /// Reads further bytes and appends them to the buffer.
  private func fill() throws(SystemError) {
    if start > 0 {
      memmove(buffer.baseAddress!, buffer.baseAddress! + start, end - start)
      (start, end) = (0, end - start)
    }
    if buffer.count - end < Self.chunk { grow() }
    let space = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
    let count = try SystemError.check { read(descriptor, space.baseAddress, space.count) }
    end += count
    isAtEnd = count == 0
  }

  private func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(buffer.count * 2, limit + Self.chunk) + Self.chunk, alignment: 16)
    memcpy(larger.baseAddress!, buffer.baseAddress!, end)
    buffer.deallocate()
    buffer = larger
  }

  /// Skips all bytes up to the next line break. Returns their number.
  private func skip() throws(SystemError) -> Int {
    var count = 0
    while !isAtEnd {
      count += end - start
      (start, end) = (0, 0)
      try fill()
      guard let newline = newline(from: 0) else { continue }
      start = newline + 1
      return count + newline
    }
    start = end
    return count
  }
}
