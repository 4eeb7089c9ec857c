public import Authentication
public import Katana

/// Forgets all comments when another user asks, because each author is one whom the user follows or
/// not.
public struct CommentsUserUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Starts anew when the user has changed.
  public func update(
    model: inout CommentsModel, message: AuthenticationMessage
  ) -> [any Command] {
    guard let change = message.userChange else { return [] }
    model = CommentsModel()
    return change.cancelling(CommentsUpdater.ID.requests)
  }
}
