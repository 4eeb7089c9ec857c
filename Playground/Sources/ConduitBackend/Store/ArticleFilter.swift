/// Which articles to list; every condition that is set must hold.
struct ArticleFilter: Sendable {
  var tag: String?
  var author: String?
  var favorited: String?
}

/// Which part of a list to show.
struct PageWindow: Sendable {
  var limit = 20
  var offset = 0
}
