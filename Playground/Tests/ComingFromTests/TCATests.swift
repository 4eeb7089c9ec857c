import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// The code of `Docs/coming-from/tca.md`: a list of todos, whose rows save themselves, and a sheet
// that adds or edits one.

struct Todo: Model, Equatable, Identifiable {
  typealias Receives = TodoMessage

  let id: Int
  var title: String
  var isDone = false  // what is saved
  var wanted: Bool?  // what the user wants, until it is saved or has failed
  var problem: String?

  var showsDone: Bool { wanted ?? isDone }
}

enum TodoMessage: Message, Equatable {
  case toggled, editTapped, deleteTapped
  case saved(_ wanted: Bool, Outcome<Bool, SaveFailure>)
}

struct SaveTodo: Command, Equatable {
  var id: Int
  var isDone: Bool
  var reply: Reply<Outcome<Bool, SaveFailure>>
}

struct SaveFailure: Error, Equatable {}

struct TodoUpdater: TypedUpdater {
  enum ID { case save }

  var effects: [any Effect.Type] { [SaveTodo.self] }

  func update(model: inout Todo, message: TodoMessage) -> [any Command] {
    switch message {
    case .toggled:
      let isDone = !model.showsDone
      model.wanted = isDone
      return [
        SaveTodo(id: model.id, isDone: isDone, reply: reply { .saved(isDone, $0) })
          .queued(id: ID.save, .keepLatest)
      ]
    case .saved(let wanted, let result):
      if model.wanted == wanted { model.wanted = nil }
      model.problem = nil
      switch result {
      case .success(let isDone): model.isDone = isDone
      case .failure: model.problem = "not saved"
      }
    case .editTapped, .deleteTapped: break  // the list listens
    }
    return []
  }
}

struct Editor: Model, Equatable {
  typealias Receives = EditorMessage

  let row: Int
  var title = ""
}

enum EditorMessage: Message, Equatable {
  case titleChanged(String)
  case saveTapped, cancelTapped
  case saved(title: String)  // what a delegate action is in TCA
}

struct EditorUpdater: TypedUpdater {
  func update(model: inout Editor, message: EditorMessage) -> [any Command] {
    switch message {
    case .titleChanged(let title): model.title = title
    case .saveTapped:
      if model.title.isEmpty { return [] }
      return [Send(EditorMessage.saved(title: model.title)), Dismiss()]
    case .cancelTapped: return [Dismiss()]
    case .saved: break  // the list listens
    }
    return []
  }
}

struct Todos: Model, Equatable {
  typealias Receives = TodosMessage

  var rows: IdentifiedArray<Todo> = []
  var destination: Destination?
  var nextID = 1
}

enum TodosMessage: Message, Equatable { case addTapped }

enum Destination: Model, Equatable {
  case add(Editor)
  case edit(Editor)

  static let addCase = EnumCase("add", Destination.add) {
    if case .add(let it) = $0 { it } else { nil }
  }
  static let editCase = EnumCase("edit", Destination.edit) {
    if case .edit(let it) = $0 { it } else { nil }
  }
}

struct TodosUpdater: TypedUpdater {
  func update(model: inout Todos, message: TodosMessage) -> [any Command] {
    model.destination = .add(Editor(row: model.nextID))
    model.nextID += 1
    return []
  }
}

let destinationFeature = CombinedUpdater<Destination>([
  .case(Destination.addCase, EditorUpdater()),
  .case(Destination.editCase, EditorUpdater()),
])

let todosFeature = TodosUpdater().with(
  .each(\.rows, TodoUpdater(), onLeave: .cancel) { model, id, message in
    switch message {
    case .editTapped:
      model.destination = .edit(Editor(row: id, title: model.rows[id: id]?.title ?? ""))
    case .deleteTapped: model.rows.remove(id: id)
    case .toggled, .saved: break
    }
    return []
  },
  .optional(\.destination, destinationFeature, onLeave: .cancel),
  .listen(any: Editor.self) { model, editor, message in
    guard case .saved(let title) = message, let row = model[editor]?.row else { return [] }
    if model.rows[id: row] == nil { model.rows.append(Todo(id: row, title: title)) }
    model.rows[id: row]?.title = title
    return []
  })

