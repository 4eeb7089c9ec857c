public import Foundation
public import Katana
public import KatanaEffects

// TodoMVC, the app that many frameworks show: https://todomvc.com. What it does is in
// https://github.com/tastejs/todomvc/blob/master/app-spec.md; the tests follow that page.

/// The list of todos, and what is shown of it.
public struct TodoApp: Model, Equatable {
  /// The messages of the list.
  public typealias Receives = TodoAppMessage

  /// All todos, the newest last.
  public var todos: IdentifiedArray<Todo>
  /// The text in the field for a new todo.
  public var newTitle = ""
  /// What the user has chosen to see; `nil` until the user or the last start has chosen.
  public var chosenFilter: TodoFilter?
  /// Whether the todos of the last start are in the list.
  public var isLoaded = false
  /// Whether the list may replace the saved one.
  public var canSave = true
  /// What could not be loaded or saved.
  public var problem: StoreError?

  /// Creates a list.
  public init(todos: IdentifiedArray<Todo> = [], filter: TodoFilter? = nil) {
    (self.todos, chosenFilter) = (todos, filter)
  }

  /// Which todos are shown.
  public var filter: TodoFilter { chosenFilter ?? .all }
  /// The todos that are shown.
  public var shownTodos: [Todo] { todos.filter(filter.shows) }
  /// Whether the list and the line below it are shown.
  public var showsList: Bool { !todos.isEmpty }
  /// Whether the checkbox that marks all todos is checked.
  public var areAllCompleted: Bool { showsList && activeCount == 0 }
  /// The number of todos that are not completed.
  public var activeCount: Int { todos.count { !$0.isCompleted } }
  /// The noun after that number.
  public var counterLabel: String { activeCount == 1 ? "item left" : "items left" }
  /// The number of completed todos, on the button that removes them.
  public var completedCount: Int { todos.count - activeCount }
  /// Whether that button is shown.
  public var showsClearCompleted: Bool { completedCount > 0 }
}

/// The messages of the list.
public enum TodoAppMessage: Message, Equatable {
  /// The user has changed the text in the field for a new todo.
  case newTitleChanged(String)
  /// The user has pressed return in that field.
  case newTitleEntered
  /// A new todo has got its id.
  case created(UUID, title: String)
  /// The user has clicked the checkbox that marks all todos.
  case allMarked(completed: Bool)
  /// The user has clicked the button that removes the completed todos.
  case clearCompletedTapped
  /// The user has clicked a link, or has opened the app with one.
  case routeChanged(String)
  /// The saved todos were read; `nil` if there are none.
  case todosLoaded(Outcome<[SavedTodo]?, StoreError>)
  /// The saved route was read.
  case routeLoaded(Outcome<String, StoreError>)
  /// Both were read.
  case loaded
  /// The route was saved; the error if that failed.
  case routeSaved(StoreError?)
  /// The todos could not be saved.
  case notSaved(StoreError)
}
