public import API
public import Katana

/// The messages about other users.
public enum ProfilesMessage: Message, Codable, Equatable {
  /// The user wants to see the profile with this name.
  case profileRequested(String)
  /// The server has answered with that profile, or the request has failed. `after`: how many wishes
  /// to follow had been answered when the request was sent.
  case profileLoaded(String, after: Int = 0, Outcome<Profile, APIError>)
  /// The user wants to follow somebody, or to stop following them.
  case followRequested(String, Bool)
  /// The server has done so, or has refused it.
  case followed(String, Bool, Outcome<Profile, APIError>)
}

extension ProfilesMessage: ShownAtOnce {
  /// A following is shown at once.
  public func refused(_ error: APIError) -> ProfilesMessage? {
    guard case .followRequested(let name, let wish) = self else { return nil }
    return .followed(name, wish, .failure(error))
  }
}
