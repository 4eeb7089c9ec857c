import Katana

/// `POST /users`: registers a user, and opens a session.
///
/// The password is hashed by a command, so the user is added in a second step, and the session is
/// opened in a third one.
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

  static let updater = CombinedUpdater<ServerModel>(
    [
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Received<RegisterUser>) in
          Respond.orRefuse(message.request) { () throws(Refusal) in
            try message.operation.begin(message.request, model)
          }
        }),
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Hashed) in
          Respond.orRefuse(message.request) { () throws(Refusal) in
            try add(message, &model)
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
    _ message: Hashed, _ model: inout ServerModel
  ) throws(Refusal) -> [any Command] {
    var errors = FieldErrors()
    let user = User(
      username: errors.username(message.username, of: nil, in: model),
      email: errors.email(message.email, of: nil, in: model), password: message.password)
    try errors.check()
    let id = model.add(user)
    return [openSession(of: id, message.request, status: 201)]
  }
}
