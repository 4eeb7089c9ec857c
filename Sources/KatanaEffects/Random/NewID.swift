public import Foundation
public import Katana

/// Makes a new unique identifier.
///
/// ```swift
/// case .addTapped: return [NewID(reply { .added($0) })]
/// case .added(let id): model.todos.append(Todo(id: id))
/// ```
///
/// An update that calls `UUID()` itself is not pure: a test could not state the expected model.
///
/// Performed by the interpreters of `.random()`.
public struct NewID: Command, Equatable {
  /// The reply, which turns the identifier into a message.
  public var reply: Reply<UUID>

  /// Creates a command that makes an identifier.
  public init(_ reply: Reply<UUID>) { self.reply = reply }
}
