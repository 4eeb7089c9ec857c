public import Foundation
import KatanaEffects

/// A todo as it is kept for the next start: without its draft, and with the keys that the
/// specification of TodoMVC asks for.
public struct SavedTodo: Codable, Equatable, Sendable {
  /// What makes it this todo.
  public var id: UUID
  /// What is to be done.
  public var title: String
  /// Whether it is done.
  public var completed: Bool

  init(_ todo: Todo) { (id, title, completed) = (todo.id, todo.title, todo.isCompleted) }

  var todo: Todo { Todo(id: id, title: title, isCompleted: completed) }
}

extension PersistedFile where Value == [SavedTodo] {
  static var todos: PersistedFile { "todos-katana.json" }
}

extension StoreKey where Value == String {
  /// The route of the last filter.
  static var route: StoreKey { StoreKey("route", default: TodoFilter.all.route) }
}
