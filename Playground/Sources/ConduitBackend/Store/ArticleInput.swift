/// What a client sends to publish an article. Fields that are missing are reported as blank.
struct NewArticle: Enveloped {
  static let envelopeKey = "article"

  var title: String?
  var description: String?
  var body: String?
  var tagList: [String]?
}

/// What a client sends to change an article. Fields that are missing stay as they are.
struct ArticleChange: Enveloped {
  static let envelopeKey = "article"

  var title: String?
  var description: String?
  var body: String?
  var tagList: [String]?
}

/// What a client sends to comment on an article.
struct NewComment: Enveloped {
  static let envelopeKey = "comment"

  var body: String?
}
