import Foundation
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

private struct Diary: Model, Equatable {
  var text: String?
  var isSaving = false
  var problem: FileError?
}

private enum DiaryMessage: Message, Equatable {
  case opened
  case read(Outcome<String, FileError>)
  case typed(String)
  case saved(FileError?)
}

private struct DiaryUpdater: TypedUpdater {
  func update(model: inout Diary, message: DiaryMessage) -> [any Command] {
    switch message {
    case .opened: return [ReadTextFile("diary.txt", reply { .read($0) })]
    case .read(.success(let text)): model.text = text
    case .read(.failure(.notFound)): model.text = ""
    case .read(.failure(let problem)): model.problem = problem
    case .typed(let text):
      model.text = text
      model.isSaving = true
      return [WriteFile("diary.txt", text: text, access: .ownerOnly, reply { .saved($0) })]
    case .saved(let problem):
      model.isSaving = false
      model.problem = problem
    }
    return []
  }
}

private struct ServerLog: Model, Equatable {
  var isOpen = true
}

private enum ServerLogMessage: Message, Equatable {
  case arrived(FileLinesEvent)
  case settingsChanged(FileChange)
}

private struct ServerLogSubscriptions: SubscriptionProvider {
  func subscriptions(model: ServerLog) -> [any Subscription] {
    guard model.isOpen else { return [] }
    return [
      FileLines("server.log", from: .end, Reply(ServerLogMessage.arrived)),
      FileChanged("settings.json", Reply(ServerLogMessage.settingsChanged)),
    ]
  }
}

extension StoreKey where Value == Int {
  static var launches: StoreKey { StoreKey("launches", default: 0) }
}

private struct Todos: Model, Equatable {
  var isLoaded = false
  var open: [String] = []
  var launches = 0
  var problem: StoreError?
}

private enum TodosMessage: Message, Equatable {
  case launched
  case counted(Outcome<Int, StoreError>)
  case loaded(Outcome<[String]?, StoreError>)
  case added(String)
  case notSaved(StoreError)
}

private struct TodosFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Todos, message: TodosMessage) -> [any Command] {
    switch message {
    case .launched:
      return [
        LoadPersisted("tasks.json", reply { .loaded($0) }),
        AddToValue(.launches, 1, reply { .counted($0) }),
      ]
    case .counted(let launches): model.launches = (try? launches.get()) ?? 0
    case .loaded(let result):
      model.isLoaded = true
      switch result {
      case .success(let tasks): model.open = tasks ?? []
      case .failure(let problem): model.problem = problem
      }
    case .added(let task): model.open.append(task)
    case .notSaved(let problem): model.problem = problem
    }
    return []
  }

  func subscriptions(model: Todos) -> [any Subscription] {
    model.isLoaded
      ? [Persisted(model.open, to: "tasks.json", reply { .notSaved($0) })] : []
  }
}

struct TodoItem: Codable, Equatable, Sendable {
  var title: String
  var isDone = false
}

extension PersistedFile where Value == [TodoItem] {
  static var todos: PersistedFile {
    PersistedFile<[String]>("tasks.json")  // Version 1 held titles.
      .migrated { titles in titles.map { TodoItem(title: $0) } }  // Version 2.
  }
}

private enum RepositoryMessage: Message, Equatable {
  case status(Outcome<ProgramResult, ProgramError>)
  case journal(ProgramEvent)
}

@Suite struct FilesGuideTests {
  @Test func theDiaryIsReadAndSaved() {
    let files = VirtualFiles(["diary.txt": "tea"])
    let app = AppTest(Program(model: Diary(), DiaryUpdater()), interpreters: [.files(files)])
    app.send(
      DiaryMessage.opened, sends: [DiaryMessage.read(.success("tea"))],
      commands: [ReadTextFile("diary.txt", Reply(DiaryMessage.read))]
    ) { $0.text = "tea" }
    app.finish()
  }

  @Test func nothingTypedIsLostHoweverTheDiskBehaves() {
    let typed = ["a", "ab", "abc"].map { DiaryMessage.typed($0) }
    explore(seeds: 200, sending: typed) { simulation in
      let files = VirtualFiles(conditions: .chosen(by: simulation))
      return Simulated(Program(model: Diary(), DiaryUpdater()), interpreters: [.files(files)])
        .eventually("the last text is saved, or the user knows") {
          $0.problem != nil || files["diary.txt"] == $0.text
        }
    }
  }

  @Test func tasksAreFoundAgain() async throws {
    let folder = TemporaryFolder()
    for launch in 1...2 {
      let app = try Runtime(
        Program(model: Todos(), TodosFeature()), interpreters: [.store(folder.path)])
      app.start()
      _ = try await app.settle(TodosMessage.launched)
      #expect(app.model.launches == launch)
      #expect(app.model.open.count == launch - 1)
      _ = try await app.settle(TodosMessage.added("task \(launch)"))
      await app.finish()
    }
    #expect(folder.read("tasks.json") == #"{"version":1,"value":["task 1","task 2"]}"#)
  }

  @Test func titlesOfAnOlderAppBecomeItems() {
    let store = VirtualStore()
    store.persist(["tea"], at: PersistedFile<[String]>("tasks.json"))
    #expect(store.persisted(.todos) == [TodoItem(title: "tea")])
  }

  @Test func sourcesAndProgramsAreValues() {
    #expect(ServerLogSubscriptions().subscriptions(model: ServerLog()).count == 2)
    #expect(ServerLogSubscriptions().subscriptions(model: ServerLog(isOpen: false)).isEmpty)
    let status = RunProgram(
      "git", ["status", "--short"], timeLimit: .seconds(10), Reply(RepositoryMessage.status))
    let journal = ProgramOutput("journalctl", ["--follow"], Reply(RepositoryMessage.journal))
    #expect(status.launch.arguments == ["status", "--short"])
    #expect(journal.launch.executable == "journalctl")
  }
}
