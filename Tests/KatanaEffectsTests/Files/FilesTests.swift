import Dispatch
import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum FileMessage: Message, Equatable {
  case read(Outcome<Data, FileError>)
  case readText(Outcome<String, FileError>)
  case listed(Outcome<[FolderEntry], FileError>)
  case done(FileError?)
}

/// Performs file commands with `.files(…)`, and collects their messages.
struct FileTester: Sendable {
  let recorder = RecordingDispatcher()
  let files: Interpreter

  init(_ files: Interpreter = .files()) { self.files = files }

  func message(of command: some Command) async -> FileMessage? {
    recorder.run(files, command)
    return await recorder.next(as: FileMessage.self)
  }

  func text(_ path: String) async -> FileMessage? {
    await message(of: ReadTextFile(path, Reply(FileMessage.readText)))
  }

  func write(
    _ text: String, to path: String, access: FileAccess = .usual
  ) async -> FileMessage? {
    await message(of: WriteFile(path, text: text, access: access, Reply(FileMessage.done)))
  }

  func append(_ text: String, to path: String) async -> FileMessage? {
    await message(of: AppendToFile(path, text: text, Reply(FileMessage.done)))
  }

  func remove(_ path: String) async -> FileMessage? {
    await message(of: RemoveFile(path, Reply(FileMessage.done)))
  }

  func list(_ path: String) async -> FileMessage? {
    await message(of: ListFolder(path, Reply(FileMessage.listed)))
  }

  func makeFolder(_ path: String, access: FileAccess = .usual) async -> FileMessage? {
    await message(of: MakeFolder(path, access: access, Reply(FileMessage.done)))
  }
}

extension RealEffects {
  @Suite struct FilesTests {
    private let folder = TemporaryFolder()
    private let tester = FileTester()

    @Test func whatIsWrittenIsRead() async {
      #expect(await tester.write("tea", to: folder("a.txt")) == .done(nil))
      #expect(folder.read("a.txt") == "tea")
      #expect(await tester.text(folder("a.txt")) == .readText(.success("tea")))
      #expect(
        await tester.message(of: ReadFile(folder("a.txt"), Reply(FileMessage.read)))
          == .read(.success(Data("tea".utf8))))
    }

