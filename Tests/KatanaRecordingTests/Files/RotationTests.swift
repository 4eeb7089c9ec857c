import Foundation
import KatanaRecording
import KatanaRuntime
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct RotationTests {
  private let folder = TestFolder()
  private let problems = Problems()

  private func options(
    _ name: String = "notes", _ change: (inout LineFileOptions) -> Void = { _ in }
  ) -> LineFileOptions {
    var options = LineFileOptions(folder: folder.path, name: name)
    options.bytesPerFile = 2_000
    // So that what happens does not depend on threads.
    options.isDurable = true
    change(&options)
    return options
  }

  private func content() throws -> [FileContent] { try folder.paths.map { try FileContent($0) } }

  /// - Parameter isRefused: Whether the disk refuses a line. Then the writer may want another checkpoint
  ///   as soon as it has tried.
  private func append(
    _ ids: some Sequence<Int>, to writer: LineFileWriter<Note>, checkpoints: Bool,
    isRefused: Bool = false
  ) {
    for id in ids {
      if checkpoints, writer.wantsCheckpoint {
        writer.append(Note(id: -id), isCheckpoint: true)
        if !isRefused { #expect(!writer.wantsCheckpoint) }
      }
      writer.append(Note(id: id), isUrgent: true)
    }
  }

  @Test func eachFileBeginsWithACheckpoint() async throws {
    let writer = try LineFileWriter(options(), problems)
    append(0..<200, to: writer, checkpoints: true)
    await writer.close()
    let files = try content()
    #expect(files.count > 3 && writer.statistics.files == files.count)
    #expect(files.allSatisfy { $0.standsAlone == true && $0.problems.isEmpty })
    #expect(files.dropLast().allSatisfy { $0.ending == .rotated } && files.last?.ending == .closed)
    #expect(files.dropFirst().allSatisfy { $0.notes[0] < 0 })
    #expect(files.flatMap(\.notes).filter { $0 >= 0 } == Array(0..<200))
    for path in folder.paths {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as! Int
      #expect(size < 2_400)
    }
  }

  @Test func numbersGoOnFromFileToFile() async throws {
    let writer = try LineFileWriter(options(), problems)
    append(0..<100, to: writer, checkpoints: true)
    await writer.close()
    var next: UInt64 = 1
    for (index, path) in folder.paths.enumerated() {
      let reader = try LineFileReader(path)
      let header = try reader.readHeader()
      #expect(header.number == next && header.part == index + 1)
      #expect(header.started == (try LineFileReader(folder.paths[0]).readHeader().started))
      next += 1
      while let line = try reader.next() {
        #expect(line.number == next)
        next += 1
      }
      next += 1
    }
  }

  @Test func aFileGoesOnUntilACheckpointComes() async throws {
    let writer = try LineFileWriter(options(), problems)
    append(0..<200, to: writer, checkpoints: false)
    #expect(writer.wantsCheckpoint)
    writer.append(Note(id: 200), isCheckpoint: true)
    await writer.close()
    let files = try content()
    #expect(files.map(\.standsAlone) == [true, true])
    #expect(files.map(\.notes) == [Array(0..<200), [200]])
  }

  @Test func filesOfAWriterWithoutCheckpointsDoNotStandAlone() async throws {
    let writer = try LineFileWriter(options { $0.hasCheckpoints = false }, problems)
    append(0..<200, to: writer, checkpoints: false)
    #expect(!writer.wantsCheckpoint)
    await writer.close()
    let files = try content()
    #expect(files.map(\.standsAlone) == [true] + Array(repeating: false, count: files.count - 1))
    #expect(files.count > 1 && files.flatMap(\.notes) == Array(0..<200))
    let size = try FileManager.default.attributesOfItem(atPath: folder.paths[0])[.size] as! Int
    #expect(size > 2_000 && size < 2_300)
  }

  @Test func aCheckpointThatNobodyWantsIsALineLikeOthers() async throws {
    let writer = try LineFileWriter(options(), problems)
    writer.append(Note(id: 1), isCheckpoint: true)
    await writer.close()
    #expect(try content().map(\.notes) == [[1]])
  }

  @Test func aCheckpointThatDoesNotFitIsStillWanted() throws {
    let writer = try LineFileWriter(options { $0.bytesPerFile = 100 }, problems)
    writer.append(Note(id: 1), isUrgent: true)
    #expect(writer.wantsCheckpoint)
    writer.closeBlocking()
    #expect(!writer.append(Note(id: 2), isCheckpoint: true))
    #expect(writer.wantsCheckpoint)
  }

  @Test func aCheckpointIsWantedFromTheLimitOn() throws {
    let measured = try LineFileWriter(options(), problems)
    measured.append(Note(id: 1), isUrgent: true)
    let attributes = try FileManager.default.attributesOfItem(atPath: measured.path)
    let size = try #require(attributes[.size] as? Int)
    measured.closeBlocking()
    for (limit, isWanted) in [(size, true), (size + 1, false)] {
      let writer = try LineFileWriter(options { $0.bytesPerFile = limit }, problems)
      writer.append(Note(id: 1), isUrgent: true)
      #expect(writer.wantsCheckpoint == isWanted)
      writer.closeBlocking()
    }
  }

  @Test func aCheckpointThatIsLargerThanAFileLeavesSpaceForItems() async throws {
    let writer = try LineFileWriter(options { $0.fileCount = 1_000 }, problems)
    for id in 0..<200 {
      if id == 0 || writer.wantsCheckpoint {
        let checkpoint = Note(id: -id, text: String(repeating: "x", count: 5_000))
        writer.append(checkpoint, isCheckpoint: true, isUrgent: true)
      }
      writer.append(Note(id: id), isUrgent: true)
    }
    await writer.close()
    let files = try content()
    #expect(files.count > 3 && files.count < 10)
    #expect(files.allSatisfy { $0.standsAlone == true && $0.problems.isEmpty })
  }

  /// Functions that refuse to write some lines.
  private func functions(
    refusing isRefused: @escaping @Sendable (Data) -> Bool
  ) -> OutputFunctions {
    var functions = OutputFunctions.system
    let write = functions.write
    functions.write = { file, bytes in
      guard isRefused(Data(bytes)) else { return write(file, bytes) }
      errno = ENOSPC
      return -1
    }
    return functions
  }

  @Test func aLastLineThatIsRefusedLeavesTheNextFileIntact() async throws {
    let functions = functions { $0.range(of: Data(#""end":"rotated""#.utf8)) != nil }
    let writer = try LineFileWriter(options(), functions: functions, problems)
    append(0..<60, to: writer, checkpoints: true, isRefused: true)
    await writer.close()
    let files = try content()
    #expect(files.count > 1 && files.allSatisfy(\.problems.isEmpty))
    #expect(files.dropLast().allSatisfy { $0.ending == nil } && files.last?.ending == .closed)
    #expect(files.flatMap(\.notes).filter { $0 >= 0 } == Array(0..<60))
  }

  @Test func closeTellsThatTheLastLineIsRefused() async throws {
    let functions = functions { $0.range(of: Data(#""end":"closed""#.utf8)) != nil }
    let writer = try LineFileWriter(options(), functions: functions, problems)
    writer.append(Note(id: 1), isUrgent: true)
    #expect(await !writer.close())
    let file = try #require(try content().first)
    #expect(file.notes == [1] && file.ending == nil && file.problems.isEmpty)
  }

  @Test func linesThatAreRefusedBeforeTheEndAreCountedBeforeTheEnd() async throws {
    let refusals = Locked(0)
    let functions = functions { _ in
      refusals.withLock { count in
        defer { count = max(0, count - 1) }
        return count > 0
      }
    }
    let writer = try LineFileWriter(options(), functions: functions, problems)
    var id = 0
    while !writer.wantsCheckpoint {
      writer.append(Note(id: id), isUrgent: true)
      id += 1
    }
    // The first refused line is a note, the second one says that a note is missing.
    refusals.withLock { $0 = 2 }
    #expect(!writer.append(Note(id: id), isUrgent: true))
    writer.append(Note(id: -1), isCheckpoint: true, isUrgent: true)
    writer.append(Note(id: id + 1), isUrgent: true)
    await writer.close()
    let files = try content()
    #expect(files.map(\.problems) == [[], []])
    #expect(files.map(\.notes) == [Array(0..<id), [-1, id + 1]])
    #expect(files.map(\.leftOut) == [[1], []])
    #expect(files.map(\.ending) == [.rotated, .closed])
  }

  @Test func aFolderThatRefusesNewFilesKeepsTheOldOne() async throws {
    // A write that fails for new files: the second and later descriptors.
    let header = Array(#""part":2,"#.utf8)
    let refuses = Atomic(true)
    var functions = OutputFunctions.system
    let write = functions.write
    functions.write = { file, bytes in
      let isSecond = bytes.count < 400 && Data(bytes).range(of: Data(header)) != nil
      if isSecond, refuses.load(ordering: .relaxed) {
        errno = ENOSPC
        return -1
      }
      return write(file, bytes)
    }
    let writer = try LineFileWriter(options(), functions: functions, problems)
    append(0..<100, to: writer, checkpoints: true)
    await writer.close()
    #expect(folder.names.count == 1)
    #expect(try content()[0].notes.filter { $0 >= 0 } == Array(0..<100))
    #expect(try content()[0].problems.isEmpty && problems.all.map(\.activity) == [.create])
  }

  // MARK: Old files

  @Test func oldFilesAreRemoved() async throws {
    for _ in 0..<3 {
      let writer = try LineFileWriter(options { $0.fileCount = 4 }, problems)
      append(0..<300, to: writer, checkpoints: true)
      await writer.close()
      #expect(folder.names.count == 4)
    }
    #expect(try content().flatMap(\.notes).last == 299 && problems.all.isEmpty)
  }

  /// The ages of files in the order in which they were begun, and which of them stay. A time of the
  /// clock that the others contradict removes nothing.
  @Test(arguments: [
    ([1_000_000, 10], [1]),
    ([1_000_000, 900_000, 10], [2]),
    ([3_000, 10], [0, 1]),
    // Only the clock of now says that they are old.
    ([1_000_000], [0]),
    ([1_000_000, 999_000], [0, 1]),
    // The clock was years behind when the last one was written, or years ahead.
    ([20, 1_000_000, 10], [0, 1, 2]),
    ([-1_000_000, 10], [0, 1]),
    ([1_000_000, -1_000_000, 10], [2]),
  ])
  func filesThatAreTooOldAreRemoved(_ ages: [Double], _ expected: [Int]) async throws {
    var paths: [String] = []
    for age in ages {
      let writer = try LineFileWriter(options(), problems)
      await writer.close()
      let date = Date(timeIntervalSinceNow: -age)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: writer.path)
      paths.append(writer.path)
    }
    let writer = try LineFileWriter(options { $0.maximumAge = .seconds(3_600) }, problems)
    #expect(paths.indices.filter { folder.paths.contains(paths[$0]) } == expected)
    #expect(folder.paths.contains(writer.path))
    await writer.close()
  }

  /// The name of a file that a writer would remove.
  private func name(_ part: Int) -> String { "notes-20200101T000000.000Z-00000\(part).katana" }

  private func header() throws -> Data {
    let other = TestFolder()
    var options = options()
    options.folder = other.path
    let writer = try LineFileWriter(options, problems)
    writer.closeBlocking()
    return try Data(contentsOf: URL(filePath: writer.path))
  }

  private func rotate() async throws {
    let writer = try LineFileWriter(
      options {
        $0.fileCount = 1; $0.maximumAge = .zero
      }, problems)
    append(0..<100, to: writer, checkpoints: true)
    await writer.close()
  }

  @Test func onlyRegularFilesWithOurNameAndHeaderAreRemoved() async throws {
    let header = try header()
    let outside = TestFolder()
    let target = outside.write("target", header)
    let linked = outside.write("linked", header)
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(folder.path)/\(name(1))", withDestinationPath: target)
    try manager.createDirectory(
      atPath: "\(folder.path)/\(name(2))/inner", withIntermediateDirectories: true)
    let foreign = [
      "{\"n\":1,\"katana\":1,\"name\":\"other\",", "", "hello", "{\"n\":1,\"name\":\"notes\"}\n",
    ]
    for (index, text) in foreign.enumerated() { _ = folder.write(name(index + 3), text.utf8) }
    #expect(mkfifo("\(folder.path)/\(name(7))", 0o600) == 0)
    let others = [
      "notes-20200101T000000.000Z-000001.katana.bak", "notes-x.katana", "Notes.katana",
      "notes-20200101T000000.000Z-.katana", "notes-20200101T000000.000Z-00001a.katana",
      "notes-2020010aT000000.000Z-000001.katana", "notes2-20200101T000000.000Z-000001.katana",
      ".katana", "x-notes-20200101T000000.000Z-000001.katana",
    ]
    for name in others { _ = folder.write(name, header) }
    // A second name of a file is ours to remove; the file stays.
    try manager.linkItem(atPath: linked, toPath: "\(folder.path)/\(name(8))")
    _ = folder.write(name(9), header)
    let before = folder.names
    try await rotate()
    let after = folder.names
    #expect(before.filter { !after.contains($0) } == [name(8), name(9)])
    #expect(try Data(contentsOf: URL(filePath: target)) == header)
    #expect(try Data(contentsOf: URL(filePath: linked)) == header)
    #expect(manager.fileExists(atPath: "\(folder.path)/\(name(2))/inner"))
    #expect(problems.all.isEmpty)
  }

  @Test func aFileThatAnotherWriterUsesIsNotRemoved() async throws {
    let other = try LineFileWriter(options(), problems)
    other.append(Note(id: 7), isUrgent: true)
    try await rotate()
    #expect(FileManager.default.fileExists(atPath: other.path))
    await other.close()
    #expect(try FileContent(other.path).notes == [7])
    try await rotate()
    #expect(!FileManager.default.fileExists(atPath: other.path))
  }

  @Test func aNewFileNeverReplacesOrFollowsAnything() async throws {
    let outside = TestFolder()
    let target = "\(outside.path)/target"
    let writer = try LineFileWriter(options(), problems)
    let next = writer.path.replacing("-000001.", with: "-000002.")
    try FileManager.default.createSymbolicLink(atPath: next, withDestinationPath: target)
    append(0..<60, to: writer, checkpoints: true)
    await writer.close()
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(writer.path.hasSuffix("-000003.katana"))
    #expect(try FileContent(writer.path).problems.isEmpty)
  }

  #if os(Linux)
    @Test func aNewFileHasItsHeaderBeforeItsName() throws {
      let namesAtFirstWrite = Locked<[String]?>(nil)
      var functions = OutputFunctions.system
      let (write, folder) = (functions.write, folder)
      functions.write = { file, bytes in
        namesAtFirstWrite.withLock { $0 = $0 ?? folder.names }
        return write(file, bytes)
      }
      try LineFileWriter(options(), functions: functions, problems).closeBlocking()
      // Not every file system can; those that Linux usually has can.
      #expect(namesAtFirstWrite.withLock { $0 } == [])
      #expect(folder.names.count == 1)
    }
  #endif

  @Test func writersThatStartAtTheSameTimeHaveFilesOfTheirOwn() async throws {
    let writers = try (0..<20).map { _ in
      try LineFileWriter(options { $0.fileCount = 100 }, problems)
    }
    #expect(Set(writers.map(\.path)).count == 20)
    for writer in writers { await writer.close() }
    #expect(folder.names.count == 20)
  }
}
