import Foundation
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

struct PersistedModel: Model, Equatable {
  var isLoaded = false
  var lines: [String] = []
  var number = 0
  var failure: StoreError?
}

enum PersistedMessage: Message, Equatable {
  case opened
  case loaded(Outcome<[String]?, StoreError>)
  case added(String)
  case numberChanged(Int)
  case notSaved(StoreError)
}

struct PersistedUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout PersistedModel, message: PersistedMessage) -> [any Command] {
    switch message {
    case .opened: return [LoadPersisted("lines.json", reply { .loaded($0) })]
    case .loaded(.success(let lines)):
      model.isLoaded = true
      model.lines = lines ?? []
    case .loaded(.failure(let error)):
      model.isLoaded = true
      model.failure = error
    case .added(let line): model.lines.append(line)
    case .numberChanged(let number): model.number = number
    case .notSaved(let error): model.failure = error
    }
    return []
  }

  func subscriptions(model: PersistedModel) -> [any Subscription] {
    guard model.isLoaded else { return [] }
    return [
      Persisted(model.lines, to: "lines.json", reply { .notSaved($0) })
        .and(model.number, to: "number.json")
    ]
  }
}

extension RealEffects {
  @Suite struct PersistedTests {
    enum Watch: Message, Equatable {
      case changed(FileChange)
      case loaded(Outcome<[Int]?, StoreError>)
      case failed(StoreError)
    }

    private let folder = TemporaryFolder()
    private let clock = ManualClock()

    private func app() throws -> Runtime<PersistedModel> {
      try Runtime(
        Program(model: PersistedModel(), PersistedUpdater()),
        interpreters: [.store(folder.path)], options: RuntimeOptions(clock: clock))
    }

    private func persisted(
      _ value: [Int], to file: PersistedFile<[Int]> = "state.json",
      after pause: Duration = .seconds(1), atMost longest: Duration = .seconds(10)
    ) -> Persisted {
      Persisted(value, to: file, after: pause, atMost: longest, Reply(Watch.failed))
    }

    private func start(
      _ subscription: Persisted, _ recorder: RecordingDispatcher
    ) -> RecordedSubscription<PersistedInterpreter> {
      recorder.start(subscription) { PersistedInterpreter(StoreFolder(folder.path), $0, $1) }
    }

    /// Waits until a file has been replaced.
    private func expectWrite(
      _ recorder: RecordingDispatcher, _ name: String, _ act: () -> Void
    ) async {
      let watch = recorder.start(FileChanged(folder(name), Reply(Watch.changed))) {
        FileChangedInterpreter(FilePaths(root: nil), $0, $1)
      }
      act()
      await recorder.expect(Watch.changed(.changed))
      watch.stop()
    }

    @Test func thePausesMayBeOfAnyLength() async throws {
      let recorder = RecordingDispatcher(clock: clock)
      let forEver = Duration(attoseconds: .max)
      clock.advance(by: .seconds(1))
      let running = start(persisted([1], after: forEver, atMost: forEver), recorder)
      #expect(running.update(to: persisted([2], after: forEver, atMost: forEver)))
      running.stop()
      await running.ended()
      #expect(folder.read("state.json") == "{\"version\":1,\"value\":[2]}")
      var schedule = SaveSchedule(pause: forEver, longest: forEver)
      #expect(schedule.failed(at: .seconds(1)) == .seconds(Int64.max))
    }

    @Test func theAppFindsWhatItHadWhenItFinished() async throws {
      let first = try app()
      first.start()
      _ = try await first.settle(PersistedMessage.opened)
      _ = try await first.settle(PersistedMessage.added("one"))
      _ = try await first.settle(PersistedMessage.numberChanged(7))
      #expect(await first.finish().isComplete)
      #expect(folder.read("lines.json") == "{\"version\":1,\"value\":[\"one\"]}")
      #expect(folder.read("number.json") == "{\"version\":1,\"value\":7}")

      let second = try app()
      second.start()
      _ = try await second.settle(PersistedMessage.opened)
      #expect(second.model.lines == ["one"])
      _ = try await second.settle(PersistedMessage.added("two"))
      await second.shutdown()
      #expect(folder.read("lines.json") == "{\"version\":1,\"value\":[\"one\",\"two\"]}")
    }

    @Test func aChangeIsWrittenAfterThePause() async {
      let recorder = RecordingDispatcher(exhaustive: false)
      let quiet = RecordingDispatcher(clock: clock)
      let saving = start(persisted([0]), quiet)
      #expect(saving.update(to: persisted([1])))
      clock.advance(by: .milliseconds(999))
      #expect(clock.scheduledCount == 1)
      await expectWrite(recorder, "state.json") { clock.advance(by: .milliseconds(1)) }
      #expect(folder.read("state.json") == "{\"version\":1,\"value\":[1]}")
      #expect(clock.scheduledCount == 0)
      saving.stop()
      await saving.ended()
      quiet.expectNoMore()
    }