    @Test func anEmptyAndALargeFileKeepAllBytes() async {
      for count in [0, 1, 4_096, 3 << 20] {
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let path = folder("\(count)")
        #expect(
          await tester.message(of: WriteFile(path, bytes, Reply(FileMessage.done))) == .done(nil))
        #expect(
          await tester.message(of: ReadFile(path, Reply(FileMessage.read)))
            == .read(.success(bytes)))
      }
    }

    /// The first command is held up, the second one is cancelled before its turn, and the third follows.
    @Test func aCommandThatIsCancelledBeforeItBeginsIsNotPerformed() async {
      let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      var files = SystemFiles()
      files.hooks.beforeRename = {
        begun.signal()
        goesOn.wait()
      }
      let worker = FileWorker(files: files)
      let recorder = RecordingDispatcher()
      func write(_ name: String) -> RecordedRun {
        recorder.run(
          FileInterpreter<WriteFile>(worker: worker),
          WriteFile(folder(name), text: name, Reply(FileMessage.done)))
      }
      let runs = ["a", "b", "c"].map(write)
      await onThread { begun.wait() }
      // The first one has begun, and is performed to its end.
      runs[0].cancel()
      runs[1].cancel()
      goesOn.signal()
      goesOn.signal()
      await recorder.expect(FileMessage.done(nil))
      for run in runs { await run.ended() }
      #expect(folder.names == ["a", "c"])
      recorder.expectNoMore()
    }

    @Test func aFileLargerThanTheLimitIsAnError() async {
      folder.write("12345", to: "a")
      let read = Reply(FileMessage.read)
      #expect(
        await tester.message(of: ReadFile(folder("a"), limit: 4, read))
          == .read(.failure(.tooLarge(path: folder("a"), limit: 4))))
      #expect(
        await tester.message(of: ReadFile(folder("a"), limit: 5, read))
          == .read(.success(Data("12345".utf8))))
      // Files in `/proc` have contents, but their size is 0.
      #expect(
        await tester.message(of: ReadFile("/proc/self/status", limit: 10, read))
          == .read(.failure(.tooLarge(path: "/proc/self/status", limit: 10))))
    }

    @Test func bytesThatAreNotTextAreAnErrorOfTheText() async {
      folder.write(Data([0xFF, 0x41]), to: "a")
      #expect(
        await tester.text(folder("a")) == .readText(.failure(.notText(path: folder("a")))))
    }

    @Test func aMissingFileIsAnError() async {
      #expect(await tester.text(folder("a")) == .readText(.failure(.notFound(path: folder("a")))))
      #expect(await tester.write("x", to: folder("b/a")) == .done(.notFound(path: folder("b/a"))))
      #expect(await tester.remove(folder("a")) == .done(.notFound(path: folder("a"))))
      folder.write("", to: "file")
      #expect(
        await tester.text(folder("file/a"))
          == .readText(.failure(.notAFolder(path: folder("file/a")))))
      #expect(await tester.text("") == .readText(.failure(.invalidPath(path: ""))))
      #expect(await tester.text("a\0b") == .readText(.failure(.invalidPath(path: "a\0b"))))
    }

    @Test func writingReplacesAndLeavesNoDraft() async {
      folder.write("old and long", to: "a")
      #expect(await tester.write("new", to: folder("a")) == .done(nil))
      #expect(folder.read("a") == "new")
      #expect(folder.names == ["a"])
    }

    @Test func theModeIsKeptOrMadePrivate() async {
      folder.write("1", to: "a")
      folder.setMode(of: "a", to: 0o640)
      _ = await tester.write("2", to: folder("a"))
      #expect(folder.mode(of: "a") == 0o640)
      _ = await tester.write("3", to: folder("a"), access: .ownerOnly)
      #expect(folder.mode(of: "a") == 0o600)
      _ = await tester.write("3", to: folder("b"), access: .ownerOnly)
      #expect(folder.mode(of: "b") == 0o600)
      folder.write("1", to: "usual")
      _ = await tester.write("3", to: folder("c"))
      #expect(folder.mode(of: "c") == folder.mode(of: "usual"))
    }

    @Test func aLinkIsFollowedWithoutARoot() async {
      folder.write("1", to: "a")
      folder.link("link", to: "a")
      #expect(await tester.write("2", to: folder("link")) == .done(nil))
      #expect(folder.read("a") == "2")
      #expect(await tester.text(folder("link")) == .readText(.success("2")))
    }

    @Test func onlyARegularFileIsRemoved() async {
      folder.write("1", to: "a")
      folder.makeFolder("folder")
      folder.link("link", to: "a")
      mkfifo(folder("pipe"), 0o600)
      for name in ["folder", "link", "pipe"] {
        #expect(
          await tester.remove(folder(name)) == .done(.notARegularFile(path: folder(name))))
      }
      #expect(folder.names == ["a", "folder", "link", "pipe"])
      #expect(await tester.remove(folder("a")) == .done(nil))
      #expect(folder.names == ["folder", "link", "pipe"])
    }

    @Test func pipesFoldersAndDevicesAreErrorsAndNeverBlock() async {
      mkfifo(folder("pipe"), 0o600)
      folder.makeFolder("folder")
      for path in [folder("pipe"), folder("folder"), "/dev/zero"] {
        #expect(await tester.text(path) == .readText(.failure(.notARegularFile(path: path))))
        #expect(await tester.append("x", to: path) == .done(.notARegularFile(path: path)))
        #expect(await tester.write("x", to: path) == .done(.notARegularFile(path: path)))
      }
    }

    @Test func whatIsAppendedComesAtTheEnd() async {
      for text in ["a\n", "b\n", ""] {
        #expect(await tester.append(text, to: folder("log")) == .done(nil))
      }
      #expect(folder.read("log") == "a\nb\n")
    }

    @Test func aFolderIsListedSortedWithKindsAndSizes() async {
      folder.write("12345", to: "b.txt")
      folder.write("", to: ".hidden")
      folder.makeFolder("a")
      folder.link("link", to: "nowhere")
      mkfifo(folder("pipe"), 0o600)
      #expect(
        await tester.list(folder.path)
          == .listed(
            .success([
              FolderEntry(name: ".hidden", kind: .file), FolderEntry(name: "a", kind: .folder),
              FolderEntry(name: "b.txt", kind: .file, size: 5),
              FolderEntry(name: "link", kind: .link), FolderEntry(name: "pipe", kind: .other),
            ])))
      #expect(
        await tester.list(folder("b.txt"))
          == .listed(.failure(.notAFolder(path: folder("b.txt")))))
    }

    #if os(Linux)  // On Apple's systems, every name is UTF-8.
      @Test func aNameThatIsNotTextIsListedToo() async {
        let path = Array(folder("b").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        #expect(write(file, "123", 3) == 3)
        close(file)
        defer { unlink(path) }
        folder.write("", to: "a")
        #expect(
          await tester.list(folder.path)
            == .listed(
              .success([
                FolderEntry(name: "a", kind: .file),
                FolderEntry(name: "b\u{FFFD}", kind: .file, size: 3),
              ])))
      }
    #endif

    /// The superuser may read every folder.
    @Test(.enabled(if: geteuid() != 0)) func aFolderOnTheWayNeedNotBeReadable() async {
      folder.makeFolder("way")
      folder.makeFolder("way/inner")
      folder.setMode(of: "way", to: 0o311)
      defer { folder.setMode(of: "way", to: 0o755) }
      #expect(await tester.write("1", to: folder("way/a")) == .done(nil))
      #expect(await tester.append("2", to: folder("way/a")) == .done(nil))
      #expect(await tester.text(folder("way/a")) == .readText(.success("12")))
      #expect(await tester.makeFolder(folder("way/inner/new")) == .done(nil))
      #expect(
        await tester.list(folder("way/inner"))
          == .listed(.success([FolderEntry(name: "new", kind: .folder)])))
      #expect(
        await tester.list(folder("way"))
          == .listed(.failure(.permissionDenied(path: folder("way")))))
      let below = FileTester(.files(root: folder.path))
      #expect(await below.write("3", to: "way/inner/b") == .done(nil))
      #expect(await below.text("way/inner/b") == .readText(.success("3")))
      #expect(await below.remove("way/inner/b") == .done(nil))
      let store = RecordingDispatcher()
      store.run(
        .store(folder("way/inner/store")), SaveValue(.volume, 7, Reply(StoreMessage.saved)))
      await store.expect(StoreMessage.saved(nil))
    }

    @Test func aFolderIsMadeWithThoseOnTheWay() async {
      #expect(await tester.makeFolder(folder("a/b/c"), access: .ownerOnly) == .done(nil))
      #expect(folder.mode(of: "a/b/c") == 0o700)
      #expect(await tester.makeFolder(folder("a/b/c")) == .done(nil))
      folder.write("", to: "file")
      #expect(
        await tester.makeFolder(folder("file")) == .done(.alreadyExists(path: folder("file"))))
    }

    /// In Swift, a combining accent forms one `Character` with the slash before it.
    @Test func aNameMayBeginWithAnAccent() async {
      #expect(await tester.makeFolder(folder("a/\u{301}b")) == .done(nil))
      #expect(await tester.write("tea", to: folder("a/\u{301}b/\u{301}c")) == .done(nil))
      #expect(folder.read("a/\u{301}b/\u{301}c") == "tea")
      #expect(hiddenPath(beside: "/a/\u{301}b", "part") == "/a/.\u{301}b.part")
      #expect(hiddenPath(beside: "b", "part") == ".b.part")
      #expect(hiddenPath(beside: "/b", "part") == "/.b.part")
    }

    @Test func commandsArePerformedInTheirOrder() async {
      let path = folder("a")
      for number in 0..<200 {
        tester.recorder.run(
          tester.files, WriteFile(path, text: "\(number)", Reply(FileMessage.done)))
        tester.recorder.run(tester.files, ReadTextFile(path, Reply(FileMessage.readText)))
      }
      for number in 0..<200 {
        await tester.recorder.expect(
          FileMessage.done(nil), FileMessage.readText(.success("\(number)")))
      }
    }

    @Test func theRunEndsWhenTheFileIsWritten() async {
      let run = tester.recorder.run(
        tester.files, WriteFile(folder("a"), text: "x", Reply(FileMessage.done)))
      await run.ended()
      #expect(folder.read("a") == "x")
      await tester.recorder.expect(FileMessage.done(nil))
      tester.recorder.expectNoMore()
    }
  }
}
