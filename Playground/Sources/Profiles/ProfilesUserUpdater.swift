public import Authentication
public import Katana

/// Forgets all profiles when another user asks, because each says whom the user follows.
public struct ProfilesUserUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Starts anew when the user has changed.
  public func update(
    model: inout ProfilesModel, message: AuthenticationMessage
  ) -> [any Command] {
    guard let change = message.userChange else { return [] }
    model = ProfilesModel()
    return change.cancelling(ProfilesUpdater.ID.requests)
  }
}