    @Test func changesThatGoOnAreWrittenAfterTheLongestTime() async {
      let recorder = RecordingDispatcher(exhaustive: false)
      let quiet = RecordingDispatcher(clock: clock)
      let saving = start(persisted([0]), quiet)
      for number in 1..<20 {
        clock.advance(by: .milliseconds(500))
        #expect(saving.update(to: persisted([number])))
      }
      #expect(folder.read("state.json") == nil)
      await expectWrite(recorder, "state.json") { clock.advance(by: .milliseconds(500)) }
      #expect(folder.read("state.json") == "{\"version\":1,\"value\":[19]}")
      saving.stop()
      await saving.ended()
    }

    @Test func theNewestValueIsWrittenBeforeStopReturns() async {
      let quiet = RecordingDispatcher(clock: clock)
      let saving = start(persisted([0]), quiet)
      _ = saving.update(to: persisted([1]))
      _ = saving.update(to: persisted([2]))
      saving.stop()
      #expect(folder.read("state.json") == "{\"version\":1,\"value\":[2]}")
      #expect(folder.mode(of: "state.json") == 0o600)
      await saving.ended()
    }

    @Test func whatTheFileHoldsAlreadyIsNotWrittenAgain() async {
      folder.write("{\"version\":1,\"value\":[1]}", to: "state.json")
      folder.setMode(of: "state.json", to: 0o644)
      let saving = start(persisted([1]), RecordingDispatcher(clock: clock))
      saving.stop()
      #expect(folder.mode(of: "state.json") == 0o644, "a written file has the mode 0600")
      await saving.ended()
    }

    @Test func anErrorIsAMessageAndWritingIsTriedAgain() async {
      let recorder = RecordingDispatcher(exhaustive: false)
      let quiet = RecordingDispatcher(clock: clock)
      folder.makeFolder("state.json")
      let saving = start(persisted([1]), quiet)
      clock.advance(by: .seconds(1))
      await quiet.expect(Watch.failed(.file(.notARegularFile(path: folder("state.json")))))
      rmdir(folder("state.json"))
      await clock.waitUntilScheduled()
      await expectWrite(recorder, "state.json") { clock.advance(by: .seconds(10)) }
      #expect(folder.read("state.json") == "{\"version\":1,\"value\":[1]}")
      saving.stop()
      await saving.ended()
      quiet.expectNoMore()
    }

    @Test func aFileThatCannotBeUsedIsKeptAside() async {
      let recorder = RecordingDispatcher()
      let load = LoadPersisted<[Int]>("state.json", Reply(Watch.loaded))
      recorder.run(.store(folder.path), load)
      await recorder.expect(Watch.loaded(.success(nil)))
      folder.write("[1, 2", to: "state.json")
      recorder.run(.store(folder.path), load)
      let error = StoreError.damaged(
        path: folder("state.json"), copy: folder("state.json.damaged"))
      await recorder.expect(Watch.loaded(.failure(error)))
      folder.write("{\"version\":1,\"value\":[\"secret\"]}", to: "state.json")
      recorder.run(.store(folder.path), load)
      let other = StoreError.notDecodable(
        name: folder("state.json"), reason: "no Int at value.Index 0")
      await recorder.expect(Watch.loaded(.failure(other)))
      #expect(folder.read("state.json.damaged") == "{\"version\":1,\"value\":[\"secret\"]}")
      #expect(folder.read("state.json") == nil)
      #expect(!other.description.contains("secret"))
    }

    @Test func aFileWhoseReadingFailedIsNotKeptAsideAndReplacedLater() async {
      let recorder = RecordingDispatcher()
      folder.makeFolder("state.json")
      recorder.run(.store(folder.path), LoadPersisted<[Int]>("state.json", Reply(Watch.loaded)))
      let error = StoreError.file(.notARegularFile(path: folder("state.json")))
      await recorder.expect(Watch.loaded(.failure(error)))
      rmdir(folder("state.json"))
      folder.write("{\"version\":1,\"value\":[1,2]}", to: "state.json")
      let saving = start(persisted([]), RecordingDispatcher(clock: clock))
      saving.stop()
      await saving.ended()
      #expect(folder.read("state.json") == "{\"version\":1,\"value\":[]}")
      #expect(folder.read("state.json.damaged") == nil)
    }

