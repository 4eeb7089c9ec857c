import Foundation
import KatanaMonitorScreen
import KatanaRecording

/// Where recordings are: a file, or a folder whose newest recording is meant.
struct RecordingPlace: Sendable {
  let path: String

  /// One file of a recording: `NAME-START-PART.katana`.
  struct File: Hashable {
    var path: String
    /// The name and the start of the recording.
    var recording: Substring
    var part: Int

    init?(_ path: String) {
      let name = path.split(separator: "/").last ?? ""
      guard name.hasSuffix(".katana"), let dash = name.lastIndex(of: "-"),
        let part = Int(name[name.index(after: dash)...].dropLast(".katana".count))
      else { return nil }
      (self.path, recording, self.part) = (path, name[..<dash], part)
    }

    /// A file that was renamed.
    init(alone path: String) { (self.path, recording, part) = (path, path[...], 1) }
  }

  private var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Throws if there is a file which is no recording.
  func check() throws(LineFileError) {
    if isFolder || !FileManager.default.fileExists(atPath: path) { return }
    _ = try LineFileReader(path).readHeader()
  }

  /// The files of the newest recording, in their order. Of a file, those of its recording.
  func files() -> [File] {
    let folder = isFolder ? path : (path as NSString).deletingLastPathComponent
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let files = names.compactMap { File(folder.isEmpty ? $0 : "\(folder)/\($0)") }
    let newest =
      isFolder
      ? files.max { (changed($0), $0.recording, $0.part) < (changed($1), $1.recording, $1.part) }
      : File(path)
    guard let newest else {
      let isThere = !isFolder && FileManager.default.fileExists(atPath: path)
      return isThere ? [File(alone: path)] : []
    }
    return files.filter { $0.recording == newest.recording }.sorted { $0.part < $1.part }
  }

  private func changed(_ file: File) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }
}
