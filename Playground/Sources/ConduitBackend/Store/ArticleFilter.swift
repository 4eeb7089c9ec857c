/// The conditions for a list of articles. All conditions that are set must hold.
struct ArticleFilter: Sendable {
  var tag: String?
  var author: String?
  var favorited: String?
}

/// The part of a list to show.
struct PageWindow: Sendable {
  var limit = 20
  var offset = 0
}
