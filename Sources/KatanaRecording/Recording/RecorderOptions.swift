/// How much a ``Recorder`` keeps. The defaults are right for most apps.
public struct RecorderOptions: Sendable {
  /// The size at which a file is followed by the next one.
  public var bytesPerFile = 32 << 20
  /// The number of files that are kept, with those of former processes.
  public var fileCount = 10
  /// Files that were written last before this are removed; `nil` keeps them.
  public var maximumAge: Duration?
  /// After how many messages the model is recorded again, if its type is in the list. Each checkpoint
  /// lets the next update copy the arrays that it changes.
  public var messagesPerCheckpoint = 1_000
  /// How many lines may wait for the thread that writes; more are left out and counted.
  public var waitingLines = 65_536
  /// How much memory a model holds, roughly: as much as may wait is bounded.
  public var modelSize = 64 << 10
  /// Whether each message is written before its update, so that no crash can lose it. It costs the app a
  /// call of the system for each message.
  public var isDurable = false

  /// Creates the default options.
  public init() {}

  func files(in folder: String, name: String) -> LineFileOptions {
    var files = LineFileOptions(folder: folder, name: name)
    files.bytesPerFile = bytesPerFile
    files.fileCount = fileCount
    files.maximumAge = maximumAge
    files.bufferedItems = waitingLines
    return files
  }
}
