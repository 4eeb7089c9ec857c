import ConduitServer
import Foundation
import Katana
import KatanaRecording
import KatanaRuntime

/// A store that outlives its process: the recording of its messages is where it is saved.
///
/// Each message is written before its update, and so before its answer. The next process computes
/// the store again, and begins a file of its own with it.
struct SavedStore {
  /// What the store holds at first.
  let model: ServerModel
  /// What records from now on.
  let recorder: Recorder
  private let lock: FolderLock

  /// Opens the store in a folder; the samples if there is none.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. It is created if it is missing.
  ///   - problem: Called when something cannot be saved. It must not return into the server: what
  ///     follows would be acknowledged, and lost.
  /// - Throws: ``FolderInUse`` if another process uses the folder; an error if the newest file
  ///   cannot be read to its end. Nothing is written then.
  init(
    folder: String, problem: @escaping @Sendable (String) -> Void = endProcess
  ) throws {
    lock = try FolderLock(folder)
    let format = RecordingFormat(everyPayloadOf: serverProgram())
    model = try Self.saved(in: folder, format) ?? .sample
    var options = RecorderOptions()
    options.isDurable = true
    recorder = try Recorder(format, in: folder, name: Self.name, options: options, problem: problem)
  }

  /// Writes what is not yet on the disk, and lets others use the folder.
  func close() async {
    await recorder.close()
    lock.release()
  }

  private static let name = "conduit"

  private static func saved(
    in folder: String, _ format: RecordingFormat<ServerModel>
  ) throws -> ServerModel? {
    for file in try Recorder.files(in: folder, named: name).reversed() {
      let replay = try Replay(format, of: file)
      // The process ended before it had written anything, so it has acknowledged nothing. Such a
      // file must not count: the recorder keeps a number of files, and removes the oldest.
      if try replay.recording.checkpoints.isEmpty {
        try FileManager.default.removeItem(atPath: file)
        continue
      }
      let result = try replay.run()
      if let problem = result.problem { throw problem }
      var model = result.model
      // The process may have ended before it wrote that this message was handled. It may have been
      // acknowledged already, so it counts.
      if let message = try replay.crashedMessage() {
        _ = serverFeature.update(model: &model, message: message)
      }
      return model
    }
    return nil
  }
}

/// Ends the process because its store cannot be saved.
@Sendable func endProcess(problem: String) {
  FileHandle.standardError.write(
    Data("conduit-server: cannot save, so the server ends: \(whatFailed(problem))\n".utf8))
  _exit(1)
}

/// Returns what a recorder says has failed, without what it says of the time after: there is none.
func whatFailed(_ problem: String) -> Substring {
  // "Cannot write conduit-….katana: File too large. The recording goes on …"
  let end = problem.firstRange(of: ".katana: ").flatMap {
    problem[$0.upperBound...].firstIndex(of: ".")
  }
  return problem[..<(end ?? problem.endIndex)]
}
