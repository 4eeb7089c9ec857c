import Dispatch
import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaSystem
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
    private let recorder = RecordingDispatcher(exhaustive: false)

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

    /// Exchanges a link in one step, as `mv -T` and Kubernetes do.
    private func exchange(_ name: String, to target: String) {
      folder.link("\(name).new", to: target)
      rename(folder("\(name).new"), folder(name))
    }

    private func makeReleases() {
      for number in 1...2 {
        folder.makeFolder("r\(number)")
        folder.write("\(number)\n", to: "r\(number)/config")
      }
      folder.link("current", to: "r1")
    }

    @Test func aLinkOnThePathMayBeExchanged() async throws {
      makeReleases()
      let watched = watch(folder("current/config"))
      exchange("current", to: "r2")
      await recorder.expect(Watch.file(.changed))
      // The old release is not watched any more.
      try replace("r1/config", with: "old")
      try FileManager.default.removeItem(atPath: folder("r1"))
      try append("3", to: "r2/config")
      await expect(.changed)
      watched.stop()
      await watched.ended()
      #expect(folder.read("current/config") == "2\n3")
    }

    @Test func whatChangesBehindAnExchangedLinkIsNotReported() async throws {
      makeReleases()
      let watched = watch(folder("current/config"))
      exchange("current", to: "r2")
      await recorder.expect(Watch.file(.changed))
      try replace("r1/config", with: "old")
      try SystemFiles().remove(folder("r1/config"))
      // The same target again is no change.
      exchange("current", to: "r2")
      // The order of one queue: all events before this one would have come.
      try SystemFiles().remove(folder("r2/config"))
      await recorder.expect(Watch.file(.removed))
      watched.stop()
      await watched.ended()
      recorder.expectNoMore()
    }

    /// `..data` is a link to a folder with a new name for each version, and the old folder goes.
    @Test func aMountedConfigurationIsWatchedThroughAllVersions() async throws {
      folder.makeFolder("..1")
      folder.write("1", to: "..1/app")
      folder.link("..data", to: "..1")
      folder.link("app", to: "..data/app")
      let watched = watch(folder("app"))
      for number in 2...4 {
        folder.makeFolder("..\(number)")
        folder.write("\(number)", to: "..\(number)/app")
        exchange("..data", to: "..\(number)")
        try FileManager.default.removeItem(atPath: folder("..\(number - 1)"))
        await recorder.expect(Watch.file(.changed))
      }
      watched.stop()
      await watched.ended()
      recorder.expectNoMore()
    }

    @Test func aTargetThatIsMissingForATimeIsRemovedAndComesBack() async throws {
      makeReleases()
      let watched = watch(folder("current/config"))
      unlink(folder("current"))
      await recorder.expect(Watch.file(.removed))
      folder.link("current", to: "r2")
      await recorder.expect(Watch.file(.changed))
      watched.stop()
      await watched.ended()
    }

    @Test func aFolderThatIsReplacedByARenameIsWatchedOn() async throws {
      folder.makeFolder("a")
      folder.makeFolder("b")
      folder.write("1", to: "a/f")
      let watched = watchFolder(folder("current"))
      await recorder.expect(Watch.file(.failed(.notFound(path: folder("current")))))
      watched.stop()
      folder.link("current", to: "a")
      let linked = watchFolder(folder("current"))
      exchange("current", to: "b")
      await expect(.changed)
      folder.write("2", to: "b/f")
      await expect(.changed)
      try FileManager.default.removeItem(atPath: folder("b"))
      await expect(.removed)
      linked.stop()
      await linked.ended()
    }

    @Test func aTailFollowsALinkThatIsExchanged() async throws {
      makeReleases()
      let tail = follow(folder("current/config"), from: .beginning)
      #expect(await lines(1) == ["1"])
      exchange("current", to: "r2")
      await recorder.expect(Watch.lines(.restarted), Watch.lines(.lines(["2"])))
      try append("3\n", to: "r2/config")
      #expect(await lines(1) == ["3"])
      tail.stop()
      await tail.ended()
    }

    @Test func aFileIsRemovedIfItsLinkLeadsNowhere() async throws {
      folder.write("1", to: "target")
      folder.link("a", to: "target")
      let watched = watch(folder("a"))
      try SystemFiles().remove(folder("target"))
      await recorder.expect(Watch.file(.removed))
      watched.stop()
      await watched.ended()
    }

    @Test func aTailOfALinkReadsItsTarget() async throws {
      folder.write("1\n", to: "log.1")
      folder.write("3\n", to: "log.2")
      folder.link("log", to: "log.1")
      let tail = follow(folder("log"), from: .beginning)
      await recorder.expect(Watch.lines(.lines(["1"])))
      try append("2\n", to: "log.1")
      await recorder.expect(Watch.lines(.lines(["2"])))
      exchange("log", to: "log.2")
      await recorder.expect(Watch.lines(.restarted), Watch.lines(.lines(["3"])))
      tail.stop()
      await tail.ended()
    }

    #if os(Linux)
      /// The instance may hold such a change still when the watch is added.
      @Test func aWatchIsNotToldOfWhatWasJustBefore() async throws {
        let first = watch(folder("mark"))
        // So many that their events are still handed out when the next watch is added.
        let others = (0..<300).map { watch(folder("other \($0)")) }
        for _ in 0..<30 {
          folder.write("1", to: "a")
          truncate(folder("a"), 0)
          let late = watch(folder("a"))
          // When the folder is reported, all earlier events of the instance have been handed out.
          folder.makeFolder("mark")
          await recorder.expect(Watch.file(.changed))
          unlink(folder("a"))
          await recorder.expect(Watch.file(.removed))
          late.stop()
          await late.ended()
          rmdir(folder("mark"))
          await recorder.expect(Watch.file(.removed))
        }
        for watch in others + [first] {
          watch.stop()
          await watch.ended()
        }
        recorder.expectNoMore()
      }

      @Test func allWatchesShareOneInstance() async throws {
        func instances() -> Int {
          let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
          return names.count {
            let path = "/proc/self/fd/\($0)"
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            return target == "anon_inode:inotify" || target?.hasSuffix("inotify") == true
          }
        }
        let watched = (0..<200).map { watch(folder("\($0)")) }
        #expect(instances() == 1)
        // A folder, because it appears in one step: a file is made and written, which may be two changes.
        folder.makeFolder("7")
        await recorder.expect(Watch.file(.changed))
        for watch in watched {
          watch.stop()
          await watch.ended()
        }
        recorder.expectNoMore()
        // A watch that begins later is told of nothing that was before.
        folder.write("2", to: "8")
        let late = watch(folder("8"))
        folder.write("3", to: "9")
        try SystemFiles().remove(folder("8"))
        await recorder.expect(Watch.file(.removed))
        late.stop()
        await late.ended()
      }
    #endif

    #if os(Linux)
      /// The numbers of the files that the process watches.
      private func watchedNumbers() -> Set<UInt64> {
        let folder = "/proc/self/fdinfo"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let texts = names.compactMap { name in
          try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        return Set(
          texts.joined().split(separator: "\n").compactMap { line in
            line.hasPrefix("inotify wd:")
              ? line.split(separator: " ").first { $0.hasPrefix("ino:") }
                .flatMap { UInt64($0.dropFirst(4), radix: 16) } : nil
          })
      }

      /// A link is exchanged, so the watch begins anew on its queue, and is cancelled meanwhile.
      @Test func aWatchThatIsCancelledWhileItBeginsLeavesNothing() async throws {
        folder.makeFolder("one")
        folder.makeFolder("two")
        folder.link("link", to: "one")
        folder.link("other", to: "two")
        let queue = DispatchQueue(label: "watch")
        let (begins, begin) = AsyncStream.makeStream(of: Int.self)
        let current = Locked<PathWatch?>(nil)
        let watch = try PathWatch(
          folder("link/a"), .file, in: FilePaths(root: nil), on: queue,
          whileBeginning: {
            guard let watch = current.withLock({ $0 }) else { return }
            watch.cancel()
            begin.yield(1)
          }
        ) { _ in Issue.record("the watch was cancelled") }
        let all = Set(["one", "two", "."].map { folder.number(of: $0) })
        #expect(all.intersection(watchedNumbers()).count == 2)
        current.withLock { $0 = watch }
        rename(folder("other"), folder("link"))
        for await _ in begins { break }
        queue.sync {}
        #expect(all.isDisjoint(with: watchedNumbers()))
        current.withLock { $0 = nil }
        withExtendedLifetime(watch) {}
      }
    #endif

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
