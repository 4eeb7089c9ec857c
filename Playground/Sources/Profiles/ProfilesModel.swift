public import API
public import Katana

/// The part of the app's model that is about other users.
public struct ProfilesModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = ProfilesMessage

  /// The profiles that were requested, by name, as the server has sent them.
  public var profiles: [String: Loadable<Profile>]
  /// Whom the user wants to follow, while the server has not confirmed it.
  public var following: Wishes

  /// Creates a model; by default, without profiles.
  public init(profiles: [String: Loadable<Profile>] = [:], following: Wishes = Wishes()) {
    self.profiles = profiles
    self.following = following
  }

  /// Returns a profile as it is to be shown, with what the user wants. It may be that of an author
  /// whom another feature has loaded; a list may be older than the answer that is known here.
  public func shown(_ profile: Profile) -> Profile {
    var profile = profile
    profile.following =
      following[profile.username] ?? profiles[profile.username]?.value?.following
      ?? profile.following
    return profile
  }
}
