/// One row of the table of sample articles. Lists are words with spaces between them.
struct SampleArticle: Sendable {
  var author: String
  var tags: String
  var favoritedBy = ""
  var title: String
  var description: String
  var body: String
}
