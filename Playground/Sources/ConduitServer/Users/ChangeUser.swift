import Katana

/// `PUT /user`: changes the own account. What is left out stays as it is.
///
/// A new password is hashed by a command first, and the account is changed in a second step.
struct ChangeUser: APIOperation {
  static let route = Route("PUT", "user", for: .user, hasBody: true)

  struct Input: Codable, Equatable, Sendable {
    var username = Field<String>.missing
    var email = Field<String>.missing
    var password = Field<Secret<String>>.missing
    /// `null` and an empty text mean none.
    var bio = Field<String>.missing
    /// `null` and an empty text mean none.
    var image = Field<String>.missing
  }

  var user: Input
  /// What is wrong with the new password.
  var passwordError: String?

  init(_ input: OperationInput) throws(Refusal) {
    user = try input.decoded("user")
    passwordError =
      user.password == .missing
      ? nil : FieldErrors.passwordError(user.password.value, isNew: true)
  }

  /// The message that the new password is hashed. The change in it has no password any more.
  struct Hashed: Message, Codable, Equatable {
    var request: Request
    var change: Input
    var password: PasswordHash
  }

  static let updater = CombinedUpdater<ServerModel>(
    [
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Received<ChangeUser>) in
          Respond.orRefuse(message.request) { () throws(Refusal) in
            try begin(message.operation, message.request, &model)
          }
        }),
      .full(
        TypedFunctionUpdater { (model: inout ServerModel, message: Hashed) in
          Respond.orRefuse(message.request) { () throws(Refusal) in
            let changed = try changed(message.change, message.request, model)
            return try set(changed, password: message.password, message.request, &model)
          }
        }),
    ], effects: [HashPassword.self, Respond.self])

  private static func begin(
    _ operation: ChangeUser, _ request: Request, _ model: inout ServerModel
  ) throws(Refusal) -> [any Command] {
    let change = operation.user
    let changed = try changed(
      change, passwordError: operation.passwordError, request, model)
    guard let password = change.password.value else { return try set(changed, request, &model) }
    var rest = change
    rest.password = .missing
    return [
      HashPassword(
        password, Reply { [rest] in Hashed(request: request, change: rest, password: $0) })
    ]
  }

  /// Returns the user with all changes but the password.
  private static func changed(
    _ change: Input, passwordError: String? = nil, _ request: Request, _ model: ServerModel
  ) throws(Refusal) -> User {
    let id = try model.requiredUserID(request)
    var user = model[user: id]
    var errors = FieldErrors()
    if change.username != .missing {
      user.username = errors.username(change.username.value, of: id, in: model)
    }
    if change.email != .missing {
      user.email = errors.email(change.email.value, of: id, in: model)
    }
    errors.add(passwordError, to: "password")
    user.bio = errors.optional(change.bio, "bio", .bio, from: user.bio)
    user.image = errors.optional(change.image, "image", .image, from: user.image)
    try errors.check()
    return user
  }

  private static func set(
    _ user: User, password: PasswordHash? = nil, _ request: Request, _ model: inout ServerModel
  ) throws(Refusal) -> [any Command] {
    var user = user
    if let password { user.password = password }
    model.save(.user(user))
    return [Respond(request.id, .ok(["user": try model.ownView(request)]))]
  }
}
