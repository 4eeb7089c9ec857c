/// `GET /profiles/NAME`: a user as others see it.
struct ReadProfile: StoreOperation {
  static let route = Route("GET", "profiles/:username")

  var username: String

  init(_ input: OperationInput) { username = input.text("username") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.userID(request)
    return .ok(["profile": store.profile(try store.profileID(username), for: reader)])
  }
}

extension ServerModel {
  /// Returns the user with a name, who must be there.
  func profileID(_ username: String) throws(Refusal) -> UserID {
    guard let id = userID(named: username) else { throw .notFound("profile") }
    return id
  }
}
