import Foundation
import Katana
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

/// What these tests run as other processes: this test program again, with a folder to work in.
private let childFolder = ProcessInfo.processInfo.environment["KATANA_STORE_CHILD"]
private let childTask = ProcessInfo.processInfo.environment["KATANA_STORE_TASK"]

private func child(_ task: String, in folder: String) throws -> Process {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath()
  process.arguments = ["--testing-library", "swift-testing", "--filter", "StoreChild"]
  process.environment = ProcessInfo.processInfo.environment.merging(
    ["KATANA_STORE_CHILD": folder, "KATANA_STORE_TASK": task]
  ) { $1 }
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  return process
}

private let counter = StoreKey("counter", default: 0)
private let text = StoreKey("text", default: "")

/// What the child does.
@Suite(.enabled(if: childFolder != nil)) struct StoreChild {
  @Test func works() async {
    let recorder = RecordingDispatcher()
    let store = Interpreter.store(childFolder ?? "")
    if childTask == "add" {
      for _ in 0..<100 {
        recorder.run(store, AddToValue(counter, 1, Reply(StoreMessage.volume)))
        _ = await recorder.next()
      }
      return
    }
    for number in 0... {
      recorder.run(store, SaveValue(counter, number, Reply(StoreMessage.saved)))
      // As long as the number says, so that a torn value shows.
      let value = "\(number) " + String(repeating: "x", count: number % 1_000)
      recorder.run(store, SaveValue(text, value, Reply(StoreMessage.saved)))
      _ = await recorder.next()
      _ = await recorder.next()
    }
  }
}

@Suite(.enabled(if: childFolder == nil), .serialized) struct KilledWriterTests {
  enum Watch: Message, Equatable { case changed(FileChange) }

  private let folder = TemporaryFolder()

  /// How often the writer is killed.
  private var rounds: Int {
    ProcessInfo.processInfo.environment["KATANA_KILLS"].flatMap(Int.init) ?? 8
  }

  private func load<Value>(
    _ key: StoreKey<Value>, _ reply: Reply<Result<Value, StoreError>>
  ) async -> StoreMessage? {
    let recorder = RecordingDispatcher()
    recorder.run(.store(folder("store")), LoadValue(key, reply))
    return await recorder.next(as: StoreMessage.self)
  }

  @Test func theStoreIsReadableHoweverItsWriterIsKilled() async throws {
    let recorder = RecordingDispatcher()
    try SystemFiles().makeFolder(folder("store"), access: .ownerOnly)
    for round in 0..<rounds {
      try? FileManager.default.removeItem(atPath: folder("store/values.json"))
      let watch = recorder.start(FileChanged(folder("store/values.json"), Reply(Watch.changed))) {
        FileChangedInterpreter(FilePaths(root: nil), $0, $1)
      }
      let writer = try child("write", in: folder("store"))
      // Then it is killed in the middle of whatever it does.
      for _ in 0...Int.random(in: 0..<20) {
        _ = await recorder.next(as: Watch.self, within: .seconds(60))
      }
      kill(writer.processIdentifier, SIGKILL)
      watch.stop()
      writer.waitUntilExit()
      #expect(writer.terminationReason == .uncaughtSignal)
      guard case .volume(.success(let number)) = await load(counter, Reply(StoreMessage.volume)),
        case .name(.success(let value)) = await load(text, Reply(StoreMessage.name))
      else {
        Issue.record("the store is not readable in round \(round)")
        return
      }
      // The text is that of the same number, or of the one before.
      let expected = [number, number - 1].map {
        $0 < 0 ? "" : "\($0) " + String(repeating: "x", count: $0 % 1_000)
      }
      #expect(expected.contains(value))
      #expect(folder.read("store/values.json.damaged") == nil)
    }
  }

  @Test func processesThatAddLoseNothing() async throws {
    let children = try (0..<3).map { _ in try child("add", in: folder("store")) }
    for child in children { await onThread { child.waitUntilExit() } }
    #expect(await load(counter, Reply(StoreMessage.volume)) == .volume(.success(300)))
  }
}
