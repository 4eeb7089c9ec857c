public import API
public import Katana
public import KatanaEffects

/// What happens around accounts and sessions.
public enum AuthenticationMessage: Message, Codable, Equatable {
  /// The app has begun: a session may have been remembered.
  case opened
  /// The remembered session was looked up.
  case recalled(Result<Session?, StoreError>)
  /// Somebody wants an account, and to be logged in to it.
  case registrationRequested(Registration)
  /// The server has answered a registration.
  case registered(Result<Session, APIError>)
  /// Somebody wants to be logged in.
  case logInRequested(Credentials)
  /// The server has answered a login.
  case loggedIn(Result<Session, APIError>)
  /// The user wants to be logged out.
  case logOutRequested
  /// The session given has ended, as the user wished; there may have been none.
  case loggedOut(Session?)
  /// The user wants to see the account.
  case accountRequested
  /// The server has answered who the user is.
  case accountLoaded(Result<Session, APIError>)
  /// The session was remembered or forgotten, or could not be, for the reason given.
  case stored(StoreError?)
}
