import API
public import Katana

/// The feature of other users: its updaters and its effects.
public let profilesFeature = CombinedUpdater<ProfilesModel>(
  [.full(ProfilesUpdater()), .full(ProfilesUserUpdater()), .full(ProfilesCancellationUpdater())],
  effects: [APICommand<Profile>.self])