struct TodoClient: Sendable {
  var save: @Sendable (_ id: Int, _ isDone: Bool) async throws(SaveFailure) -> Bool
}

func makeTodos(_ client: TodoClient) throws -> Runtime<Todos> {
  try Runtime(
    Program(model: Todos(), todosFeature),
    interpreters: [
      .command(SaveTodo.self, reply: \.reply) { command throws(SaveFailure) in
        try await client.save(command.id, command.isDone)
      }
    ],
    options: RuntimeOptions(execution: .main))
}

private let editor = Todos.at.destination[case: Destination.editCase]

private func withTea() -> AppTest<Todos> {
  AppTest(Program(model: Todos(rows: [Todo(id: 7, title: "Tea")], nextID: 8), todosFeature))
}

@Suite struct TodosTests {
  @Test func aTodoIsEdited() {
    let app = withTea()
    app.send(.editTapped, to: Todos.at.rows[7]) {
      $0.destination = .edit(Editor(row: 7, title: "Tea"))
    }
    app.send(.titleChanged("Green tea"), to: editor) {
      $0.destination = .edit(Editor(row: 7, title: "Green tea"))
    }
    app.send(
      .saveTapped, to: editor,
      commands: [
        Send(EditorMessage.saved(title: "Green tea")).in(editor), Dismiss().in(editor),
      ]
    ) {
      $0.rows[id: 7]?.title = "Green tea"
      $0.destination = nil
    }
  }

  @Test func aSaveThatFailsIsTakenBack() {
    let app = withTea()
    let row = Todos.at.rows[7]
    app.send(
      .toggled, to: row,
      commands: [
        SaveTodo(id: 7, isDone: true, reply: Reply { TodoMessage.saved(true, $0) })
          .queued(id: TodoUpdater.ID.save, .keepLatest).in(row)
      ]
    ) { $0.rows[id: 7]?.wanted = true }
    app.answer(\SaveTodo.reply, in: row, with: .failure(SaveFailure())) {
      $0.rows[id: 7]?.wanted = nil
      $0.rows[id: 7]?.problem = "not saved"
    }
  }

  @Test func aDeletedRowStopsItsRequest() {
    let app = withTea()
    app.send(.toggled, to: Todos.at.rows[7], exhaustive: false)
    app.send(.deleteTapped, to: Todos.at.rows[7]) { $0.rows = [] }
    #expect(app.pending.isEmpty)
  }

  @Test func aNewTodoIsAddedAndAnEmptyTitleIsNot() {
    let app = withTea()
    let editor = Todos.at.destination[case: Destination.addCase]
    app.send(.addTapped) {
      $0.destination = .add(Editor(row: 8))
      $0.nextID = 9
    }
    app.send(.saveTapped, to: editor)
    app.send(.titleChanged("Milk"), to: editor, exhaustive: false)
    app.send(.saveTapped, to: editor, exhaustive: .model) {
      $0.rows.append(Todo(id: 8, title: "Milk"))
      $0.destination = nil
    }
  }

  @Test func aCancelledSheetChangesNothing() {
    let app = withTea()
    app.send(.editTapped, to: Todos.at.rows[7], exhaustive: false)
    app.send(.cancelTapped, to: editor, commands: [Dismiss().in(editor)]) { $0.destination = nil }
  }

  @Test func theSystemClosesTheSheet() {
    let app = withTea()
    app.send(.editTapped, to: Todos.at.rows[7], exhaustive: false)
    app.send(Dismissed().to(Todos.at.destination)) { $0.destination = nil }
    app.send(Dismissed().to(Todos.at.rows[7])) { $0.rows = [] }
  }

