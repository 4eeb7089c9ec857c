/// An intact line of a file.
package struct FileLine {
  package enum Content: Equatable, Sendable {
    /// An item of the owner of the writer.
    case item
    /// A number of items is missing here. The reason is `buffer` if the writer was too slow, and
    /// `disk` if the disk refused them.
    case leftOut(Int, reason: String)
    /// An item could not be encoded. The value is the text of the error.
    case failed(String)
  }

  /// The number of the line in the file, from 1.
  package let position: Int
  /// The number of the line in the recording.
  package let number: UInt64
  package let content: Content
  package let entries: LineEntries
}
