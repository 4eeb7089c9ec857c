import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects {
  @Suite struct VirtualStoreTests {
    private let recorder = RecordingDispatcher()

    @Test func virtualStoresAnswerAsTheFolderDoes() async {
      let folder = TemporaryFolder()
      let volume = Reply(StoreMessage.volume)
      for store in [Interpreter.store(folder.path), .store(VirtualStore())] {
        recorder.run(store, LoadValue(.volume, volume))
        recorder.run(store, SaveValue(.volume, 7, Reply(StoreMessage.saved)))
        recorder.run(store, AddToValue(.volume, 3, volume))
        recorder.run(store, LoadValue(.volume, volume))
        recorder.run(store, LoadValue(.wrongVolume, Reply(StoreMessage.name)))
        recorder.run(store, SaveValue(.volume, Int.max, Reply(StoreMessage.saved)))
        recorder.run(store, AddToValue(.volume, 1, volume))
        recorder.run(store, RemoveValue(.volume, Reply(StoreMessage.saved)))
        recorder.run(store, LoadValue(.volume, volume))
        await recorder.expect(
          StoreMessage.volume(.success(5)), StoreMessage.saved(nil),
          StoreMessage.volume(.success(10)), StoreMessage.volume(.success(10)),
          StoreMessage.name(.failure(.notDecodable(name: "volume", reason: "no String"))),
          StoreMessage.saved(nil), StoreMessage.volume(.failure(.outOfRange(name: "volume"))),
          StoreMessage.saved(nil), StoreMessage.volume(.success(5)))
      }
    }

    @Test func theTestSeesAndSetsTheValues() {
      let store = VirtualStore()
      #expect(store.value(of: .volume) == 5)
      store.set(7, for: .volume)
      #expect(store.value(of: .volume) == 7)
      store.persist(["a"], at: "lines.json")
      #expect(store.persisted(PersistedFile<[String]>("lines.json")) == ["a"])
      #expect(store.persisted(PersistedFile<Int>("lines.json")) == nil)
    }

    private var program: Program<PersistedModel> {
      Program(model: PersistedModel(), PersistedUpdater())
    }

    private let load = LoadPersisted("lines.json", Reply(PersistedMessage.loaded))

    private func persisted(_ lines: [String]) -> Persisted {
      Persisted(lines, to: "lines.json", Reply(PersistedMessage.notSaved)).and(0, to: "number.json")
    }

    @Test func whatIsPersistedGoesByTheClockOfTheApp() {
      let store = VirtualStore()
      store.persist(["one"], at: "lines.json")
      let app = AppTest(program, interpreters: [.store(store)])
      app.send(
        PersistedMessage.opened, sends: [PersistedMessage.loaded(.success(["one"]))],
        commands: [load], subscriptions: [.started(persisted(["one"]))]
      ) {
        $0.isLoaded = true
        $0.lines = ["one"]
      }
      app.send(
        PersistedMessage.added("two"),
        subscriptions: [.changed(persisted(["one", "two"]))]
      ) { $0.lines = ["one", "two"] }
      app.advance(by: .milliseconds(999))
      #expect(store.persisted(PersistedFile<[String]>("lines.json")) == ["one"])
      app.advance(by: .milliseconds(1))
      #expect(store.persisted(PersistedFile<[String]>("lines.json")) == ["one", "two"])
      app.send(
        PersistedMessage.added("three"),
        subscriptions: [
          .changed(persisted(["one", "two", "three"]))
        ]
      ) { $0.lines.append("three") }
      app.finish()
    }

    @Test func aDamagedFileIsAnErrorInATestToo() {
      let store = VirtualStore()
      store.damage("lines.json")
      let error = StoreError.damaged(path: "lines.json", copy: "lines.json.damaged")
      let app = AppTest(program, interpreters: [.store(store)])
      app.send(
        PersistedMessage.opened, sends: [PersistedMessage.loaded(.failure(error))],
        commands: [load], subscriptions: [.started(persisted([]))]
      ) {
        $0.isLoaded = true
        $0.failure = error
      }
      app.finish()
    }

    private struct Kept: Model, Equatable {
      var path: String
      var failure: StoreError?
      var loaded: Outcome<Int?, StoreError>?
    }

    private enum KeptMessage: Message, Equatable {
      case loaded(Outcome<Int?, StoreError>)
      case notSaved(StoreError)
    }

    private struct KeptUpdater: TypedUpdater, SubscriptionProvider {
      func update(model: inout Kept, message: KeptMessage) -> [any Command] {
        switch message {
        case .loaded(let result): model.loaded = result
        case .notSaved(let error): model.failure = error
        }
        return []
      }

      func subscriptions(model: Kept) -> [any Subscription] {
        [Persisted(7, to: PersistedFile(model.path), reply { .notSaved($0) })]
      }
    }

    /// Runs an app that loads and persists a value, until it has finished.
    private func run(_ path: String, in store: Interpreter) async throws -> Kept? {
      let load = LoadPersisted(PersistedFile<Int>(path), Reply(KeptMessage.loaded))
      let runtime = try Runtime(
        Program(model: Kept(path: path), KeptUpdater(), commands: [load]), interpreters: [store],
        options: RuntimeOptions(clock: ManualClock()))
      runtime.start()
      // Otherwise the value may be written first: loading and writing have a queue each.
      for await model in runtime.models where model.loaded != nil { break }
      await runtime.finish()
      return runtime.model
    }

    @Test func bothStoresKeepFilesInFolders() async throws {
      let folder = TemporaryFolder()
      for store in [Interpreter.store(folder("store")), .store(VirtualStore())] {
        for (path, loaded) in [("lists/a/tasks.json", nil), ("./lists//a/tasks.json", 7)] {
          let model = try await run(path, in: store)
          #expect(model?.failure == nil)
          #expect(model?.loaded == .success(loaded))
        }
      }
      #expect(folder.mode(of: "store/lists/a") == 0o700)
    }

    @Test func theSeedChoosesFailures() {
      let failures = Locked(0)
      explore(
        seeds: 60,
        sending: [
          PersistedMessage.opened, PersistedMessage.added("a"), PersistedMessage.added("b"),
        ]
      ) { simulation in
        let store = VirtualStore(conditions: .chosen(by: simulation))
        store.persist(["old"], at: "lines.json")
        return Simulated(program, interpreters: [.store(store)])
          .eventually("the store holds what the model says") { model in
            if model.failure != nil { failures.withLock { $0 += 1 } }
            return !model.isLoaded
              || store.persisted(PersistedFile<[String]>("lines.json")) == model.lines
          }
      }
      #expect(failures.withLock { $0 } > 3)
    }
  }
}
