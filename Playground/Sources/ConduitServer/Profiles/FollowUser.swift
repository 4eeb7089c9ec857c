/// `POST /profiles/NAME/follow`: the articles of a user come into the own feed.
struct FollowUser: StoreOperation {
  static let route = Route("POST", "profiles/:username/follow", for: .user)

  var username: String

  init(_ input: OperationInput) { username = input.text("username") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.requiredUserID(request)
    let id = try store.profileID(username)
    store.save(.follow(id, by: reader, true))
    return .ok(["profile": store.profile(id, for: reader)])
  }
}
