/// Finds the route of a request. The first route that matches answers.
struct Router: Sendable {
  let routes: [Route]

  /// The whole API.
  static let conduit = Router(
    routes: accountRoutes + profileRoutes + articleRoutes + commentRoutes)

  func answer(_ request: APIRequest, store: inout ConduitStore) -> APIResponse {
    for route in routes {
      guard let parameters = route.parameters(of: request) else { continue }
      var request = request
      request.parameters = parameters
      do {
        return try route.answer(request, &store)
      } catch {
        return .failure(error as? APIFailure ?? .unexpected)
      }
    }
    return .failure(.notFound("path"))
  }
}