  @Test func oneCaseOfTheDestinationHasAListener() {
    let feature = CombinedUpdater<Todos>([
      .optional(\.destination, destinationFeature),
      .listen(to: Todos.at.destination[case: Destination.addCase], EditorMessage.self) {
        model, _, message in
        if message == .cancelTapped { model.nextID -= 1 }
        return []
      },
    ])
    let model = Todos(destination: .add(Editor(row: 1)), nextID: 2)
    #expect(model.destination.flatMap(Destination.addCase.payload(of:)) == Editor(row: 1))
    let adding = AppTest(Program(model: model, feature), exhaustive: .model)
    adding.send(.cancelTapped, to: Todos.at.destination[case: Destination.addCase]) {
      $0.destination = nil
      $0.nextID = 1
    }
    let editing = AppTest(
      Program(model: Todos(destination: .edit(Editor(row: 1)), nextID: 2), feature),
      exhaustive: .model)
    editing.send(.cancelTapped, to: editor) { $0.destination = nil }
  }

  @Test func everythingIsWired() async throws {
    let todos = try makeTodos(TodoClient { _, isDone in isDone })
    await todos.shutdown()
  }

  @Test func theAnswerOfTheClientArrives() async throws {
    let todos = try makeTodos(TodoClient { _, _ throws(SaveFailure) in throw SaveFailure() })
    todos.start()
    await todos.deliver(TodosMessage.addTapped)
    let editor = Todos.at.destination[case: Destination.addCase]
    await todos.deliver(EditorMessage.titleChanged("Milk").to(editor))
    try await todos.settle(.saveTapped, to: editor)
    let outcome = try await todos.settle(.toggled, to: Todos.at.rows[1])
    #expect(!outcome.isSuccess)
    #expect(await todos.snapshot().rows == [Todo(id: 1, title: "Milk", problem: "not saved")])
    await todos.shutdown()
  }
}

// All orders of taps and answers.

/// The row as the reducer does it in TCA: what is shown is taken back by a toggle.
struct TogglingUpdater: TypedUpdater {
  func update(model: inout Todo, message: TodoMessage) -> [any Command] {
    switch message {
    case .toggled:
      model.isDone.toggle()
      let isDone = model.isDone
      return [
        SaveTodo(id: model.id, isDone: isDone, reply: reply { .saved(isDone, $0) })
          .cancellable(id: TodoUpdater.ID.save, cancelInFlight: true)
      ]
    case .saved(_, .success(let isDone)): model.isDone = isDone
    case .saved(_, .failure): model.isDone.toggle()
    case .editTapped, .deleteTapped: break
    }
    return []
  }
}

@Suite struct TodoOrdersTests {
  @discardableResult
  static func explored(_ updater: some Updater<Todo>, taps: Int) -> Exploration {
    explore(seeds: 200, sending: Array(repeating: TodoMessage.toggled, count: taps)) {
      simulation in
      let saved = Mutex(false)
      return Simulated(
        Program(model: Todo(id: 7, title: "Tea"), updater),
        interpreters: [
          .command(SaveTodo.self, reply: \.reply) { command throws(SaveFailure) in
            try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...900)))
            if Task.isCancelled || simulation.choose(1...2) == 1 { throw SaveFailure() }
            saved.withLock { $0 = command.isDone }
            return command.isDone
          }
        ]
      )
      .eventually("the row shows what is saved") { $0.showsDone == saved.withLock { $0 } }
    }
  }

  @Test func theRowShowsInTheEndWhatIsSaved() {
    #expect(Self.explored(TodoUpdater(), taps: 3).orders > 5)
  }

  @Test func aToggleThatIsTakenBackShowsAValueThatIsNotSaved() throws {
    let found = failures { Self.explored(TogglingUpdater(), taps: 2) }
    try expectShown(try #require(found.first).text, on: "tca")
  }
}

// One feature in two properties: `Scope` twice.

struct Tab: Model, Equatable {
  typealias Receives = TabMessage

  var text = ""
}

enum TabMessage: Message, Equatable {
  case opened(String)
  case loaded(String)
}

struct LoadPage: Command, Equatable {
  var url: String
  var reply: Reply<String>
}

