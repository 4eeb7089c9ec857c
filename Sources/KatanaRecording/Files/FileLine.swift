/// A line of a file that is intact.
package struct FileLine {
  package enum Content: Equatable, Sendable {
    /// What the owner of the writer wrote.
    case item
    /// Items are missing here: `buffer` when the writer was too slow, `disk` when the disk refused
    /// them.
    case leftOut(Int, reason: String)
    /// An item could not be encoded; the text of the error.
    case failed(String)
  }

  /// The line in the file, from 1 on.
  package let position: Int
  /// The number of the line in the recording.
  package let number: UInt64
  package let content: Content
  /// The entries. Let go of them before the next line is read: that spares new memory.
  package let entries: CompactObject
}
