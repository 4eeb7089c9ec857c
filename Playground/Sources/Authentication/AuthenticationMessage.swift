public import API
public import Katana

/// The messages about accounts and sessions.
public enum AuthenticationMessage: Message, Codable, Equatable {
  /// The app has started. A session of an earlier start may be saved.
  case opened
  /// The saved session was loaded; `nil` if there is none.
  case recalled(Outcome<Session?, SessionStoreError>)
  /// The user wants to create an account and to log in to it.
  case registrationRequested(Registration)
  /// The server has created the account, or the request has failed.
  case registered(Outcome<Session, APIError>)
  /// The user wants to log in.
  case logInRequested(Credentials)
  /// The user cancels the login. The request to the server is cancelled, too.
  case logInCancelled
  /// The server has accepted the login, or the request has failed.
  case loggedIn(Outcome<Session, APIError>)
  /// The user wants to log out.
  case logOutRequested
  /// The user has logged out of a session; `nil` if the user was not logged in.
  case loggedOut(Session?)
  /// The session has ended, because the server has refused it.
  case expired
  /// The user wants to see the account.
  case accountRequested
  /// The server has answered with the account, or the request has failed.
  case accountLoaded(Outcome<Session, APIError>)
  /// The user wants to change the account.
  case changeRequested(AccountChange)
  /// The server has changed the account of the user who had this name, or has refused it; `nil` if
  /// nobody was logged in.
  case changed(of: String?, Outcome<Session, APIError>)
  /// The session was saved or removed; the error if that failed.
  case stored(SessionStoreError?)
}

extension AuthenticationMessage {
  /// Why the session was not loaded or saved; `nil` if the message says nothing of it.
  public var storeError: SessionStoreError? {
    switch self {
    case .recalled(.failure(let error)), .stored(let error?): error
    default: nil
    }
  }
}
