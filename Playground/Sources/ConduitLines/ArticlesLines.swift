import Articles
import Katana
import Terminal

/// What a user can type about articles, and what the user sees of them.
let articlesLines = FeatureLines(instructions: instructions, presenter: ArticlesPresenter())

private let instructions = [
  Instruction(
    "articles", "[--tag TAG] [--author NAME] [--favorited NAME] [--page NUMBER]", "list articles"
  ) { (words) throws(Mistake) in
    let options = try words.options(
      of: "articles",
      ["--tag": "TAG", "--author": "NAME", "--favorited": "NAME", "--page": "NUMBER"])
    return ArticlesMessage.listRequested(
      ArticleFilter(
        tag: options["--tag"], author: options["--author"], favorited: options["--favorited"],
        page: try options.page))
  },
  Instruction("feed", "[--page NUMBER]", "list articles by people you follow") {
    (words) throws(Mistake) in
    let options = try words.options(of: "feed", ["--page": "NUMBER"])
    return ArticlesMessage.listRequested(ArticleFilter(isFeed: true, page: try options.page))
  },
  Instruction("bookmarks", "[--page NUMBER]", "list articles with your bookmarks") {
    (words) throws(Mistake) in
    let options = try words.options(of: "bookmarks", ["--page": "NUMBER"])
    return ArticlesMessage.listRequested(ArticleFilter(bookmarked: true, page: try options.page))
  },
  Instruction("read", word: "SLUG", "show an article") {
    ArticlesMessage.articleRequested(slug: $0)
  },
  Instruction(
    "delete", word: "SLUG", "delete your article in \(Deletion.delay.inSeconds)", isAwaited: false
  ) {
    ArticlesMessage.deletionRequested(slug: $0)
  },
  Instruction("undo", "keep the article that is to be deleted", ArticlesMessage.undoRequested),
  Instruction("tags", "list the tags", ArticlesMessage.tagsRequested),
  Instruction("watch", "[SECONDS]", "show new articles, every 10 s") { (words) throws(Mistake) in
    guard let text = words.next() else {
      return ArticlesMessage.watchRequested(every: .seconds(10))
    }
    guard let seconds = Double(text), (0.1...86_400).contains(seconds) else {
      throw Mistake("watch needs a number of SECONDS, from 0.1 to 86400")
    }
    try words.end(of: "watch", takes: "only SECONDS")
    return ArticlesMessage.watchRequested(every: .milliseconds(Int64(seconds * 1_000)))
  },
  Instruction("unwatch", "stop watching", ArticlesMessage.unwatchRequested),
]

extension [String: String] {
  fileprivate var page: Int {
    get throws(Mistake) {
      guard let text = self["--page"] else { return 1 }
      guard let page = Int(text), (1...1_000_000).contains(page) else {
        throw Mistake("--page needs a NUMBER from 1")
      }
      return page
    }
  }
}
