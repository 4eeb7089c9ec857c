public import Authentication
public import Katana

/// Ends the watch when the session ends, because only a logged-in user can watch articles.
public struct WatchExpiryUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Ends the watch when authentication says that the session has ended.
  public func update(
    model: inout ArticlesModel, message: AuthenticationMessage
  ) -> [any Command] {
    switch message {
    case .loggedOut, .expired: model.watch = nil
    default: break
    }
    return []
  }
}
