import API
import Authentication
public import Katana

/// Ends the watch when the session ends: watching is for those who are logged in.
public struct WatchExpiryUpdater: Updater {
  /// The updater.
  public init() {}

  /// Messages of other features, by which a session ends.
  public var takes: MessageTypes { .only([SessionExpired.self, AuthenticationMessage.self]) }

  /// Listens to other features: who logged out, or was logged out, watches nothing.
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
