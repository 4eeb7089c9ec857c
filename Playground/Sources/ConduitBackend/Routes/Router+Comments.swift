extension Router {
  static let commentRoutes = [
    Route("GET", "/api/articles/:slug/comments") { request, store in
      let viewer = try store.viewer(request.token)
      return .ok(["comments": try store.comments(request.parameter("slug"), viewer: viewer)])
    },
    Route("POST", "/api/articles/:slug/comments") { request, store in
      let viewer = try store.requireViewer(request.token)
      let comment = try store.addComment(
        try request.decodeBody(), to: request.parameter("slug"), author: viewer,
        now: request.receivedAt)
      return .created(["comment": comment])
    },
    Route("DELETE", "/api/articles/:slug/comments/:id") { request, store in
      let viewer = try store.requireViewer(request.token)
      guard let id = Int(request.parameter("id")) else { throw APIFailure.notFound("comment") }
      try store.deleteComment(id, of: request.parameter("slug"), viewer: viewer)
      return .noContent
    },
  ]
}
