public import API
public import Katana

/// The messages about other users. Whether one is followed is a ``Follow``.
public enum ProfilesMessage: Message, Codable, Equatable {
  /// The user wants to see the profile with this name.
  case profileRequested(String)
  /// The server has answered with that profile, or the request has failed. `after`: how many wishes had
  /// been answered when the request was sent.
  case profileLoaded(String, after: Int = 0, Outcome<Profile, APIError>)
}
