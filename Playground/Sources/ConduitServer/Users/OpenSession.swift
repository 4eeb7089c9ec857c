import Katana

/// The message that there is a token for a new session of a user.
struct SessionOpened: Message, Codable, Equatable {
  var request: Request
  var user: UserID
  var session: NewSession
}

/// Returns the command that opens a session of a user. The answer to the request follows.
func openSession(of user: UserID, _ request: Request) -> any Command {
  NewToken(Reply { SessionOpened(request: request, user: user, session: $0) })
}

extension ServerModel {
  /// Keeps a new session of a user, and returns the answer with its token.
  mutating func open(
    _ session: NewSession, of user: User, _ request: Request, status: Int
  ) -> any Command {
    save(.session(session.id, user.id))
    let view = UserView(user, token: session.token)
    return Respond(request.id, Response(status, ["user": view]))
  }
}

/// Keeps the new session, and answers with its token.
let sessionUpdater = CombinedUpdater<ServerModel>(
  [
    .full(
      TypedFunctionUpdater { (model: inout ServerModel, message: SessionOpened) in
        // The user may have been one that could not be saved.
        guard let user = model.users[id: message.user] else {
          return [Respond(message.request.id, Refusal.credentials.response)]
        }
        return [model.open(message.session, of: user, message.request, status: 200)]
      })
  ], effects: [Respond.self])
