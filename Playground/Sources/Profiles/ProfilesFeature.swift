import API
public import Katana

/// The feature of other users: its updaters and its effects.
public let profilesFeature = CombinedUpdater<ProfilesModel>(
  [
    .full(ProfilesUpdater()),
    .slice(\.following, wishes(Follow.self)),
    .full(
      TypedFunctionUpdater { (model: inout ProfilesModel, message: UserChanged) in
        model = ProfilesModel()
        return message.cancellation
      }),
    .full(
      TypedFunctionUpdater { (model: inout ProfilesModel, _: RequestsCancelled) in
        for name in model.profiles.keys { model.profiles[name]?.cancel() }
        return []
      }),
  ],
  effects: [APICommand<Profile>.self])

/// Loads profiles.
public struct ProfilesUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Requests a profile, and keeps the answer.
  public func update(model: inout ProfilesModel, message: ProfilesMessage) -> [any Command] {
    switch message {
    case .profileRequested(let name):
      model.profiles[name, default: .absent].begin()
      return [APICommand.load(name, after: model.following.time).ofUser]
    case .profileLoaded(let name, let time, let outcome):
      model.keep(name, after: time, outcome)
      return []
    }
  }
}
