import Katana

/// The message that there is a token for a new session of a user.
struct SessionOpened: Message, Codable, Equatable {
  var request: Request
  var user: UserID
  /// The status of the answer: 201 if the user is new.
  var status: Int
  var session: NewSession
}

/// Returns the command that opens a session of a user. The answer to the request follows.
func openSession(of user: UserID, _ request: Request, status: Int) -> any Command {
  NewToken(Reply { SessionOpened(request: request, user: user, status: status, session: $0) })
}

/// Keeps the new session, and answers with its token.
let sessionUpdater = CombinedUpdater<ServerModel>(
  [
    .full(
      TypedFunctionUpdater { (model: inout ServerModel, message: SessionOpened) in
        model.sessions[message.session.id] = message.user
        let view = UserView(model[user: message.user], token: message.session.token)
        return [Respond(message.request.id, Response(message.status, ["user": view]))]
      })
  ], effects: [Respond.self])
