/// `GET /user`: the own account.
struct ReadUser: StoreOperation {
  static let route = Route("GET", "user", for: .user)

  init(_ input: OperationInput) {}

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    .ok(["user": try store.ownView(request)])
  }
}

extension ServerModel {
  /// Returns the user of a request as that user sees it.
  func ownView(_ request: Request) throws(Refusal) -> UserView {
    let id = try requiredUserID(request)
    guard let token = request.token else { throw .token("is missing") }
    return UserView(self[user: id], token: token)
  }
}
