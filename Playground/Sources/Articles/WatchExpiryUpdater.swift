import API
import Authentication
public import Katana

/// Ends the watch when the session ends, because only a logged-in user can watch articles.
public struct WatchExpiryUpdater: Updater {
  /// Creates the updater.
  public init() {}

  /// The messages of other features that end a session.
  public var takes: MessageTypes { .only([SessionExpired.self, AuthenticationMessage.self]) }

  /// Ends the watch when another feature says that the session has ended.
  public func update(model: inout ArticlesModel, message: any Message) -> [any Command] {
    switch message {
    case is SessionExpired: model.watch = nil
    case let message as AuthenticationMessage:
      if case .loggedOut = message { model.watch = nil }
    default: break
    }
    return []
  }
}
