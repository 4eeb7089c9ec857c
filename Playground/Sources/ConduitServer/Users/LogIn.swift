import Katana

/// `POST /users/login`: opens a session for a user with the right password.
struct LogIn: APIOperation {
  static let route = Route("POST", "users/login", for: .guest, hasBody: true)

  struct Input: Codable, Equatable, Sendable {
    var email: String?
    var password: Secret<String>?
  }

  var user: Input
  /// What is wrong with the password before it is checked.
  var passwordError: String?

  init(_ input: OperationInput) throws(Refusal) {
    user = try input.decoded("user")
    passwordError = FieldErrors.passwordError(user.password, isNew: false)
  }

  /// The message that a password is checked.
  struct Checked: Message, Codable, Equatable {
    var request: Request
    /// `nil` if no user has the email.
    var user: UserID?
    var isRight: Bool
    /// What the password was compared with.
    var hash: PasswordHash
  }

  static let updater = CombinedUpdater<ServerModel>(
    [
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Received<LogIn>) in
          Respond.orRefuse(message.request) { () throws(Refusal) in
            try message.operation.begin(message.request, model)
          }
        }),
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Checked) in
          // The password may have been changed while the former one was compared.
          guard message.isRight, let id = message.user,
            message.hash == model.users[id: id]?.password
          else { return [Respond(message.request.id, Refusal.credentials.response)] }
          return [openSession(of: id, message.request)]
        }),
    ], effects: [CheckPassword.self, NewToken.self, Respond.self])

  private func begin(
    _ request: Request, _ model: ServerModel
  ) throws(Refusal) -> [any Command] {
    var errors = FieldErrors()
    let email = errors.required(user.email, "email", .email)
    errors.add(passwordError, to: "password")
    try errors.check()
    let id = model.userID(email: email)
    let hash = id.flatMap { model[user: $0].password } ?? .ofNobody
    return [
      CheckPassword(
        user.password ?? Secret(""), against: hash,
        Reply { Checked(request: request, user: id, isRight: $0, hash: hash) })
    ]
  }
}
