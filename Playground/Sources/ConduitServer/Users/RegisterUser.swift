import Katana

/// `POST /users`: registers a user, and opens a session.
///
/// The password is hashed by a command, and the token of the session comes from another one. So the user
/// is added in the third step, together with the session: a user without one is never saved.
struct RegisterUser: APIOperation {
  static let route = Route("POST", "users", for: .guest, hasBody: true)

  struct Input: Codable, Equatable, Sendable {
    var username: String?
    var email: String?
    var password: Secret<String>?
  }

  var user: Input
  /// What is wrong with the password.
  var passwordError: String?

  init(_ input: OperationInput) throws(Refusal) {
    user = try input.decoded("user")
    passwordError = FieldErrors.passwordError(user.password, isNew: true)
  }

  /// The message that the password of a new user is hashed.
  struct Hashed: Message, Codable, Equatable {
    var request: Request
    var username: String
    var email: String
    var password: PasswordHash
  }

  /// The message that there is a token for the session of the new user.
  struct Finished: Message, Codable, Equatable {
    var hashed: Hashed
    var session: NewSession
  }

  static let updater = CombinedUpdater<ServerModel>(
    [
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Received<RegisterUser>) in
          Respond.orRefuse(message.request) { () throws(Refusal) in
            try message.operation.begin(message.request, model)
          }
        }),
      .full(
        TypedFunctionUpdater { (_: inout ServerModel, message: Hashed) in
          [NewToken(Reply { Finished(hashed: message, session: $0) })]
        }),
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Finished) in
          Respond.orRefuse(message.hashed.request) { () throws(Refusal) in
            [try add(message.hashed, message.session, &model)]
          }
        }),
    ], effects: [HashPassword.self, NewToken.self, Respond.self])

  private func begin(
    _ request: Request, _ model: ServerModel
  ) throws(Refusal) -> [any Command] {
    var errors = FieldErrors()
    let username = errors.username(user.username, of: nil, in: model)
    let email = errors.email(user.email, of: nil, in: model)
    errors.add(passwordError, to: "password")
    try errors.check()
    return [
      HashPassword(
        user.password ?? Secret(""),
        Reply { Hashed(request: request, username: username, email: email, password: $0) })
    ]
  }

  /// Adds the user. Another request may have taken the name in the meantime.
  private static func add(
    _ message: Hashed, _ session: NewSession, _ model: inout ServerModel
  ) throws(Refusal) -> any Command {
    var errors = FieldErrors()
    let user = User(
      id: model.nextUserID,
      username: errors.username(message.username, of: nil, in: model),
      email: errors.email(message.email, of: nil, in: model), password: message.password)
    try errors.check()
    model.save(.user(user))
    return model.open(session, of: user, message.request, status: 201)
  }
}