    /// `JSONEncoder` writes these types in a form that only `JSONDecoder` itself reads.
    @Test func valuesWithAFormOfTheirOwnInJSONAreLoaded() async throws {
      await expectLoaded(Data([1, 2, 255]))
      await expectLoaded(try #require(URL(string: "https://a.b/c?d=e")))
      await expectLoaded(try #require(Decimal(string: "0.1")))
      await expectLoaded(Date(timeIntervalSinceReferenceDate: 0.1))
      await expectLoaded(Data?.none)
      await expectLoaded([Data([1]), Data()])
    }

    private struct Loaded<Value: Equatable & Sendable>: Message, Equatable {
      var result: Outcome<Value?, StoreError>
    }

    /// Expects that the folder and its stand-in load what was persisted, also as an older version
    /// and after a migration.
    private func expectLoaded<Value: Codable & Equatable & Sendable>(_ value: Value) async {
      let recorder = RecordingDispatcher()
      let first = PersistedFile<Value>("value.json")
      let later = PersistedFile<Int>("later.json").migrated { _ in value }
      let virtual = VirtualStore()
      for file in [first, later] {
        let saving = recorder.start(Persisted(value, to: file, Reply(Watch.failed))) {
          PersistedInterpreter(StoreFolder(folder.path), $0, $1)
        }
        saving.stop()
        await saving.ended()
        virtual.persist(value, at: file)
      }
      for store in [Interpreter.store(folder.path), .store(virtual)] {
        for file in [first, first.migrated { $0 }, later] {
          recorder.run(store, LoadPersisted(file, Reply { Loaded(result: $0) }))
          await recorder.expect(Loaded(result: .success(value)))
        }
      }
      #expect(folder.names == ["later.json", "value.json"])
    }

    @Test func noPathOfThePersistedLeadsOutOfTheFolder() async {
      let recorder = RecordingDispatcher()
      recorder.run(.store(folder.path), LoadPersisted<[Int]>("../a", Reply(Watch.loaded)))
      await recorder.expect(Watch.loaded(.failure(.file(.outsideRoot(path: "../a")))))
    }

    /// The second program names the folder in another way.
    @Test func aFileThatAnotherRuntimeKeepsIsNotReplaced() async throws {
      folder.makeFolder("store")
      folder.link("link", to: "store")
      var runtimes: [Runtime<PersistedModel>] = []
      for (path, line) in [(folder("store"), "one"), (folder("link/../link/"), "two")] {
        let runtime = try Runtime(
          Program(model: PersistedModel(isLoaded: true, lines: [line]), PersistedUpdater()),
          interpreters: [.store(path)], options: RuntimeOptions(clock: clock))
        runtime.start()
        runtimes.append(runtime)
      }
      clock.advance(by: .seconds(1))
      for await model in runtimes[1].models where model.failure != nil { break }
      guard case .keptTwice? = runtimes[1].model.failure else {
        Issue.record("\(runtimes[1].model)")
        return
      }
      for runtime in runtimes.reversed() { #expect(await runtime.finish().isComplete) }
      #expect(folder.read("store/lines.json") == #"{"version":1,"value":["one"]}"#)
    }

    /// A value that ends its runtime while it is encoded.
    private struct Ending: Codable, Equatable {
      static let end = Locked<(@Sendable () -> Void)?>(nil)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("text")
        let end = Self.end.withLock { end in
          defer { end = nil }
          return end
        }
        end?()
      }
    }

    private struct Ended: Model, Equatable { var value = Ending() }

    private struct EndedUpdater: TypedUpdater, SubscriptionProvider {
      func update(model: inout Ended, message: Watch) -> [any Command] { [] }

      func subscriptions(model: Ended) -> [any Subscription] {
        [Persisted(model.value, to: "state.json", reply { .failed($0) })]
      }
    }

    @Test func noLockIsHeldWhileAValueIsEncoded() async throws {
      let runtime = try Runtime(
        Program(model: Ended(), EndedUpdater()), interpreters: [.store(folder.path)],
        options: RuntimeOptions(clock: clock))
      runtime.start()
      Ending.end.withLock { $0 = { runtime.requestShutdown() } }
      clock.advance(by: .seconds(1))
      await runtime.waitUntilEnded()
      #expect(folder.read("state.json") == #"{"version":1,"value":"text"}"#)
    }

    @Test func theScheduleWaitsForAPauseButNotForEver() {
      var schedule = SaveSchedule(pause: .seconds(1), longest: .seconds(3))
      #expect(schedule.changed(at: .seconds(10)) == .seconds(11))
      #expect(schedule.changed(at: .seconds(11)) == .seconds(12))
      #expect(schedule.changed(at: .milliseconds(12_500)) == .seconds(13))
      #expect(schedule.changed(at: .seconds(20)) == .seconds(20))
      schedule.written()
      #expect(schedule.changed(at: .seconds(21)) == .seconds(22))
      #expect(schedule.failed(at: .seconds(23)) == .seconds(26))
      #expect(schedule.changed(at: .seconds(24)) == .seconds(25))
    }
  }
}
