extension Router {
  /// The feed stands before the article, whose slug would match `feed` too.
  static let articleRoutes = [
    Route("GET", "/api/articles") { request, store in
      let viewer = try store.viewer(request.token)
      let filter = ArticleFilter(
        tag: request.query["tag"],
        author: request.query["author"],
        favorited: request.query["favorited"])
      return .ok(store.articles(filter, try request.pageWindow(), viewer: viewer))
    },
    Route("GET", "/api/articles/feed") { request, store in
      let viewer = try store.requireViewer(request.token)
      return .ok(store.feed(try request.pageWindow(), viewer: viewer))
    },
    Route("GET", "/api/articles/:slug") { request, store in
      let viewer = try store.viewer(request.token)
      return .ok(["article": try store.article(request.parameter("slug"), viewer: viewer)])
    },
    Route("POST", "/api/articles") { request, store in
      let viewer = try store.requireViewer(request.token)
      let article = try store.publish(
        try request.decodeBody(), author: viewer, now: request.receivedAt)
      return .created(["article": article])
    },
    Route("PUT", "/api/articles/:slug") { request, store in
      let viewer = try store.requireViewer(request.token)
      let article = try store.changeArticle(
        request.parameter("slug"), try request.decodeBody(), viewer: viewer,
        now: request.receivedAt)
      return .ok(["article": article])
    },
    Route("DELETE", "/api/articles/:slug") { request, store in
      let viewer = try store.requireViewer(request.token)
      try store.deleteArticle(request.parameter("slug"), viewer: viewer)
      return .noContent
    },
    Route("POST", "/api/articles/:slug/favorite") { request, store in
      .ok(["article": try favorite(request, &store, true)])
    },
    Route("DELETE", "/api/articles/:slug/favorite") { request, store in
      .ok(["article": try favorite(request, &store, false)])
    },
    Route("GET", "/api/tags") { _, store in
      .ok(["tags": store.tags])
    },
  ]

  private static func favorite(
    _ request: APIRequest, _ store: inout ConduitStore, _ favorited: Bool
  ) throws(APIFailure) -> ArticleView {
    let viewer = try store.requireViewer(request.token)
    return try store.setFavorited(favorited, request.parameter("slug"), viewer: viewer)
  }
}

extension APIRequest {
  fileprivate func pageWindow() throws(APIFailure) -> PageWindow {
    PageWindow(
      limit: try number("limit", atLeast: 1, default: 20),
      offset: try number("offset", atLeast: 0, default: 0))
  }
}
