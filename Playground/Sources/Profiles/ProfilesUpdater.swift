import API
public import Katana

/// Shows profiles, and follows users.
public struct ProfilesUpdater: TypedUpdater {
  /// The ids of commands.
  public enum ID: Hashable, Sendable {
    /// All requests to the server. A change of the user cancels them.
    case requests
    /// The requests to follow one user. Only the last wish must reach the server.
    case following(String)
  }

  /// Creates the updater.
  public init() {}

  /// Turns requests of the user into commands. A following is shown at once.
  public func update(model: inout ProfilesModel, message: ProfilesMessage) -> [any Command] {
    switch message {
    case .profileRequested(let name):
      model.profiles[name, default: .absent].begin()
      return [APICommand.load(name, after: model.following.answered).cancellable(id: ID.requests)]
    case .profileLoaded(let name, let after, let result):
      let known = model.profiles[name]?.value
      model.profiles[name, default: .absent].end(result)
      // What was loaded may be older than the answer to a wish that came since.
      if after != model.following.answered, let known, case .success(var profile) = result {
        profile.following = known.following
        model.profiles[name] = .loaded(profile)
      }
      return []
    case .followRequested(let name, let wish):
      model.following[name] = wish
      return [
        APICommand.follow(name, wish).queued(id: ID.following(name), .keepLatest)
          .cancellable(id: ID.requests)
      ]
    case .followed(let name, let wish, let result):
      model.following.end(name, wish)
      if case .success = result { model.profiles[name, default: .absent].end(result) }
      return []
    }
  }
}
