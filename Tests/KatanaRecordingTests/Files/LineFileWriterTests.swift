import Foundation
import KatanaRecording
import KatanaRuntime
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct LineFileWriterTests {
  private let folder = TestFolder()
  private let problems = Problems()

  private func options(_ change: (inout LineFileOptions) -> Void = { _ in }) -> LineFileOptions {
    var options = LineFileOptions(folder: folder.path, name: "notes")
    change(&options)
    return options
  }

  private func writer(_ change: (inout LineFileOptions) -> Void = { _ in }) throws
    -> LineFileWriter<Note>
  {
    try LineFileWriter(options(change), problems)
  }

  private func content() throws -> [FileContent] { try folder.paths.map { try FileContent($0) } }

  @Test func whatIsAppendedIsReadInItsOrder() async throws {
    let writer = try writer()
    for id in 0..<10_000 { #expect(writer.append(Note(id: id))) }
    #expect(await writer.flush())
    var content = try FileContent(writer.path)
    #expect(content.notes == Array(0..<10_000) && content.ending == nil)
    #expect(content.problems.isEmpty && content.standsAlone == true)
    #expect(await writer.close())
    content = try FileContent(writer.path)
    #expect(content.notes == Array(0..<10_000) && content.ending == .closed)
    #expect(writer.statistics.written == 10_000 && problems.all.isEmpty)
  }

  @Test func theFileIsForItsOwnerAlone() async throws {
    let writer = try writer { $0.name = "a/../b c\n" }
    #expect(await writer.close())
    let attributes = try FileManager.default.attributesOfItem(atPath: writer.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let name = try #require(folder.names.first)
    #expect(name.wholeMatch(of: /a_.._b_c_-\d{8}T\d{6}\.\d{3}Z-000001\.katana/) != nil, "\(name)")
    let header = try LineFileReader(writer.path).readHeader()
    #expect(header.name == "a_.._b_c_" && header.part == 1 && header.number == 1)
    #expect(header.entries.text("app") == "tests" && header.version == 1)
  }

  @Test(arguments: [false, true]) func manyThreadsMayAppend(isDurable: Bool) async throws {
    let writer = try writer { $0.isDurable = isDurable }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for id in 0..<2_000 {
            writer.append(Note(id: thread * 10_000 + id), isUrgent: id % 100 == 0)
          }
        }
      }
    }
    #expect(await writer.close())
    let notes = try FileContent(writer.path).notes
    #expect(notes.count == 8_000)
    for thread in 0..<4 {
      let own = notes.filter { $0 / 10_000 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func anUrgentItemIsInTheFileAtOnce() throws {
    let writer = try writer { $0.isDurable = true }
    writer.append(Note(id: 1))
    #expect(writer.append(Note(id: 2), isUrgent: true))
    #expect(try FileContent(writer.path).notes == [1, 2])
    #expect(writer.closeBlocking())
    #expect(!writer.append(Note(id: 3), isUrgent: true))
    #expect(!writer.append(Note(id: 4)))
    #expect(try FileContent(writer.path).notes == [1, 2])
    #expect(writer.statistics.leftOut == 2)
  }

  @Test func aWriterThatIsLetGoOfEndsItsFile() async throws {
    let writes = AsyncStream<Void>.makeStream()
    let system = OutputFunctions.system
    var functions = system
    functions.write = { file, bytes in
      defer { writes.continuation.yield() }
      return system.write(file, bytes)
    }
    var writer: LineFileWriter<Note>? = try LineFileWriter(
      options(), functions: functions, problems)
    writer?.append(Note(id: 1))
    let path = writer!.path
    writer = nil
    for await _ in writes.stream where try FileContent(path).ending != nil { break }
    #expect(try FileContent(path).notes == [1])
  }

  // MARK: The writing thread

  /// An interval that does not end during a test.
  private static let unending = Duration.seconds(1_000_000)

  /// The functions of the system, and a stream with an element after each write.
  private func observed(
    _ system: OutputFunctions = .system
  ) -> (functions: OutputFunctions, writes: AsyncStream<Void>) {
    let (writes, continuation) = AsyncStream<Void>.makeStream()
    var functions = system
    functions.write = { file, bytes in
      defer { continuation.yield() }
      return system.write(file, bytes)
    }
    return (functions, writes)
  }

  /// Without a flush or a sync, only `append` wakes the thread.
  @Test func anItemAfterAnUrgentOneIsWrittenWithoutAFlush() async throws {
    let (functions, writes) = observed()
    let writer = try LineFileWriter(
      options {
        ($0.batchInterval, $0.syncInterval) = (.zero, Self.unending)
        $0.isDurable = true
      }, functions: functions, problems)
    var next = writes.makeAsyncIterator()
    // The header first.
    await next.next()
    for id in 0..<200 {
      writer.append(Note(id: 2 * id), isUrgent: true)
      await next.next()
      writer.append(Note(id: 2 * id + 1))
      await next.next()
    }
    #expect(try FileContent(writer.path).notes == Array(0..<400))
    await writer.close()
  }

  /// The thread waits for further items only if there are none.
  @Test func anItemThatCameDuringAWriteIsWrittenNext() async throws {
    let disk = SlowDisk()
    let (functions, writes) = observed(disk.functions)
    let writer = try LineFileWriter(
      options {
        ($0.batchInterval, $0.syncInterval) = (Self.unending, Self.unending)
      }, functions: functions, problems)
    disk.close()
    writer.append(Note(id: 0))
    async let isFlushed = writer.flush()
    await disk.waitForWriter()
    writer.append(Note(id: 1))
    disk.open()
    let isWritten = await isFlushed
    #expect(isWritten)
    for await _ in writes where try FileContent(writer.path).notes == [0, 1] { break }
    #expect(await writer.close())
  }

  @Test func whatHasWaitedIsWrittenInBatches() async throws {
    let disk = SlowDisk()
    let sizes = Locked<[Int]>([])
    var functions = disk.functions
    let write = functions.write
    functions.write = { file, bytes in
      sizes.withLock { $0.append(bytes.count) }
      return write(file, bytes)
    }
    let writer = try LineFileWriter(options(), functions: functions, problems)
    disk.close()
    writer.append(Note(id: 0))
    await disk.waitForWriter()
    let text = String(repeating: "x", count: 1_000)
    for id in 1...500 { writer.append(Note(id: id, text: text)) }
    disk.open()
    #expect(await writer.close())
    let largest = try #require(sizes.withLock { $0.max() })
    #expect((1 << 16...1 << 16 + 1_200).contains(largest))
    #expect(try FileContent(writer.path).notes == Array(0...500))
  }

  // MARK: Gaps

  /// A disk that does not answer until it is told to.
  private final class SlowDisk: Sendable {
    private let isOpen = Locked(true)
    private let opened = NSCondition()
    private let waiting = AsyncStream<Void>.makeStream()

    var functions: OutputFunctions {
      var functions = OutputFunctions.system
      let write = functions.write
      functions.write = { file, bytes in
        self.waitUntilOpen()
        return write(file, bytes)
      }
      return functions
    }

    /// On the thread of the writer, which is its own.
    private func waitUntilOpen() {
      opened.lock()
      defer { opened.unlock() }
      while !isOpen.withLock({ $0 }) {
        waiting.continuation.yield()
        opened.wait()
      }
    }

    func open() {
      opened.lock()
      defer { opened.unlock() }
      isOpen.withLock { $0 = true }
      opened.broadcast()
    }

    func close() { isOpen.withLock { $0 = false } }

    func waitForWriter() async {
      for await _ in waiting.stream { return }
    }
  }

  @Test func whatDoesNotFitIsLeftOutAndCountedInItsPlace() async throws {
    let disk = SlowDisk()
    let writer = try LineFileWriter(
      options { $0.bufferedItems = 10 }, functions: disk.functions, problems)
    disk.close()
    writer.append(Note(id: 0))
    await disk.waitForWriter()
    // The space of the first is free again, because its line is made.
    let accepted = (1...30).filter { writer.append(Note(id: $0)) }
    #expect(accepted == Array(1...10))
    disk.open()
    #expect(await writer.flush())
    writer.append(Note(id: 31))
    await writer.close()
    let content = try FileContent(writer.path)
    #expect(content.notes == [0] + accepted + [31])
    #expect(content.leftOut == [20] && content.problems.isEmpty)
    #expect(writer.statistics.leftOut == 20 && problems.all.map(\.activity) == [.keepUp])
  }

  @Test func largeItemsAreLimitedByTheirSize() async throws {
    let disk = SlowDisk()
    let writer = try LineFileWriter(
      options { $0.bufferedBytes = 1_000 }, functions: disk.functions, problems)
    disk.close()
    writer.append(Note(id: 0), size: 5_000)
    await disk.waitForWriter()
    #expect(writer.append(Note(id: 1), size: 600))
    #expect(!writer.append(Note(id: 2), size: 600))
    #expect(writer.append(Note(id: 3), size: 400))
    disk.open()
    await writer.close()
    let text = try String(contentsOfFile: writer.path, encoding: .utf8)
    let kinds = text.split(separator: "\n").dropFirst().map {
      $0.contains("left out") ? "gap" : $0.contains("\"m\"") ? "item" : "end"
    }
    #expect(kinds == ["item", "item", "gap", "item", "end"])
  }

  // MARK: Errors

  @Test func anItemThatCannotBeEncodedLeavesALineThatSaysSo() async throws {
    struct Refused: Error {}
    let problems = problems
    let writer = try LineFileWriter<Note>(
      options(),
      encoder: {
        { note, line in
          line.add("x", note.id)
          if note.id % 2 == 1 { throw Refused() }
          try line.add("m", value: note)
          return nil
        }
      }, problem: { problems.add($0) })
    for id in 0..<4 { writer.append(Note(id: id)) }
    await writer.close()
    let content = try FileContent(writer.path)
    #expect(content.notes == [0, 2] && content.failed == ["Refused", "Refused"])
    #expect(problems.all.map(\.activity) == [.encode] && writer.statistics.failed == 2)
  }

  @Test func aFolderThatCannotBeMadeIsAnError() throws {
    let file = folder.write("file", [])
    let error = #expect(throws: LineFileProblem.self) {
      try LineFileWriter(LineFileOptions(folder: "\(file)/x", name: "a"), problems)
    }
    #expect(error?.activity == .create && error?.code == ENOTDIR)
    #expect("\(error!)".hasPrefix("Cannot create \(file)/x: Not a directory."))
    let deep = "\(folder.path)/a/b/c"
    _ = try LineFileWriter(LineFileOptions(folder: deep, name: "a"), problems).closeBlocking()
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/a")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func aFolderThatIsALinkIsAnErrorAndLinksBeforeItAreFollowed() throws {
    let target = "\(folder.path)/target"
    try FileManager.default.createDirectory(
      atPath: "\(target)/inner", withIntermediateDirectories: true)
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    for path in [link, link + "/", link + "//"] {
      let error = #expect(throws: LineFileProblem.self) {
        try LineFileWriter(LineFileOptions(folder: path, name: "a"), problems)
      }
      #expect(
        "\(error!)".hasPrefix(
          "Cannot create \(path): it is a link, which is not followed: give the path of the folder"
            + " itself."))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["inner"])
    let inside = LineFileOptions(folder: "\(link)/inner/", name: "a")
    _ = try LineFileWriter(inside, problems).closeBlocking()
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(target)/inner").count == 1)
  }

  /// All files of a recording are in the folder that it opened, whatever becomes of the path.
  @Test func theNextFileIsInTheFolderThatWasOpened() throws {
    let (path, moved) = ("\(folder.path)/recordings", "\(folder.path)/moved")
    let writer = try writer {
      $0.folder = path
      ($0.hasCheckpoints, $0.bytesPerFile) = (false, 100)
    }
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "\(folder.path)/nowhere")
    for id in 0..<3 {
      writer.append(Note(id: id))
      #expect(writer.flushBlocking())
    }
    writer.closeBlocking()
    let names = try FileManager.default.contentsOfDirectory(atPath: moved).sorted()
    #expect(names.count > 1)
    #expect(try names.flatMap { try FileContent("\(moved)/\($0)").notes } == [0, 1, 2])
  }

  /// A disk that refuses, after some bytes of a call.
  private final class BrokenDisk: Sendable {
    struct State { var isBroken = false, keepsTorn = false, accepted = 0, code = ENOSPC }
    let state = Locked(State())

    var functions: OutputFunctions {
      let system = OutputFunctions.system
      var functions = system
      functions.write = { file, bytes in
        let state = self.state.withLock { $0 }
        guard state.isBroken else { return system.write(file, bytes) }
        if state.accepted > 0 {
          self.state.withLock { $0.accepted = 0 }
          return system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(state.accepted)))
        }
        errno = state.code
        return -1
      }
      functions.truncate = { file, size in
        self.state.withLock { $0.keepsTorn } ? -1 : system.truncate(file, size)
      }
      functions.sync = { file in
        guard self.state.withLock({ $0.isBroken }) else { return system.sync(file) }
        errno = EIO
        return -1
      }
      return functions
    }
  }

  @Test(arguments: [false, true])
  func aFullDiskIsCountedAndReportedOnce(keepsTorn: Bool) async throws {
    let disk = BrokenDisk()
    let writer = try LineFileWriter(options(), functions: disk.functions, problems)
    writer.append(Note(id: 0))
    #expect(await writer.flush())
    for round in 0..<3 {
      disk.state.withLock { $0 = .init(isBroken: true, keepsTorn: keepsTorn, accepted: 10) }
      for id in 1...5 { writer.append(Note(id: round * 10 + id)) }
      #expect(await !writer.flush())
    }
    disk.state.withLock { $0.isBroken = false }
    writer.append(Note(id: 99))
    #expect(await writer.flush())
    #expect(await writer.close())
    let content = try FileContent(writer.path)
    #expect(content.notes == [0, 99] && content.leftOut == [15])
    #expect(content.problems == (keepsTorn ? [.garbage, .garbage] : []))
    #expect(writer.statistics.refused == 15 && writer.statistics.written == 2)
    #expect(problems.all.filter { $0.activity == .write }.map(\.code) == [ENOSPC])
  }

  @Test func whatIsWrittenIsSyncedByATimer() async throws {
    let count = Atomic(0)
    let syncs = AsyncStream<Void>.makeStream()
    var functions = OutputFunctions.system
    functions.sync = { _ in
      count.add(1, ordering: .relaxed)
      syncs.continuation.yield()
      return 0
    }
    let writer = try LineFileWriter(
      options { ($0.syncInterval, $0.isDurable) = (.milliseconds(1), true) }, functions: functions,
      problems)
    var next = syncs.stream.makeAsyncIterator()
    // The header first.
    await next.next()
    writer.append(Note(id: 0))
    await next.next()
    writer.append(Note(id: 1), isUrgent: true)
    await next.next()
    await writer.close()
    #expect(count.load(ordering: .relaxed) == 4)
  }

  @Test func aSyncThatFailsIsReported() async throws {
    let disk = BrokenDisk()
    var functions = OutputFunctions.system
    functions.sync = disk.functions.sync
    let writer = try LineFileWriter(options(), functions: functions, problems)
    disk.state.withLock { $0.isBroken = true }
    writer.append(Note(id: 0))
    #expect(await !writer.flush())
    #expect(problems.all.map(\.activity) == [.sync] && problems.all.map(\.code) == [EIO])
    await writer.close()
    #expect(try FileContent(writer.path).notes == [0])
  }

  #if os(Linux)
    @Test func theDeviceThatIsAlwaysFullRefusesEverything() async throws {
      let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
      var functions = OutputFunctions.system
      let isFull = Atomic(false)
      functions.write = { file, bytes in
        write(isFull.load(ordering: .relaxed) ? full : file, bytes.baseAddress, bytes.count)
      }
      let writer = try LineFileWriter(options(), functions: functions, problems)
      isFull.store(true, ordering: .relaxed)
      for id in 0..<100 { writer.append(Note(id: id)) }
      #expect(await !writer.flush())
      isFull.store(false, ordering: .relaxed)
      await writer.close()
      let content = try FileContent(writer.path)
      #expect(content.notes.isEmpty && content.leftOut == [100] && content.problems.isEmpty)
      close(full)
    }
  #endif

  /// Encoding each item appends the next one, as when items come faster than they are encoded.
  @Test func aSyncDoesNotWaitForTheEndOfABurst() async throws {
    let encoded = Atomic(0)
    let countsAtSync = Locked<[Int]>([])
    var functions = OutputFunctions.system
    functions.sync = { _ in
      countsAtSync.withLock { $0.append(encoded.load(ordering: .relaxed)) }
      return 0
    }
    let next = Locked<(@Sendable () -> Void)?>(nil)
    let writer = try LineFileWriter<Note>(
      options { $0.syncInterval = .zero }, functions: functions,
      encoder: {
        { note, line in
          try line.add("m", value: note)
          if encoded.add(1, ordering: .relaxed).newValue < 1_000 { next.withLock { $0 }?() }
          return nil
        }
      }, problem: { problems.add($0) })
    next.withLock { $0 = { [weak writer] in writer?.append(Note(id: 1)) } }
    writer.append(Note(id: 0))
    while encoded.load(ordering: .relaxed) < 1_000 { await writer.flush() }
    await writer.close()
    #expect(countsAtSync.withLock { $0 }.contains { (1..<1_000).contains($0) })
    #expect(try FileContent(writer.path).notes.count == 1_000)
  }
}
