import API
public import Katana

/// Registers, logs in and logs out the user.
public struct AuthenticationUpdater: TypedUpdater {
  /// The ids of commands.
  public enum ID: Sendable {
    /// The requests to the server. A login and a logout cancel them, because a late answer would begin
    /// a session again, or be about another user.
    case requests
  }

  /// Creates the updater.
  public init() {}

  /// Turns requests of the user into commands, and answers of the server into a session.
  public func update(
    model: inout AuthenticationModel, message: AuthenticationMessage
  ) -> [any Command] {
    switch message {
    case .opened:
      return model.savedServer.map {
        [LoadSession(server: $0, reply: reply { .recalled($0) })]
      } ?? []
    case .registrationRequested(let registration):
      return [begin(.register(registration))]
    case .logInRequested(let credentials):
      return [begin(.logIn(credentials))]
    case .logInCancelled:
      return [Cancel(id: ID.requests)]
    case .accountRequested:
      return [request(.loadAccount)]
    case .changeRequested(let change):
      return [request(.change(change, of: model.session?.username))]
    case .recalled(.success(let session)):
      // The user may have logged in meanwhile.
      guard model.session == nil, session != nil else { return [] }
      model.session = session
      return [Send(UserChanged())]
    case .registered(.success(let session)), .loggedIn(.success(let session)):
      model.session = session
      return model.save(session) + [Send(UserChanged())]
    case .accountLoaded(.success(let session)):
      // The session of the request may have ended since, or another user may have logged in.
      if session.username == model.session?.username { model.session = session }
      return []
    case .changed(let name, .success(let session)):
      // The session of the request may have ended since, or another user may have logged in.
      guard let current = model.session, current.username == name else { return [] }
      // The server may have given a new token with the new name.
      model.session = session
      return model.save(session)
    case .logOutRequested:
      let ended = model.session
      model.session = nil
      return [Cancel(id: ID.requests)] + model.save(nil)
        + [Send(AuthenticationMessage.loggedOut(ended)), Send(UserChanged())]
    case .recalled(.failure):
      // What cannot be read is not replaced, and the user is told once.
      model.savedServer = nil
      return []
    case .registered(.failure), .loggedIn(.failure), .accountLoaded(.failure),
      .changed(_, .failure), .loggedOut, .expired, .stored:
      return []
    }
  }

  /// Requests a session. The requests of an earlier one are cancelled.
  private func begin(_ command: APICommand<Session>) -> any Command {
    command.cancellable(id: ID.requests, cancelInFlight: true)
  }

  private func request(_ command: APICommand<Session>) -> any Command {
    command.cancellable(id: ID.requests)
  }
}
