extension Router {
  static let accountRoutes = [
    Route("POST", "/api/users") { request, store in
      .created(["user": try store.register(try request.decodeBody(), token: .random())])
    },
    Route("POST", "/api/users/login") { request, store in
      .ok(["user": try store.logIn(try request.decodeBody(), token: .random())])
    },
    Route("GET", "/api/user") { request, store in
      .ok(["user": try store.user(request.token)])
    },
    Route("PUT", "/api/user") { request, store in
      _ = try store.requireViewer(request.token)
      return .ok(["user": try store.changeUser(request.token, try request.decodeBody())])
    },
  ]
}
