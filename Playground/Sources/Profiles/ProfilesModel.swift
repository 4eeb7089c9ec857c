public import API
public import Katana

/// The part of the app's model that is about other users.
public struct ProfilesModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = ProfilesMessage

  /// The profiles that were requested, by name, as the server has sent them.
  public var profiles: [String: Loadable<Profile>]
  /// When their loads began, by the time of the wishes; 0 if there is no entry.
  public var loadedAt: [String: Int]
  /// Whom the user wants to follow.
  public var following: Wishes<Follow>

  /// Creates a model; by default, without profiles.
  public init(
    profiles: [String: Loadable<Profile>] = [:], loadedAt: [String: Int] = [:],
    following: Wishes<Follow> = Wishes()
  ) {
    (self.profiles, self.loadedAt, self.following) = (profiles, loadedAt, following)
  }

  /// Returns a profile as it is to be shown, with what the user wants. It may be that of an author whom
  /// another feature has loaded, which may be older than an answer that is known here.
  public func shown(_ profile: Profile) -> Profile {
    var profile = profile
    let name = profile.username
    let known = following.shown(name, loadedAt: loadedAt[name] ?? 0)
    profile.following = known ?? profiles[name]?.value?.following ?? profile.following
    return profile
  }

  mutating func keep(_ name: String, after time: Int, _ outcome: Outcome<Profile, APIError>) {
    profiles[name, default: .absent].end(outcome)
    if outcome.error == nil { loadedAt[name] = time == 0 ? nil : time }
  }
}
