import KatanaRuntime

/// The entries of an item's line, without the frame of the line. Used by one thread at a time.
final class EncodedLine {
  fileprivate(set) var isCheckpoint = false
  /// What could not be encoded, or the error because of which no file can begin with the line. It has
  /// names only, because the description of an error may contain data.
  fileprivate(set) var failure: String?
  /// Whether the line has the error in place of the item.
  fileprivate(set) var hasFailed = false
  @exclusivity(unchecked) fileprivate var builder = LineBuilder()

  var entries: [UInt8] { builder.bytes }
  /// Whether a replay can begin with the line.
  var canBeginFile: Bool { isCheckpoint && failure == nil }
}

/// Encodes items as the entries of lines. Used by one thread at a time.
///
/// It calls code of the app, which may ask the writer. So it is used without a lock, and a thread
/// that needs an encoder while all are in use makes another one.
final class LineEncoder<Item: Sendable> {
  private let encode: LineFileWriter<Item>.Encode
  private let check: LineFileWriter<Item>.Check
  private let line = EncodedLine()

  init(
    _ encode: @escaping LineFileWriter<Item>.Encode, check: @escaping LineFileWriter<Item>.Check
  ) {
    (self.encode, self.check) = (encode, check)
  }

  /// Encodes an item. The line is valid until the next call.
  func line(_ item: Item, isCheckpoint: Bool) -> EncodedLine {
    (line.isCheckpoint, line.failure, line.hasFailed) = (isCheckpoint, nil, false)
    line.builder.removeAll()
    do { line.failure = try encode(item, &line.builder) } catch {
      let name = ValueName(error).fullName
      (line.failure, line.hasFailed) = (name, true)
      line.builder.removeAll()
      line.builder.add("failed", name)
    }
    return line
  }

  /// Notes in a checkpoint whether a file can begin with it.
  func check(_ line: EncodedLine) {
    if line.hasFailed { return }
    do { try check(line.entries) } catch { line.failure = ValueName(error).fullName }
  }
}
