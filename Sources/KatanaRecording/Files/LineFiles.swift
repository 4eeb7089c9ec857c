#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Katana
import KatanaSystem

/// Creates the files of one recording, and removes old files.
final class LineFiles {
  let options: LineFileOptions
  private let functions: OutputFunctions
  private let folder: LineFolder
  private var naming: FileNaming
  private var part = 0
  /// The other files with the name of this recording when the current file was created, in the order
  /// in which they were begun.
  private var others: [OldFile.Facts] = []
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

  /// Returns the path of a file.
  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Creates the next file, with its header.
  func create(number: UInt64, standsAlone: Bool) throws(LineFileProblem) -> OutputFile {
    let known = folder.files(naming)
    // A forged file may hold any number, so the addition must not trap.
    let order = min(known.last?.order ?? 0, .max - 1) + 1
    for attempt in 0..<100 {
      let name = naming.file(part: part + 1)
      let line = header(number, order: order, standsAlone: standsAlone)
      do throws(SystemError) {
        let file = try createNamed(name, line)
        part += 1
        others = known
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

  private func header(_ number: UInt64, order: UInt64, standsAlone: Bool) -> [UInt8] {
    var builder = LineBuilder()
    builder.begin(number)
    builder.add("katana", LineFormat.currentVersion)
    builder.add("name", naming.name)
    builder.add("order", order)
    builder.add("part", part + 1)
    builder.add("started", naming.start)
    builder.add("stands alone", standsAlone)
    for (name, text) in options.header { builder.add(name, text) }
    builder.end()
    return builder.bytes
  }

  /// Syncs the names of new files, so that they survive a stop of the machine.
  func syncNames() {
    if hasNewName { folder.sync() }
    hasNewName = false
  }

  // MARK: Old files

  /// Removes the files beyond the limit that were begun first, and files that are too old. A file
  /// that a writer has locked stays.
  func removeOld() -> [LineFileProblem] {
    let free = others.filter { folder.file($0.name)?.lock() ?? false }
    var surplus = max(free.count - max(options.fileCount - 1, 0), 0)
    let tooOld = tooOld
    var problems: [LineFileProblem] = []
    for other in free where surplus > 0 || tooOld.contains(other.name) {
      surplus -= 1
      guard let file = folder.file(other.name), file.lock() else { continue }
      do throws(SystemError) { try folder.remove(other.name, file) } catch {
        problems.append(LineFileProblem(activity: .remove, file: path(other.name), error))
      }
    }
    return problems
  }

  /// The names of the files that are too old.
  ///
  /// Two times of the clock decide: a file is too old if a later one was written so long after it.
  /// The clock of now may be wrong. So may the time of a file, if it is after now, or before that of
  /// an earlier file.
  private var tooOld: Set<String> {
    guard let limit = options.maximumAge?.saturated.components.seconds else { return [] }
    let now = LineFolder.now
    let latest = others.map(\.time).filter { $0 <= now }.max() ?? now
    var (time, names) = (Int.min, Set<String>())
    for file in others {
      if file.time <= now { time = max(time, file.time) }
      if time != .min, latest - time > limit { names.insert(file.name) }
    }
    return names
  }
}

extension LineFolder {
  /// The files of all recordings with a name, in the order in which they were begun: only regular
  /// files with the name and the header of such a recording.
  ///
  /// Each file has a number, one more than the largest of those before it. The clock does not decide,
  /// because it may have been set back.
  func files(_ naming: FileNaming) -> [OldFile.Facts] {
    names(where: naming.isOurs).compactMap { name in
      file(name).flatMap { file in file.order(naming.name).map { file.facts(name, order: $0) } }
    }.sorted { ($0.order, $0.name) < ($1.order, $1.name) }
  }
}

extension OldFile {
  /// Returns the number of a file that begins with a header with a recording's name: 0 if the header
  /// has none. Returns `nil` for every other file.
  fileprivate func order(_ name: String) -> UInt64? {
    var text = beginning(256)[...]
    func take(_ bytes: some Sequence<UInt8>) -> Bool {
      guard text.starts(with: bytes) else { return false }
      text = text.dropFirst(Array(bytes).count)
      return true
    }
    func takeNumber() -> UInt64? {
      let digits = text.prefix { ASCII.zero...ASCII.nine ~= $0 }
      text = text[digits.endIndex...]
      return UInt64(String(decoding: digits, as: UTF8.self))
    }
    guard take(LineFormat.prefix), takeNumber() != nil,
      take(#","\#(LineFormat.version)":"#.utf8), takeNumber() != nil,
      take(#","name":"\#(name)","#.utf8)
    else { return nil }
    return take(#""order":"#.utf8) ? takeNumber() : 0
  }
}
