import Foundation
import KatanaConsole
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaConsoleInterpreters
@testable import KatanaEffectInterpreters

/// These tests start this test program again as a child process, with this folder and this task.
private let childFolder = ProcessInfo.processInfo.environment["KATANA_STORE_CHILD"]
private let childTask = ProcessInfo.processInfo.environment["KATANA_STORE_TASK"]

private func child(_ task: String, in folder: String) throws -> Process {
  try startTests(
    "StoreChild", variables: ["KATANA_STORE_CHILD": folder, "KATANA_STORE_TASK": task])
}

/// Starts this test program again as a child process.
func startTests(_ filter: String, variables: [String: String]) throws -> Process {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath()
  process.arguments = ["--testing-library", "swift-testing", "--filter", filter]
  process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
  process.standardInput = Pipe()
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  return process
}

/// Ends a child process when the one that has started it dies, also by a signal that it cannot see.
func endWithTheParent() {
  Thread {
    while readLine() != nil {}
    _exit(1)
  }.start()
}

private let counter = StoreKey("counter", default: 0)
private let text = StoreKey("text", default: "")

private struct Diary: Model {
  var texts: [String] = []
}

private enum DiaryMessage: Message {
  case written(String)
  case notSaved(StoreError)
}

/// Ends the process in the step of a change.
private struct DiaryUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout Diary, message: DiaryMessage) -> [any Command] {
    guard case .written(let text) = message else { return [] }
    model.texts.append(text)
    return [ExitProcess(7)]
  }

  func subscriptions(model: Diary) -> [any Subscription] {
    [Persisted(model.texts, to: "diary.json", reply { .notSaved($0) })]
  }
}

extension RealEffects {
  /// The work of the child process: it adds to a value, persists a value and exits, begins to replace a
  /// file, or writes two values for ever.
  @Suite(.enabled(if: childFolder != nil)) struct StoreChild {
    @Test func works() async throws {
      endWithTheParent()
      let recorder = RecordingDispatcher()
      let store = Interpreter.store(childFolder ?? "")
      if childTask == "draft" {
        var files = SystemFiles()
        // The draft is complete, and the process never goes on.
        files.hooks.beforeRename = { while true { pause() } }
        try files.write(Data("draft".utf8), to: childFolder ?? "", access: .usual)
      }
      if childTask == "add" {
        for _ in 0..<100 {
          recorder.run(store, AddToValue(counter, 1, Reply(StoreMessage.volume)))
          _ = await recorder.next()
        }
        return
      }
      if childTask == "exit" {
        let runtime = try Runtime(
          Program(model: Diary(), DiaryUpdater()), interpreters: [store, .terminal()])
        runtime.start()
        runtime.dispatch(DiaryMessage.written("tea"))
        await runtime.waitUntilEnded()
      }
      for number in 0... {
        recorder.run(store, SaveValue(counter, number, Reply(StoreMessage.saved)))
        // The length follows from the number, so that a value that is written in part is detected.
        let value = "\(number) " + String(repeating: "x", count: number % 1_000)
        recorder.run(store, SaveValue(text, value, Reply(StoreMessage.saved)))
        _ = await recorder.next()
        _ = await recorder.next()
      }
    }
  }
}

