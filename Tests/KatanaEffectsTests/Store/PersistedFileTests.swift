import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

private struct Task: Codable, Equatable {
  var title: String
  var isDone = false
}

private struct TaskList: Model, Codable, Equatable {
  var tasks: [Task] = []
}

extension PersistedFile where Value == [String] {
  fileprivate static var titles: PersistedFile { PersistedFile("tasks.json") }
}

extension PersistedFile where Value == [Task] {
  fileprivate static var tasks: PersistedFile {
    PersistedFile<[String]>.titles.migrated { titles in
      if titles.contains("") { throw EmptyTitle() }
      return titles.map { Task(title: $0) }
    }
  }
}

extension PersistedFile where Value == TaskList {
  fileprivate static var list: PersistedFile {
    PersistedFile<[Task]>.tasks.migrated { TaskList(tasks: $0) }
  }
}

private struct EmptyTitle: Error {}

private enum ListMessage: Message, Equatable {
  case loaded(Outcome<TaskList?, StoreError>)
  case added(String)
  case notSaved(StoreError)
}

private struct ListUpdater: TypedUpdater, SubscriptionProvider {
  struct Saved: Model, Equatable {
    var isLoaded = false
    var list = TaskList()
    var problem: StoreError?
  }

  func update(model: inout Saved, message: ListMessage) -> [any Command] {
    switch message {
    case .loaded(.success(let list)): (model.isLoaded, model.list) = (true, list ?? TaskList())
    case .loaded(.failure(let problem)): (model.isLoaded, model.problem) = (true, problem)
    case .added(let title): model.list.tasks.append(Task(title: title))
    case .notSaved(let problem): model.problem = problem
    }
    return []
  }

  func subscriptions(model: Saved) -> [any Subscription] {
    model.isLoaded ? [Persisted(model.list, to: .list, reply { .notSaved($0) })] : []
  }
}

private let listProgram = Program(
  model: ListUpdater.Saved(), ListUpdater(),
  commands: [LoadPersisted(.list, Reply(ListMessage.loaded))])

extension RealEffects {
  @Suite struct PersistedFileTests {
    private let folder = TemporaryFolder()

    /// Starts the app, adds a task, and finishes it.
    private func run(adding title: String) async throws -> ListUpdater.Saved {
      let runtime = try Runtime(listProgram, interpreters: [.store(folder.path)])
      runtime.start()
      for await model in runtime.models where model.isLoaded { break }
      _ = try await runtime.settle(ListMessage.added(title))
      let model = runtime.model
      #expect(await runtime.finish().isComplete)
      return model
    }

    private func write(_ json: String) { folder.write(json, to: "tasks.json") }

    @Test func theVersionIsTheNumberOfForms() {
      #expect(PersistedFile<[String]>.titles.version == 1)
      #expect(PersistedFile<TaskList>.list.version == 3)
    }

    @Test(arguments: [
      #"{"version":1,"value":["tea"]}"#,
      #"{"version":2,"value":[{"title":"tea","isDone":false}]}"#,
      #"{"value":{"tasks":[{"title":"tea","isDone":false}]},"version":3}"#,
    ])
    func eachVersionIsReadAndTheNewestIsWritten(json: String) async throws {
      write(json)
      let model = try await run(adding: "milk")
      #expect(model.problem == nil)
      #expect(model.list.tasks == [Task(title: "tea"), Task(title: "milk")])
      #expect(
        folder.read("tasks.json")
          == #"{"version":3,"value":{"tasks":[{"isDone":false,"title":"tea"},"#
          + #"{"isDone":false,"title":"milk"}]}}"#)
    }

    @Test func aNewerFileIsKeptAsideAndTheAppStartsWithItsFirstModel() async throws {
      let newer = #"{"version":4,"value":{"lists":[]}}"#
      write(newer)
      let model = try await run(adding: "milk")
      let error = StoreError.newer(
        path: folder("tasks.json"), version: 4, newest: 3, copy: folder("tasks.json.newer"))
      #expect(model.problem == error)
      #expect(model.list.tasks == [Task(title: "milk")])
      #expect(folder.read("tasks.json.newer") == newer)
      #expect(
        "\(error)" == """
          "\(folder("tasks.json"))" has version 4, and this app reads versions up to 3. The file was moved to \
          "\(folder("tasks.json.newer"))". To fix this, move it back and start a newer version of the app, or go \
          on without it.
          """)
    }

