public import Katana
import KatanaEffects

/// Changes the list, and keeps it for the next start.
struct TodoAppFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] {
    [
      NewID.self, LoadPersisted<[SavedTodo]>.self, LoadValue<String>.self, SaveValue<String>.self,
      Persisted.self,
    ]
  }

  func update(model: inout TodoApp, message: TodoAppMessage) -> [any Command] {
    switch message {
    case .newTitleChanged(let text): model.newTitle = text
    case .newTitleEntered:
      let title = model.newTitle.trimmed
      guard !title.isEmpty else { return [] }
      model.newTitle = ""
      return [NewID(reply { .created($0, title: title) })]
    case .created(let id, let title): model.todos.append(Todo(id: id, title: title))
    case .allMarked(let isCompleted):
      for id in model.todos.map(\.id) { model.todos[id: id]?.isCompleted = isCompleted }
    case .clearCompletedTapped: model.todos.removeAll(where: \.isCompleted)
    case .routeChanged(let route):
      model.chosenFilter = TodoFilter(route: route) ?? .all
      return [SaveValue(.route, model.filter.route, reply { .routeSaved($0) })]
    case .todosLoaded(.success(let saved)):
      // The user may have entered todos meanwhile.
      model.todos = IdentifiedArray((saved ?? []).map(\.todo) + model.todos)
    case .todosLoaded(.failure(let error)):
      model.problem = error
      // A file that could not be read is still there, and may be all right. Others are kept aside.
      if case .file = error { model.canSave = false }
    case .routeLoaded(.success(let route)):
      model.chosenFilter = model.chosenFilter ?? TodoFilter(route: route)
    case .routeLoaded(.failure(let error)), .routeSaved(let error?), .notSaved(let error):
      model.problem = error
    case .routeSaved(nil): break
    case .loaded: model.isLoaded = true
    }
    return []
  }

  func subscriptions(model: TodoApp) -> [any Subscription] {
    model.isLoaded && model.canSave
      ? [
        Persisted(model.todos.map(SavedTodo.init), to: .todos, reply { .notSaved($0) })
      ] : []
  }
}

let todoAppFeature = TodoAppFeature().with(.each(\.todos, TodoUpdater()))

/// The whole app. It begins with the todos and the route of the last start, read at the same time.
/// Either may fail without the other.
public let todoProgram = Program(
  model: TodoApp(), todoAppFeature,
  commands: [
    Concurrent(
      [
        LoadPersisted(.todos, Reply(TodoAppMessage.todosLoaded).allowingFailure),
        LoadValue(.route, Reply(TodoAppMessage.routeLoaded).allowingFailure),
      ], then: TodoAppMessage.loaded)
  ])
