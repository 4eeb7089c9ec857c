/// The folder, the names and the limits of the files of a writer.
package struct LineFileOptions: Sendable {
  /// The folder. It is created with the mode 0700 if it is missing.
  package var folder: String
  /// The beginning of the file names. Characters other than ASCII letters, digits, `_` and `.`
  /// become `_`.
  package var name: String
  /// Further entries of the first line of each file.
  package var header: [(name: StaticString, text: String)] = []
  /// The size in bytes from which the writer requests a checkpoint, with which a new file begins.
  ///
  /// The checkpoint at the beginning of a file does not count. The lines that wait when the size is
  /// reached come before the checkpoint, so a file may become larger.
  package var bytesPerFile = 32 << 20
  /// Whether the owner appends checkpoints. If not, a new file begins with any item.
  package var hasCheckpoints = true
  /// Whether each item is encoded on the thread that appends it, so that it can be written at once.
  package var isDurable = false
  /// The number of files with this name that are kept, including the files of earlier processes.
  package var fileCount = 10
  /// The time from the last write of a file to that of a later file, after which the file is
  /// removed; `nil` for no limit.
  package var maximumAge: Duration?
  /// The number of items that may wait for the writer. Further items are left out and counted.
  package var bufferedItems = 65_536
  /// The largest sum of the sizes of waiting items.
  package var bufferedBytes = 16 << 20
  /// The longest time that written lines may stay in the memory of the system. There, a crash of
  /// the app does not affect them, but a stop of the machine does.
  package var syncInterval = Duration.seconds(1)
  /// The time that the writing thread waits for further items before it sleeps.
  ///
  /// An item is written after at most this time. The first item after a pause is written at once,
  /// but its sender must wake the thread.
  package var batchInterval = Duration.milliseconds(1)

  package init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }
}