    @Test func aMigrationThatThrowsKeepsTheFileAside() async throws {
      write(#"{"version":1,"value":["tea",""]}"#)
      let model = try await run(adding: "milk")
      let error = StoreError.notMigrated(
        path: folder("tasks.json"), version: 1, reason: "EmptyTitle",
        copy: folder("tasks.json.damaged"))
      #expect(model.problem == error)
      #expect(folder.read("tasks.json.damaged") == #"{"version":1,"value":["tea",""]}"#)
      #expect(
        "\(error)" == """
          The migration of "\(folder("tasks.json"))" from version 1 to 2 has thrown EmptyTitle. The \
          file was moved to "\(folder("tasks.json.damaged"))". To fix this, mend the migration, and move the file back.
          """)
    }

    @Test(arguments: [
      (#"["tea"]"#, "no Dictionary<String, Any>"),
      (#"{"value":[]}"#, "no value for version"),
      (#"{"version":2}"#, "null for"),
      (#"{"version":0,"value":[]}"#, "no valid value at version"),
      (#"{"version":"2","value":[]}"#, "no Int at version"),
      (#"{"version":1,"value":[1]}"#, "no String at value.Index 0"),
    ])
    func contentWithoutAVersionThatFitsIsKeptAside(json: String, reason: String) async throws {
      write(json)
      let model = try await run(adding: "milk")
      guard case .notDecodable(folder("tasks.json"), let found) = model.problem else {
        Issue.record("\(String(describing: model.problem))")
        return
      }
      #expect(found.hasPrefix(reason))
      #expect(folder.read("tasks.json.damaged") == json)
    }

    @Test func aFileThatIsCutIsDamaged() async throws {
      write(#"{"version":1,"value":["te"#)
      let model = try await run(adding: "milk")
      #expect(
        model.problem == .damaged(path: folder("tasks.json"), copy: folder("tasks.json.damaged")))
    }

    @Test func aFileShowsItsPathAndItsVersion() {
      let file = PersistedFile<[String]>("tasks.json")
      #expect("\(file)" == "\"tasks.json\"")
      #expect("\(file.migrated { $0.count })" == "\"tasks.json\", version 2")
      let command = LoadPersisted<Int>("count.json", Reply(NumberMessage.loaded))
      #expect(!"\(command)".contains("ObjectIdentifier") && !"\(command)".contains("Function"))
      let found = failures {
        AppTest(Program(model: Number(), NumberUpdater(), commands: [command])).start()
      }
      let texts = found.map(\.text).joined()
      #expect(texts.contains("count.json"), "\(texts)")
      #expect(!texts.contains("ObjectIdentifier") && !texts.contains("Function"), "\(texts)")
    }

    @Test func filesAreEqualIfTheirVersionsHaveTheSameTypes() {
      let other = PersistedFile<[Task]>("tasks.json")
      #expect(PersistedFile<[Task]>.tasks == .tasks)
      #expect(PersistedFile<[Task]>.tasks != other)
      #expect(
        PersistedFile<[Task]>.tasks != PersistedFile<[String]>("a").migrated { _ in [Task]() })
    }

    @Test func theStandInMigratesToo() {
      let store = VirtualStore()
      store.persist(["tea"], at: .titles)
      let app = AppTest(listProgram, interpreters: [.store(store)])
      app.start(
        sends: [ListMessage.loaded(.success(TaskList(tasks: [Task(title: "tea")])))],
        commands: [LoadPersisted(.list, Reply(ListMessage.loaded))],
        subscriptions: [
          .started(
            Persisted(
              TaskList(tasks: [Task(title: "tea")]), to: .list, Reply(ListMessage.notSaved)))
        ]
      ) {
        $0.isLoaded = true
        $0.list.tasks = [Task(title: "tea")]
      }
      app.advance(by: .seconds(1))
      #expect(store.persisted(.list)?.tasks == [Task(title: "tea")])
      #expect(store.persisted(.titles) == nil, "the older app finds a newer file")
      app.finish()
    }
  }
}

private struct Number: Model, Equatable { var value: Int? }

private enum NumberMessage: Message, Equatable {
  case loaded(Outcome<Int?, StoreError>)
}

private struct NumberUpdater: TypedUpdater {
  func update(model: inout Number, message: NumberMessage) -> [any Command] { [] }
}
