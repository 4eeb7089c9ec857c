/// Where lines are written, and how many of them are kept.
package struct LineFileOptions: Sendable {
  /// The folder; it is made with the mode 0700 if it is missing.
  package var folder: String
  /// The beginning of the names of the files: letters, digits, `_` and `.` stay, others become `_`.
  package var name: String
  /// When a file has this many bytes, the writer wants a checkpoint to begin a new one with. With
  /// twice as many it begins one without.
  package var bytesPerFile = 32 << 20
  /// The number of files with this name that are kept, with those of former processes.
  package var fileCount = 10
  /// Files that were written last before this are removed; `nil` keeps them.
  package var maximumAge: Duration?
  /// The items that may wait for the writer; more are left out and counted.
  package var bufferedItems = 65_536
  /// The sum of the sizes of items that may wait.
  package var bufferedBytes = 16 << 20
  /// How long written lines may stay in the memory of the system, which a crash of the app does not
  /// harm.
  package var syncInterval = Duration.seconds(1)
  /// How long the writer waits for more items before it sleeps. Items wait for up to this time; the
  /// first after a pause does not, but its sender must wake the writer.
  package var batchInterval = Duration.milliseconds(1)

  package init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }
}

extension Duration {
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    let (product, isTooLarge) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLarge ? .max / 4 : min(product, .max / 4) + UInt64(attoseconds / 1_000_000_000)
  }
}
