#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Katana
import KatanaRuntime

/// Creates the files of one recording, and removes old files.
final class LineFiles {
  let options: LineFileOptions
  private let functions: OutputFunctions
  private let folder: LineFolder
  private var naming: FileNaming
  private var part = 0
  /// Whether the name of a new file is not synced yet.
  private var hasNewName = false

  init(_ options: LineFileOptions, _ functions: OutputFunctions) throws(LineFileProblem) {
    (self.options, self.functions) = (options, functions)
    naming = FileNaming(name: options.name, start: FileNaming.timeText())
    do throws(SystemError) { folder = try LineFolder(options.folder) } catch {
      guard error.code == ELOOP else {
        throw LineFileProblem(activity: .create, file: options.folder, error)
      }
      throw LineFileProblem(
        activity: .create, file: options.folder, code: error.code,
        reason: "it is a link, which is not followed: give the path of the folder itself")
    }
  }

  /// Creates the crash page of a recording.
  func createPage(ofRecording file: String) throws(LineFileProblem) -> CrashPage {
    try folder.createPage(CrashPages.path(ofRecording: file))
  }

  /// Returns the path of a file.
  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Creates the next file, with its header.
  func create(
    number: UInt64, isCheckpointNext: Bool,
    _ header: (_ part: Int, _ builder: inout LineBuilder) throws -> Void
  ) throws(LineFileProblem) -> OutputFile {
    for attempt in 0..<100 {
      let name = naming.file(part: part + 1)
      let line = headerLine(number: number, isCheckpointNext: isCheckpointNext, header)
      do throws(SystemError) {
        let file = try createNamed(name, line)
        part += 1
        hasNewName = true
        return file
      } catch {
        guard error.isNameTaken, attempt < 99 else {
          throw LineFileProblem(activity: .create, file: path(name), error)
        }
        takeNextName(attempt)
      }
    }
    preconditionFailure("the last attempt throws")
  }

  /// Chooses another name after a conflict: another process may have begun in the same millisecond.
  private func takeNextName(_ attempt: Int) {
    if part == 0 {
      let start = FileNaming.timeText(later: attempt + 1)
      naming = FileNaming(name: options.name, start: start)
    } else {
      part += 1
    }
  }

  /// Creates a file with its header. If the system allows it, the file appears with its header in
  /// one step.
  private func createNamed(_ name: String, _ header: [UInt8]) throws(SystemError) -> OutputFile {
    if let descriptor = folder.createNameless() {
      let file = OutputFile(name: name, descriptor: descriptor, functions: functions)
      try file.write(header)
      if folder.name(descriptor, name) { return file }
      // If the name is taken, `create` throws.
    }
    let file = OutputFile(name: name, descriptor: try folder.create(name), functions: functions)
    do throws(SystemError) { try file.write(header) } catch {
      folder.removeNew(name)
      throw error
    }
    return file
  }

  private func headerLine(
    number: UInt64, isCheckpointNext: Bool,
    _ header: (_ part: Int, _ builder: inout LineBuilder) throws -> Void
  ) -> [UInt8] {
    var builder = LineBuilder()
    func begin(_ builder: inout LineBuilder) {
      builder.begin(number)
      builder.add("katana", LineFormat.currentVersion)
      builder.add("name", naming.name)
      builder.add("part", part + 1)
      builder.add("started", naming.start)
      builder.add("stands alone", part == 0 || isCheckpointNext)
    }
    begin(&builder)
    do { try header(part + 1, &builder) } catch {
      builder.cancel()
      begin(&builder)
      builder.add("failed", ValueName(error).fullName)
    }
    builder.end()
    return builder.bytes
  }

  /// Syncs the names of new files, so that they survive a stop of the machine.
  func syncNames() {
    if hasNewName { folder.sync() }
    hasNewName = false
  }

  // MARK: Old files

  /// Removes the oldest files beyond the limit, and files that are too old.
  ///
  /// Considers only regular files with the name and the header of this recording that no writer has
  /// locked.
  func removeOld(except current: String) -> [LineFileProblem] {
    let names = folder.names { naming.isOurs($0) && $0 != current }
    let others = names.filter { name in
      guard let file = folder.openOld(name) else { return false }
      return isOurs(file)
    }
    var surplus = max(others.count - max(options.fileCount - 1, 0), 0)
    var problems: [LineFileProblem] = []
    for name in others {
      guard let file = folder.openOld(name) else { continue }
      let isTooOld = options.maximumAge.map { file.age > $0.saturated.components.seconds } ?? false
      guard surplus > 0 || isTooOld else { continue }
      surplus -= 1
      do throws(SystemError) {
        try folder.remove(name, file)
        try removeCrashPage(of: name)
      } catch {
        problems.append(LineFileProblem(activity: .remove, file: path(name), error))
      }
    }
    return problems
  }

  /// Removes the crash page of a recording, if no file of the recording is left.
  private func removeCrashPage(of name: String) throws(SystemError) {
    let page = CrashPages.path(ofRecording: name)
    // Names that `isOurs` accepts end with a dash, the part and the ending.
    guard let dash = name.lastIndex(of: "-") else { return }
    let start = name[...dash]
    guard folder.names(where: { $0.hasPrefix(start) && naming.isOurs($0) }).isEmpty,
      let file = folder.openOld(page),
      file.beginning(CrashPageFormat.magic.count) == CrashPageFormat.magic
    else { return }
    try folder.remove(page, file)
  }

  /// Whether a file begins with a header that has this recording's name.
  private func isOurs(_ file: OldFile) -> Bool {
    let text = file.beginning(256)
    guard text.starts(with: LineFormat.prefix) else { return false }
    let rest = text.dropFirst(LineFormat.prefix.count).drop { ASCII.zero...ASCII.nine ~= $0 }
    let version = Array(#","\#(LineFormat.version)":"#.utf8)
    guard rest.starts(with: version) else { return false }
    let name = rest.dropFirst(version.count).drop { ASCII.zero...ASCII.nine ~= $0 }
    return name.starts(with: #","name":"\#(naming.name)","#.utf8)
  }
}
