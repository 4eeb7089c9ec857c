extension Router {
  static let profileRoutes = [
    Route("GET", "/api/profiles/:username") { request, store in
      let viewer = try store.viewer(request.token)
      return .ok(["profile": try store.profile(request.parameter("username"), viewer: viewer)])
    },
    Route("POST", "/api/profiles/:username/follow") { request, store in
      .ok(["profile": try follow(request, &store, true)])
    },
    Route("DELETE", "/api/profiles/:username/follow") { request, store in
      .ok(["profile": try follow(request, &store, false)])
    },
  ]

  private static func follow(
    _ request: APIRequest, _ store: inout ConduitStore, _ follows: Bool
  ) throws(APIFailure) -> ProfileView {
    let viewer = try store.requireViewer(request.token)
    return try store.setFollows(follows, request.parameter("username"), viewer: viewer)
  }
}
