import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaTesting
import Testing

@testable import Examples

/// The paragraph "Persistence" of the specification, and the last sentence of "Routing".
@Suite struct PersistenceTests {
  private let tea = Todo(id: .numbered(1), title: "tea")
  private let rice = Todo(id: .numbered(2), title: "rice", isCompleted: true)

  /// Starts the app as a new process does, with what the store has kept.
  private func start(_ store: VirtualStore) -> AppTest<TodoApp> {
    let app = AppTest(
      todoProgram, interpreters: [.store(store), .random(seed: 1)], exhaustive: .model)
    app.start(exhaustive: false) { $0.isLoaded = true }
    return app
  }

  /// "Your app should dynamically persist the todos …"
  @Test func theTodosAreThereAfterARestart() {
    let store = VirtualStore()
    let app = start(store)
    app.send(.newTitleChanged("tea")) { $0.newTitle = "tea" }
    app.send(.newTitleEntered) {
      $0.newTitle = ""
      $0.todos = [tea]
    }
    app.finish()
    let again = start(store)
    #expect(again.model.todos == [tea])
    again.send(.removeTapped, to: TodoApp.at.todos[tea.id]) { $0.todos = [] }
    again.finish()
    #expect(start(store).model.todos == [])
  }

  /// A second after the last change, not only at the end of the process.
  @Test func theTodosAreSavedWhileTheAppRuns() {
    let store = VirtualStore()
    let app = start(store)
    app.advance(by: .seconds(1))
    app.send(.created(tea.id, title: "tea")) { $0.todos = [tea] }
    #expect(store.persisted(.todos) == [])
    app.advance(by: .seconds(1))
    #expect(store.persisted(.todos) == [SavedTodo(tea)])
  }

  /// "If possible, use the keys id, title, completed for each item."
  @Test func theKeysAreThoseOfTheSpecification() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      try String(decoding: encoder.encode(SavedTodo(rice)), as: UTF8.self)
        == #"{"completed":true,"id":"\#(rice.id.uuidString)","title":"rice"}"#)
  }

  /// "Editing mode should not be persisted."
  @Test func aDraftIsNotSaved() {
    let store = VirtualStore()
    store.persist([SavedTodo(tea)], at: .todos)
    let app = start(store)
    app.send(.titleDoubleTapped, to: TodoApp.at.todos[tea.id], exhaustive: [.subscriptions]) { _ in
    }
    app.send(.draftChanged("x"), to: TodoApp.at.todos[tea.id], exhaustive: [.subscriptions]) { _ in
    }
    app.finish()
    #expect(start(store).model.todos == [tea])
  }

  /// "Make sure the active filter is persisted on reload."
  @Test func theFilterIsThereAfterARestart() {
    let store = VirtualStore()
    let app = start(store)
    #expect(app.model.filter == .all)
    app.send(.routeChanged("#!/active")) { $0.chosenFilter = .active }
    app.finish()
    #expect(start(store).model.filter == .active)
    #expect(store.value(of: .route) == "#/active")
  }

  // MARK: While the app starts

  private func makeApp() -> AppTest<TodoApp> {
    let app = AppTest(todoProgram, exhaustive: [.model, .messages])
    app.start(
      commands: [
        Concurrent(
          [
            LoadPersisted(.todos, Reply(TodoAppMessage.todosLoaded).allowingFailure),
            LoadValue(.route, Reply(TodoAppMessage.routeLoaded).allowingFailure),
          ], then: TodoAppMessage.loaded)
      ])
    return app
  }

  @Test func nothingIsSavedBeforeBothAreLoaded() {
    let app = makeApp()
    app.answer(\LoadPersisted<[SavedTodo]>.reply, with: .success([SavedTodo(tea)])) {
      $0.todos = [tea]
    }
    #expect(app.running.isEmpty)
    app.answer(
      \LoadValue<String>.reply, with: .success("#/active"),
      sends: [TodoAppMessage.routeLoaded(.success("#/active")), TodoAppMessage.loaded]
    ) {
      $0.chosenFilter = .active
      $0.isLoaded = true
    }
    #expect(app.running.count == 1)
    app.finish()
  }

  @Test func theChangesDuringTheLoadStay() {
    let app = makeApp()
    app.send(.created(rice.id, title: "rice")) { $0.todos = [Todo(id: rice.id, title: "rice")] }
    app.send(.routeChanged("#/completed")) { $0.chosenFilter = .completed }
    app.answer(\SaveValue<String>.reply, with: nil)
    app.answer(\LoadPersisted<[SavedTodo]>.reply, with: .success([SavedTodo(tea)])) {
      $0.todos = [tea, Todo(id: rice.id, title: "rice")]
    }
    app.answer(
      \LoadValue<String>.reply, with: .success("#/active"),
      sends: [TodoAppMessage.routeLoaded(.success("#/active")), TodoAppMessage.loaded]
    ) { $0.isLoaded = true }
    app.finish()
  }

  @Test func theOneIsLoadedEvenIfTheOtherFails() {
    let app = makeApp()
    let error = StoreError.notDecodable(name: "route", reason: "")
    app.answer(\LoadValue<String>.reply, with: .failure(error)) { $0.problem = error }
    app.answer(
      \LoadPersisted<[SavedTodo]>.reply, with: .success([SavedTodo(tea)]),
      sends: [TodoAppMessage.todosLoaded(.success([SavedTodo(tea)])), TodoAppMessage.loaded]
    ) {
      $0.todos = [tea]
      $0.isLoaded = true
    }
    app.finish()
  }

  @Test func aDamagedFileIsKeptAsideAndTheAppBeginsAnew() {
    let store = VirtualStore()
    store.damage("todos-katana.json")
    let app = AppTest(todoProgram, interpreters: [.store(store)], exhaustive: .model)
    app.start(exhaustive: false) { _ in }
    guard case .damaged = app.model.problem else {
      Issue.record("\(app.model)")
      return
    }
    app.send(.created(tea.id, title: "tea")) { $0.todos = [tea] }
    app.finish()
    #expect(store.persisted(.todos) == [SavedTodo(tea)])
  }

  @Test func aProblemOfTheStoreIsShown() {
    let error = StoreError.file(.noSpace(path: "todos-katana.json"))
    for message in [TodoAppMessage.notSaved(error), .routeSaved(error)] {
      StepTest(todoAppFeature, model: TodoApp()).send(message) { $0.problem = error }
    }
    StepTest(todoAppFeature, model: TodoApp()).send(.routeSaved(nil))
  }

  @Test func everythingIsWired() {
    expectWiring(of: todoProgram, interpreters: [.store(VirtualStore()), .random()])
  }
}