struct TabUpdater: TypedUpdater {
  func update(model: inout Tab, message: TabMessage) -> [any Command] {
    switch message {
    case .opened(let url): return [LoadPage(url: url, reply: reply { .loaded($0) })]
    case .loaded(let text):
      model.text = text
      return []
    }
  }
}

struct TwoTabs: Model, Equatable {
  var left = Tab()
  var right = Tab()
}

let twoTabs = CombinedUpdater<TwoTabs>([
  .child(\.left, TabUpdater()), .child(\.right, TabUpdater()),
])

@Test func theAnswerOfOneTabReachesThatTab() {
  let app = AppTest(Program(model: TwoTabs(), twoTabs))
  let left = TwoTabs.at.left
  app.send(
    .opened("a"), to: left, commands: [LoadPage(url: "a", reply: Reply(TabMessage.loaded)).in(left)]
  )
  app.answer(\LoadPage.reply, with: "la la") { $0.left.text = "la la" }
}

// Debounce and cancellation.

struct Finder: Model, Equatable {
  typealias Receives = FinderMessage

  var query = ""
  var titles: [String] = []
}

enum FinderMessage: Message, Equatable {
  case queryChanged(String)
  case found([String])
}

struct FindTodos: Command, Equatable {
  var query: String
  var reply: Reply<[String]>
}

struct FinderUpdater: TypedUpdater {
  enum ID { case find }

  func update(model: inout Finder, message: FinderMessage) -> [any Command] {
    switch message {
    case .queryChanged(let query):
      model.query = query
      return [
        FindTodos(query: query, reply: reply { .found($0) })
          .debounced(id: ID.find, for: .milliseconds(300))
          .cancellable(id: ID.find, cancelInFlight: true)
      ]
    case .found(let titles):
      model.titles = titles
      return []
    }
  }
}

@Test func onlyTheLastQueryIsAsked() {
  let app = AppTest(Program(model: Finder(), FinderUpdater()), exhaustive: .model)
  app.send(.queryChanged("t")) { $0.query = "t" }
  app.advance(by: .milliseconds(200))
  app.send(.queryChanged("te")) { $0.query = "te" }
  app.advance(by: .milliseconds(299))
  #expect(app.pending.isEmpty)
  app.advance(by: .milliseconds(1))
  #expect(app.pending(FindTodos.self).map(\.query) == ["te"])
  app.answer(\FindTodos.reply, with: ["Tea"]) { $0.titles = ["Tea"] }
}

// A value that several children show: `@Shared`.

struct Leg: Model, Equatable, Identifiable {
  typealias Receives = LegMessage

  let id: Int
  var metres: Int
  var inMiles = false
}

enum LegMessage: Message, Equatable { case unitTapped }

enum TripMessage: Message, Equatable { case legAdded(id: Int, metres: Int) }

struct Trip: Model, Equatable {
  typealias Receives = TripMessage

  var inMiles = false
  var legs: IdentifiedArray<Leg> = []
}

struct TripUpdater: TypedUpdater {
  func update(model: inout Trip, message: TripMessage) -> [any Command] {
    switch message {
    case .legAdded(let id, let metres):
      model.legs.append(Leg(id: id, metres: metres, inMiles: model.inMiles))
    }
    return []
  }
}

struct LegUpdater: TypedUpdater {
  func update(model: inout Leg, message: LegMessage) -> [any Command] { [] }
}

let tripFeature = TripUpdater().with(
  .each(\.legs, LegUpdater()) { model, _, message in
    if message == .unitTapped { model.inMiles.toggle() }
    return []
  }
)
.onChange(of: \.inMiles) { model, _ in
  for index in model.legs.indices { model.legs[index].inMiles = model.inMiles }
  return []
}

@Test func theUnitIsThatOfAllLegs() {
  let legs = [Leg(id: 1, metres: 3), Leg(id: 2, metres: 4)]
  let test = StepTest(tripFeature, model: Trip(legs: IdentifiedArray(legs)))
  test.send(.unitTapped, to: Trip.at.legs[2]) {
    $0.inMiles = true
    $0.legs[id: 1]?.inMiles = true
    $0.legs[id: 2]?.inMiles = true
  }
  test.send(.legAdded(id: 3, metres: 5)) {
    $0.legs.append(Leg(id: 3, metres: 5, inMiles: true))
  }
}

