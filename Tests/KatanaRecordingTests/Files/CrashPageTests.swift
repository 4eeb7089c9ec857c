import Foundation
import KatanaRecording
import Testing

@Suite struct CrashPageTests {
  private let folder = TestFolder()
  private var path: String { "\(folder.path)/page" }

  @Test func thePageNamesTheUpdateUntilItEnds() throws {
    let page = try CrashPage(path)
    #expect(CrashReport.read(path) == .noUpdate)
    page.store(number: 7, label: "increased")
    #expect(CrashReport.read(path) == .diedInUpdate(number: 7, label: "increased"))
    page.clear()
    #expect(CrashReport.read(path) == .noUpdate)
    page.store(number: .max, label: "")
    #expect(CrashReport.read(path) == .diedInUpdate(number: .max, label: ""))
  }

  @Test func aPathWithANULNamesNoOtherFile() throws {
    let page = try CrashPage(path)
    page.clear()
    #expect(
      CrashReport.read("\(path)\0.page")
        == .damaged("The file cannot be read: Invalid argument."))
    #expect(throws: LineFileProblem.self) { try CrashPage("\(folder.path)/other\0") }
    #expect(CrashReport.read("\(folder.path)/other") != .noUpdate)
  }

  @Test func aLongLabelIsCutBetweenCharacters() throws {
    let page = try CrashPage(path)
    for (label, kept) in [
      (String(repeating: "a", count: 200), 200), (String(repeating: "a", count: 300), 200),
      (String(repeating: "é", count: 150), 100), ("a" + String(repeating: "é", count: 150), 100),
      (String(repeating: "👩‍👩‍👧", count: 20), 11), (String(repeating: "e\u{301}", count: 100), 66),
    ] {
      page.store(number: 1, label: label)
      #expect(
        CrashReport.read(path) == .diedInUpdate(number: 1, label: String(label.prefix(kept))))
    }
  }

  @Test func aDamagedPageSaysSo() throws {
    let page = try CrashPage(path)
    page.store(number: 258, label: "increased")
    let bytes = try Data(contentsOf: URL(filePath: path))
    let used = Array(0..<20) + Array(24..<36) + Array(40..<49)
    for bit in used.flatMap({ byte in (0..<8).map { byte * 8 + $0 } }) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      guard case .damaged = CrashReport.read(folder.write("other", flipped)) else {
        Issue.record("bit \(bit) of byte \(bit / 8)")
        continue
      }
    }
    for size in [0, 7, 100, 4_095, 4_097] {
      let other = folder.write("other", bytes + Data(count: max(0, size - bytes.count)))
      try FileHandle(forWritingTo: URL(filePath: other)).truncate(atOffset: UInt64(size))
      #expect(CrashReport.read(other) == .damaged("The file has another size."))
    }
    #expect(
      CrashReport.read("\(folder.path)/none")
        == .damaged("The file cannot be read: No such file or directory."))
    _ = page
  }

  @Test func aPageThatWasBeingStoredSaysSo() throws {
    let page = try CrashPage(path)
    page.store(number: 1, label: "a")
    var bytes = try Data(contentsOf: URL(filePath: path))
    // The state that is stored first.
    withUnsafeBytes(of: UInt64(0x7374_6F72_6500_0001)) { bytes.replaceSubrange(8..<16, with: $0) }
    #expect(
      CrashReport.read(folder.write("other", bytes))
        == .damaged("The process ended while it stored the number of an update."))
  }

  /// Stores into a page whose file another program has cut.
  private static func useCutPage(in folder: String) throws {
    let pages = try (0..<3).map { try CrashPage("\(folder)/page\($0)") }
    for page in pages {
      page.store(number: 1, label: "a")
      let size = page === pages[2] ? 100 : 0
      try FileHandle(forWritingTo: URL(filePath: page.path)).truncate(atOffset: UInt64(size))
    }
    for number in 2...4 {
      for page in pages {
        page.clear()
        page.store(number: UInt64(number), label: String(repeating: "b", count: 200))
      }
    }
  }

  @Test func aPageThatIsCutDoesNotEndTheProcess() async throws {
    let folder = folder.path
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      try CrashPageTests.useCutPage(in: folder)
    }
    #expect(CrashReport.read("\(folder)/page0") == .damaged("The file has another size."))
  }

  @Test func otherFaultsAndSignalsEndTheProcessAsBefore() async throws {
    let path = path
    await #expect(processExitsWith: .signal(SIGBUS)) { [path = path as String] in
      let page = try CrashPage(path)
      // To this thread: one for the process may come to another thread, after the end.
      raise(SIGBUS)
      withExtendedLifetime(page) {}
    }
    let other = "\(folder.path)/other"
    await #expect(processExitsWith: .signal(SIGBUS)) { [other = other as String] in
      let page = try CrashPage("\(other).page")
      let file = open(other, O_RDWR | O_CREAT, 0o600)
      let memory = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)!
      memory.storeBytes(of: 1, as: UInt8.self)
      withExtendedLifetime(page) {}
    }
  }

  @Test func thePageIsForItsOwnerAndReplacesNothing() throws {
    _ = try CrashPage(path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: LineFileProblem.self) { try CrashPage(path) }
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(folder.path)/target")
    #expect(throws: LineFileProblem.self) { try CrashPage(link) }
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/target"))
  }
}
