/// `DELETE /profiles/NAME/follow`: takes the articles of a user out of the own feed.
struct UnfollowUser: StoreOperation {
  static let route = Route("DELETE", "profiles/:username/follow", for: .user)

  var username: String

  init(_ input: OperationInput) { username = input.text("username") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.requiredUserID(request)
    let id = try store.profileID(username)
    store.save(.follow(id, by: reader, false))
    return .ok(["profile": store.profile(id, for: reader)])
  }
}
