public import Authentication
public import Katana

/// Forgets all articles when another user asks, because favourites and followed authors are those of
/// one user, and ends the watch.
public struct ArticlesUserUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Starts anew when the user has changed. Deletions that wait are dropped, because the server would
  /// not accept them any more.
  public func update(
    model: inout ArticlesModel, message: AuthenticationMessage
  ) -> [any Command] {
    guard let change = message.userChange else { return [] }
    let dropped = model.deletions.filter { !$0.hasBegun }.map(\.slug)
    model = ArticlesModel()
    return change.cancelling(ArticlesUpdater.ID.requests)
      + dropped.flatMap { slug -> [any Command] in
        [
          Cancel(id: ArticlesUpdater.ID.deletion(slug)),
          Send(ArticlesMessage.deletionDropped(slug: slug)),
        ]
      }
  }
}
