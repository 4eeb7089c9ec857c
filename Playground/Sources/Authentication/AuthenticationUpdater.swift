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
      return model.memory.map { [$0.recall] } ?? []
    case .registrationRequested(let registration):
      return [begin(.register(registration))]
    case .logInRequested(let credentials):
      return [begin(.logIn(credentials))]
    case .accountRequested:
      return [request(.loadAccount)]
    case .changeRequested(let change):
      return [request(.change(change, of: model.session?.username))]
    case .recalled(.success(let session)):
      // The user may have logged in meanwhile.
      model.session = model.session ?? session
      return []
    case .registered(.success(let session)), .loggedIn(.success(let session)):
      model.session = session
      return model.memory.map { [$0.remember(session)] } ?? []
    case .accountLoaded(.success(let session)):
      // The session of the request may have ended since, or another user may have logged in.
      if session.username == model.session?.username { model.session = session }
      return []
    case .changed(let name, .success(let session)):
      // The session of the request may have ended since, or another user may have logged in.
      guard let current = model.session, current.username == name else { return [] }
      // The server may have given a new token with the new name.
      model.session = session
      return model.memory.map { [$0.remember(session)] } ?? []
    case .logOutRequested:
      let ended = model.session
      model.session = nil
      return [Cancel(id: ID.requests)] + model.forget
        + [Send(AuthenticationMessage.loggedOut(ended))]
    case .recalled(.failure), .registered(.failure), .loggedIn(.failure), .accountLoaded(.failure),
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

extension AuthenticationModel {
  /// The command that removes the saved session; empty if sessions are not saved.
  var forget: [any Command] { memory.map { [$0.forget] } ?? [] }
}
