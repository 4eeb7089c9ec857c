/// Why a file of lines cannot be read, or which of its lines not.
package struct LineFileError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Problem: Equatable, Sendable {
    /// The file cannot be opened or read; the system's text.
    case unreadable(String)
    case notARegularFile
    case empty
    /// The first line is not a header.
    case notARecording
    /// The first line was a header, and is damaged.
    case damagedHeader
    case otherVersion(Int)
    /// The last line has no end.
    case torn
    /// The checksum is not that of the line.
    case damaged
    /// It does not have the form of a line.
    case garbage
    /// The line is longer than a limit in bytes.
    case tooLong(limit: Int)
    /// Lines are missing before this one.
    case numberJump(expected: UInt64, found: UInt64)
    /// A line stands here again, or out of its order.
    case numberAgain(expected: UInt64, found: UInt64)
    /// The checksum is right, and the content is not what a writer writes.
    case notWrittenByKatana(String)
    /// The header of a file stands within another one.
    case headerAgain
    /// Lines follow the last one.
    case afterEnd
  }

  package let file: String
  /// The line in the file, from 1 on; 0 for the file as a whole.
  package let line: Int
  package let problem: Problem

  package var description: String {
    (line == 0 ? "" : "Line \(line) of ") + "\(file): \(problem.text)"
  }
}

extension LineFileError.Problem {
  fileprivate var text: String {
    switch self {
    case .unreadable(let reason):
      "The file cannot be read: \(reason). To fix this, check that it exists and that you may read it."
    case .notARegularFile:
      "This is not a regular file. To fix this, give the path of a recording, not of its folder."
    case .empty:
      """
      The file is empty: the process ended before the first line was written. Nothing of it can be \
      read; to fix this, take another file of the recording.
      """
    case .notARecording:
      """
      This is not a recording: a recording begins with a line of the form {"n":1,"katana":1,…}. To \
      fix this, give the path of a file that ends with .katana.
      """
    case .damagedHeader:
      """
      The header is damaged: it was cut, a bit was flipped, or it was edited. To read the lines after \
      it, go on; to fix this, copy the file again from its origin.
      """
    case .otherVersion(let version):
      """
      The file has version \(version) of the format, and this program reads version \
      \(LineFormat.currentVersion). To fix this, open it with the version of Katana that wrote it.
      """
    case .torn:
      """
      The last line is cut: the process ended while it was written, or the file was cut. All lines \
      before it can be used.
      """
    case .damaged:
      """
      The checksum is wrong: a bit was flipped, or the line was edited. To read the lines after it, \
      go on; to fix this, copy the file again from its origin.
      """
    case .garbage:
      """
      This is not a line of a recording: it was cut, or it was put there by something else. To read \
      the lines after it, go on; to fix this, copy the file again from its origin.
      """
    case .tooLong(let limit):
      """
      The line is longer than \(limit) bytes. To fix this, read with a larger `maximumLineLength`, or \
      record less in one message.
      """
    case .numberJump(let expected, let found):
      """
      \(found - expected == 1 ? "Line number \(expected) is" : "Line numbers \(expected) to \(found - 1) are") \
      missing: this is \(found). They were cut out or lost; a replay is not right from here on. To \
      fix this, copy the file again from its origin.
      """
    case .numberAgain(let expected, let found):
      """
      The line has the number \(found), and \(expected) is expected: lines were repeated or put \
      in another order. It is left out; to fix this, copy the file again from its origin.
      """
    case .notWrittenByKatana(let reason):
      """
      The checksum is right, and the content is not what Katana writes: \(reason) The file was forged, \
      or another program wrote it.
      """
    case .headerAgain:
      """
      This is the header of another file: files were joined. To fix this, read the files one by one.
      """
    case .afterEnd:
      """
      This line follows the line that ends the file, so it was added later. It is left out; to fix \
      this, copy the file again from its origin.
      """
    }
  }
}
