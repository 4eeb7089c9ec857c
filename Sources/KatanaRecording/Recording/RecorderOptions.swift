/// The sizes and limits of a recording. The defaults are right for most apps.
public struct RecorderOptions: Sendable {
  /// The size in bytes from which the recorder begins a new file.
  ///
  /// A new file begins with a checkpoint, whose size does not count. The lines that wait for the
  /// thread that writes come before the checkpoint, so a file of an app in a hurry becomes larger. If
  /// the format does not list the type of the model, there are no checkpoints.
  public var bytesPerFile = 32 << 20
  /// The number of files that are kept, including the files of earlier processes.
  public var fileCount = 10
  /// The time from the last write of a file to that of a later file, after which the file is
  /// removed; `nil` for no limit.
  ///
  /// Old files are removed whenever the recorder begins a new file. The time of the clock alone
  /// removes none, because it may be wrong.
  public var maximumAge: Duration?
  /// The number of messages from one checkpoint to the next, if the format lists the type of the
  /// model.
  ///
  /// Each checkpoint makes the next update copy the arrays that it changes.
  public var messagesPerCheckpoint = 1_000
  /// The number of lines that may wait for the writing thread. Further lines are left out and
  /// counted.
  package var waitingLines = 65_536
  /// A rough estimate of the memory of one model, in bytes.
  ///
  /// The recorder uses it to limit the memory that waiting lines need.
  package var modelSize = 64 << 10
  /// Whether each message is written before its update, so that a crash of the process cannot lose
  /// it: ``ReplayResult/crashed`` is the message in whose update the process ended.
  ///
  /// This costs the app a system call for each message. Messages and models are then encoded on the
  /// thread of the update. Without it, a crash loses the last lines, and nothing names its update.
  public var isDurable = false

  /// Creates options with the default values.
  public init() {}

  func files(in folder: String, name: String) -> LineFileOptions {
    var files = LineFileOptions(folder: folder, name: name)
    files.bytesPerFile = bytesPerFile
    files.fileCount = fileCount
    files.maximumAge = maximumAge
    files.isDurable = isDurable
    files.bufferedItems = waitingLines
    return files
  }
}
