public import Foundation
public import Katana

/// Asks for an identifier that nobody else has.
///
/// ```swift
/// case .addTapped: return [NewID(Reply(TodoMessage.added))]
/// case .added(let id): model.todos.append(Todo(id: id))
/// ```
///
/// An update that called `UUID()` itself would not be pure: its test could not state the model.
/// Performed by the interpreters of `.random()`.
public struct NewID: Command, Equatable {
  /// Makes the message of the answer.
  public var reply: Reply<UUID>

  /// Creates a question for an identifier.
  public init(_ reply: Reply<UUID>) { self.reply = reply }
}
