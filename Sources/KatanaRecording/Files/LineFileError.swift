import Katana

/// The reason why a file, or one line of it, cannot be read.
package struct LineFileError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Problem: Equatable, Sendable {
    /// The file cannot be opened or read; the system's text.
    case unreadable(String)
    case notARegularFile
    case empty
    /// The first line is not a header.
    case notARecording
    /// The first line is a header, but damaged.
    case damagedHeader
    case otherVersion(Int)
    /// The last line has no line break.
    case torn
    /// The checksum does not match the line.
    case damaged
    /// The bytes do not have the form of a line.
    case garbage
    /// The line has more bytes than the limit.
    case tooLong(Int, limit: Int)
    /// Lines are missing before this one.
    case numberJump(expected: UInt64, found: UInt64)
    /// The line is repeated, or is out of order.
    case numberAgain(expected: UInt64, found: UInt64)
    /// The checksum is right, but a writer does not write such content.
    case notWrittenByKatana(String)
    /// The header of another file follows in this file.
    case headerAgain
    /// The line follows the line that ends the file.
    case afterEnd
  }

  package let file: String
  /// The number of the line in the file, from 1; 0 for the file as a whole.
  package let line: Int
  package let problem: Problem

  package var description: String {
    printableText((line == 0 ? "" : "Line \(line) of ") + "\(file): \(problem.text)")
  }
}

extension LineFileError.Problem {
  fileprivate var text: String {
    switch self {
    case .unreadable(let reason):
      "The file cannot be read: \(reason). To fix this, check that it exists and that you may read"
        + " it."
    case .notARegularFile:
      "This is not a regular file. To fix this, give the path of a recording, not of its folder."
    case .empty:
      """
      The file is empty: the process ended before the first line was written. To fix this, take \
      another file of the recording.
      """
    case .notARecording:
      """
      This is not a recording: a recording begins with a line of the form {"n":1,"katana":1,…}. To \
      fix this, give the path of a file that ends with .katana.
      """
    case .damagedHeader:
      """
      The header is damaged: it was cut, a bit was flipped, or it was edited. To fix this, copy \
      the file again from its origin.
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
      The checksum is wrong: a bit was flipped, or the line was edited. The lines after it can \
      still be read. To fix this, copy the file again from its origin.
      """
    case .garbage:
      """
      This is not a line of a recording: it was cut, or another program wrote it. The lines after \
      it can still be read. To fix this, copy the file again from its origin.
      """
    case .tooLong(let count, let limit):
      """
      The line has \(count) bytes, more than \(limit). To fix this, give the `Replay` a \
      `maximumLineLength` of \(count), or record less in one message or model.
      """
    case .numberJump(let expected, let found):
      """
      \(found - expected == 1 ? "Line number \(expected) is" : "Line numbers \(expected) to \(found - 1) are") \
      missing: this is \(found). They were cut out or lost. A replay stops here if one of them was \
      a message. To fix this, copy the file again from its origin.
      """
    case .numberAgain(let expected, let found):
      """
      The line has the number \(found), but \(expected) is expected: lines were repeated or \
      reordered. The line is skipped. To fix this, copy the file again from its origin.
      """
    case .notWrittenByKatana(let reason):
      """
      The checksum is right, but Katana does not write such content: \(reason) The file was \
      forged, or another program wrote it. To fix this, copy the file again from its origin.
      """
    case .headerAgain:
      """
      This is the header of another file: files were joined. To fix this, read the files one by one.
      """
    case .afterEnd:
      """
      This line follows the line that ends the file, so it was added later. The line is skipped. \
      To fix this, copy the file again from its origin.
      """
    }
  }
}