extension RealEffects {
  @Suite(.enabled(if: childFolder == nil), .serialized) struct KilledWriterTests {
    enum Watch: Message, Equatable { case changed(FileChange) }

    private let folder = TemporaryFolder()

    /// The number of times that the writer is killed.
    private var rounds: Int {
      ProcessInfo.processInfo.environment["KATANA_KILLS"].flatMap(Int.init) ?? 8
    }

    private func load<Value>(
      _ key: StoreKey<Value>, _ reply: Reply<Outcome<Value, StoreError>>
    ) async -> StoreMessage? {
      let recorder = RecordingDispatcher()
      recorder.run(.store(folder("store")), LoadValue(key, reply))
      return await recorder.next(as: StoreMessage.self)
    }

    @Test func theStoreIsReadableHoweverItsWriterIsKilled() async throws {
      // Of what the writer changes until it is killed, only a part is taken.
      let recorder = RecordingDispatcher(exhaustive: false)
      try SystemFiles().makeFolder(folder("store"), access: .ownerOnly)
      for round in 0..<rounds {
        try? FileManager.default.removeItem(atPath: folder("store/values.json"))
        let watch = recorder.start(FileChanged(folder("store/values.json"), Reply(Watch.changed))) {
          FileChangedInterpreter(FilePaths(root: nil), $0, $1)
        }
        let writer = try child("write", in: folder("store"))
        // After a random number of changes, the writer is killed at any point of its work.
        for _ in 0...Int.random(in: 0..<20) {
          _ = await recorder.next(as: Watch.self, within: .seconds(60))
        }
        watch.stop()
        await kill(writer)
        #expect(writer.terminationReason == .uncaughtSignal)
        guard case .volume(.success(let number)) = await load(counter, Reply(StoreMessage.volume)),
          case .name(.success(let value)) = await load(text, Reply(StoreMessage.name))
        else {
          Issue.record("the store is not readable in round \(round)")
          return
        }
        // The text belongs to the same number or to the previous one: it is written second.
        let expected = [number, number - 1].map {
          $0 < 0 ? "" : "\($0) " + String(repeating: "x", count: $0 % 1_000)
        }
        #expect(expected.contains(value))
        #expect(folder.read("store/values.json.damaged") == nil)
      }
    }

    /// Starts a process that writes the draft of a file and waits, and returns the name of the draft.
    private func startDraft(of name: String) async throws -> (writer: Process, draft: String) {
      let before = Set(folder.names)
      let recorder = RecordingDispatcher(exhaustive: false)
      let watch = recorder.start(FolderChanged(folder.path, Reply(Watch.changed))) {
        FolderChangedInterpreter(FilePaths(root: nil), $0, $1)
      }
      let writer = try child("draft", in: folder(name))
      while before.isSuperset(of: folder.names),
        await recorder.next(as: Watch.self, within: .seconds(60)) != nil
      {}
      watch.stop()
      return (writer, try #require(folder.names.first { !before.contains($0) }))
    }

    private func kill(_ writer: Process) async {
      Foundation.kill(writer.processIdentifier, SIGKILL)
      await writer.ended()
    }

    @Test func aWriteRemovesWhatADeadWriterOfTheSameFileHasLeft() async throws {
      folder.write("old", to: "a")
      folder.write("", to: ".katana-1.draft")
      let dead = try await startDraft(of: "a")
      let living = try await startDraft(of: "a")
      let other = try await startDraft(of: "b")
      await kill(dead.writer)
      await kill(other.writer)
      #expect(await FileTester().write("new", to: folder("a")) == .done(nil))
      #expect(folder.read("a") == "new")
      #expect(Set(folder.names) == [".katana-1.draft", "a", living.draft, other.draft])
      await kill(living.writer)
      #expect(await FileTester().write("newer", to: folder("a")) == .done(nil))
      #expect(Set(folder.names) == [".katana-1.draft", "a", other.draft])
      #expect(await FileTester().write("new", to: folder("b")) == .done(nil))
      #expect(folder.names == [".katana-1.draft", "a", "b"])
    }

    @Test func whatIsPersistedIsWrittenBeforeTheProcessExits() async throws {
      let writer = try child("exit", in: folder("store"))
      await writer.ended()
      #expect(writer.terminationReason == .exit && writer.terminationStatus == 7)
      #expect(folder.read("store/diary.json") == #"{"version":1,"value":["tea"]}"#)
    }

    @Test func processesThatAddLoseNothing() async throws {
      let children = try (0..<3).map { _ in try child("add", in: folder("store")) }
      for child in children { await child.ended() }
      #expect(await load(counter, Reply(StoreMessage.volume)) == .volume(.success(300)))
    }
  }
}