// The sheet alone, inside of an app that is not built on Katana.

struct EditorHost: Model, Equatable { var editor: Editor? }

enum EditorOutcome: Equatable, Sendable {
  case saved(title: String)
  case closed
}

struct TellHost: Command, Equatable { var outcome: EditorOutcome }

func makeEditor(
  _ editor: Editor, tell: @escaping @MainActor (EditorOutcome) -> Void
) throws -> Runtime<EditorHost> {
  let feature = CombinedUpdater<EditorHost>([
    .optional(\.editor, EditorUpdater()) { _, message in
      if case .saved(let title) = message { [TellHost(outcome: .saved(title: title))] } else { [] }
    },
    .listen(to: EditorHost.at.editor, Dismissed.self) { _, _, _ in [TellHost(outcome: .closed)] },
  ])
  return try Runtime(
    Program(model: EditorHost(editor: editor), feature),
    interpreters: [
      .command(TellHost.self) { command, _ in
        MainActor.assumeIsolated { tell(command.outcome) }
      }
    ],
    options: RuntimeOptions(execution: .main))
}

@Test @MainActor func theHostLearnsOfTheTitleAndOfTheEnd() async throws {
  final class Told { var outcomes: [EditorOutcome] = [] }
  let told = Told()
  let editor = try makeEditor(Editor(row: 7, title: "Tea")) { told.outcomes.append($0) }
  editor.start()
  editor.dispatch(.saveTapped, to: EditorHost.at.editor)
  #expect(told.outcomes == [.saved(title: "Tea"), .closed])
  await editor.shutdown()
}

// What `onLeave` of an optional means for the cases inside of it.

struct Preview: Model, Equatable { typealias Receives = TabMessage }

enum Panel: Model, Equatable {
  case left(Preview)
  case right(Preview)

  static let leftCase = EnumCase("left", Panel.left) {
    if case .left(let it) = $0 { it } else { nil }
  }
  static let rightCase = EnumCase("right", Panel.right) {
    if case .right(let it) = $0 { it } else { nil }
  }
}

struct Window: Model, Equatable { var panel: Panel? }

enum WindowMessage: Message, Equatable { case switched, closed }

@Suite struct PanelTests {
  private func window(_ onLeave: OnLeave) -> AppTest<Window> {
    let preview = TypedFunctionUpdater { (_: inout Preview, message: TabMessage) in
      if case .opened(let url) = message {
        [LoadPage(url: url, reply: Reply(TabMessage.loaded))]
      } else {
        []
      }
    }
    let panel = CombinedUpdater<Panel>([
      .case(Panel.leftCase, preview, onLeave: onLeave), .case(Panel.rightCase, preview),
    ])
    let app = AppTest(
      Program(
        model: Window(panel: .left(Preview())),
        CombinedUpdater<Window>([
          .full(
            TypedFunctionUpdater { (model: inout Window, message: WindowMessage) in
              model.panel = message == .switched ? .right(Preview()) : nil
              return []
            }), .optional(\.panel, panel, onLeave: .cancel),
        ])), exhaustive: .model, ignoringPending: [LoadPage.self])
    app.send(.opened("a"), to: Window.at.panel[case: Panel.leftCase])
    return app
  }

  @Test func closingTheOptionalCancelsTheCommandsOfItsCase() {
    let app = window(.keep)
    app.send(WindowMessage.closed) { $0.panel = nil }
    #expect(app.pending.isEmpty)
  }

  @Test func anotherCaseCancelsOnlyIfTheCaseSaysSo() {
    let keeping = window(.keep)
    keeping.send(WindowMessage.switched) { $0.panel = .right(Preview()) }
    #expect(keeping.pending.count == 1)
    let cancelling = window(.cancel)
    cancelling.send(WindowMessage.switched) { $0.panel = .right(Preview()) }
    #expect(cancelling.pending.isEmpty)
  }
}
