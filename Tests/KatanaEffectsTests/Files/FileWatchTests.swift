import Foundation
import Katana
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct FileWatchTests {
    enum Watch: Message, Equatable {
      case file(FileChange)
      case lines(FileLinesEvent)
    }

    private let folder = TemporaryFolder()
    private let recorder = RecordingDispatcher()

    private func watch(
      _ path: String, root: String? = nil
    ) -> RecordedSubscription<FileChangedInterpreter> {
      recorder.start(FileChanged(path, Reply(Watch.file))) {
        FileChangedInterpreter(FilePaths(root: root), $0, $1)
      }
    }

    private func watchFolder(_ path: String) -> RecordedSubscription<FolderChangedInterpreter> {
      recorder.start(FolderChanged(path, Reply(Watch.file))) {
        FolderChangedInterpreter(FilePaths(root: nil), $0, $1)
      }
    }

    private func follow(
      _ path: String, from start: FileLines.Start
    ) -> RecordedSubscription<FileLinesInterpreter> {
      recorder.start(FileLines(path, from: start, Reply(Watch.lines))) {
        FileLinesInterpreter(FilePaths(root: nil), $0, $1)
      }
    }

    private func append(_ text: String, to name: String) throws {
      try SystemFiles().append(Data(text.utf8), to: folder(name), access: .usual)
    }

    private func replace(_ name: String, with text: String) throws {
      try SystemFiles().write(Data(text.utf8), to: folder(name), access: .usual)
    }

    /// Waits for a change, and skips all others: the system may report one change several times.
    private func expect(_ change: FileChange) async {
      while let message = await recorder.next(as: Watch.self) {
        if message == .file(change) { return }
      }
    }

    /// Waits for lines, and returns them as soon as there are at least `count`.
    private func lines(_ count: Int) async -> [String] {
      var lines: [String] = []
      while lines.count < count, let message = await recorder.next(as: Watch.self) {
        guard case .lines(.lines(let more)) = message else { return lines + ["\(message)"] }
        lines += more.map { $0.isCut ? $0.text + "…" : $0.text }
      }
      return lines
    }

    @Test func aFileIsWatchedThroughItsWholeLife() async throws {
      let watched = watch(folder("a"))
      folder.write("", to: "other")
      folder.write("1", to: "a")
      await expect(.changed)
      try replace("a", with: "2")
      await expect(.changed)
      try append("3", to: "a")
      await expect(.changed)
      try SystemFiles().remove(folder("a"))
      await expect(.removed)
      try replace("a", with: "again")
      await expect(.changed)
      watched.stop()
      await watched.ended()
    }

    @Test func onlyTheNamedFileIsReported() async throws {
      let watched = watch(folder("a"))
      folder.write("1", to: "b")
      try replace("ab", with: "2")
      try SystemFiles().remove(folder("b"))
      try SystemFiles().makeFolder(folder("a"), access: .usual)
      await recorder.expect(Watch.file(.changed))
      watched.stop()
      await watched.ended()
      recorder.expectNoMore()
    }

    @Test func aMissingFolderIsAnErrorAndSoIsOneThatGoes() async throws {
      let path = folder("missing/a")
      let missing = watch(path)
      await recorder.expect(Watch.file(.failed(.notFound(path: path))))
      missing.stop()
      await missing.ended()

      folder.makeFolder("sub")
      let going = watch(folder("sub/a"))
      try FileManager.default.removeItem(atPath: folder("sub"))
      await recorder.expect(Watch.file(.failed(.notFound(path: folder("sub/a")))))
      going.stop()
      await going.ended()
      recorder.expectNoMore()
    }

    #if os(Linux)
      @Test func theErrorAtALimitNamesTheSetting() {
        func error(_ code: Int32) -> FileError {
          FileError(watching: SystemError(code: code), path: "a")
        }
        #expect(
          error(EMFILE).description == """
            The system could not use "a": too many watches are active; raise \
            fs.inotify.max_user_instances, or the limit of open files.
            """)
        #expect(
          error(ENOSPC).description == """
            The system could not use "a": too many watches are active; raise \
            fs.inotify.max_user_watches.
            """)
        #expect(error(ENOENT) == .notFound(path: "a"))
      }
    #endif

    @Test func aFileBelowARootIsWatchedAndNoOther() async throws {
      folder.makeFolder("root")
      let watched = watch("a", root: folder("root"))
      folder.write("1", to: "root/a")
      await expect(.changed)
      watched.stop()
      await watched.ended()
      let outside = watch("../a", root: folder("root"))
      await expect(.failed(.outsideRoot(path: "../a")))
      outside.stop()
    }

    @Test func aFolderIsWatchedUntilItIsRemoved() async throws {
      folder.makeFolder("sub")
      let watched = watchFolder(folder("sub"))
      folder.write("1", to: "sub/a")
      await expect(.changed)
      try FileManager.default.removeItem(atPath: folder("sub"))
      await expect(.removed)
      watched.stop()
      await watched.ended()
    }

    @Test func aTailShowsWhatIsAddedAfterTheStart() async throws {
      folder.write("old\nhalf", to: "log")
      let tail = follow(folder("log"), from: .end)
      try append("-way\nnew\r\npart", to: "log")
      #expect(await lines(2) == ["-way", "new"])
      try append("ial\n", to: "log")
      #expect(await lines(1) == ["partial"])
      tail.stop()
      await tail.ended()
      recorder.expectNoMore()
    }

    @Test func aLineThatIsCutSaysSo() async throws {
      let long = String(repeating: "x", count: 64 << 10)
      folder.write(long + "y\n" + long + "\n", to: "log")
      let tail = follow(folder("log"), from: .beginning)
      #expect(await lines(2) == [long + "…", long])
      tail.stop()
      await tail.ended()
    }

    @Test func aTailFromTheBeginningShowsAll() async throws {
      let all = (0..<20_000).map { "line \($0)" }
      folder.write(all.joined(separator: "\n") + "\n", to: "log")
      let tail = follow(folder("log"), from: .beginning)
      #expect(await lines(20_000) == all)
      tail.stop()
      await tail.ended()
    }

    @Test func aTailStartsOverWhenTheFileIsReplacedOrTruncated() async throws {
      folder.write("one\n", to: "log")
      let tail = follow(folder("log"), from: .beginning)
      #expect(await lines(1) == ["one"])
      try replace("log", with: "two\n")
      await recorder.expect(Watch.lines(.restarted), Watch.lines(.lines(["two"])))
      truncate(folder("log"), 0)
      await recorder.expect(Watch.lines(.restarted))
      try append("three\n", to: "log")
      #expect(await lines(1) == ["three"])
      tail.stop()
      await tail.ended()
      recorder.expectNoMore()
    }

    @Test func aTailWaitsForAFileAndShowsItsRestWhenItGoes() async throws {
      let tail = follow(folder("log"), from: .end)
      folder.write("", to: "log")
      try append("one\nrest", to: "log")
      #expect(await lines(1) == ["one"])
      try SystemFiles().remove(folder("log"))
      #expect(await lines(1) == ["rest"])
      try replace("log", with: "two\n")
      await recorder.expect(Watch.lines(.restarted), Watch.lines(.lines(["two"])))
      tail.stop()
      await tail.ended()
    }

    @Test func theStepOfATailFollowsFromWhatIsSeen() {
      let id = TailPosition.FileID(device: 1, number: 2)
      let position = TailPosition(file: id, offset: 10)
      #expect(position.step(atPath: id, size: 10) == .goOn)
      #expect(position.step(atPath: id, size: 11) == .goOn)
      #expect(position.step(atPath: id, size: 9) == .truncated)
      #expect(position.step(atPath: nil, size: 10) == .removed)
      let other = TailPosition.FileID(device: 2, number: 2)
      #expect(position.step(atPath: other, size: 10) == .replaced)
    }
  }
}
