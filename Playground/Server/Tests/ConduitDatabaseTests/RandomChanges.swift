import ConduitServer
import Foundation

/// Makes changes at random, each of which is possible after the changes before it.
struct RandomChanges {
  private var generator: Generator
  private var users: [User] = []
  private var articles: [Article.ID] = []
  private var comments: [(id: Comment.ID, article: Article.ID)] = []
  private var (lastArticle, lastComment, lastSession) = (1_000, 1_000, 0)

  init(seed: UInt64) { generator = Generator(state: seed) }

  mutating func next() -> Change {
    let user = users.randomElement(using: &generator)?.id
    let article = articles.randomElement(using: &generator)
    switch (Int.random(in: 0..<13, using: &generator), user, article) {
    case (0, _, _), (_, nil, _): return .user(newUser())
    case (1, let user?, _): return .user(changed(user))
    case (2, let user?, _):
      lastSession += 1
      return .session(SessionID(hash: "\(lastSession) \(text())"), user)
    case (3, let user?, _): return .follow(anyUser(), by: user, .random(using: &generator))
    case (4, let user?, _), (_, let user?, nil):
      lastArticle += Int.random(in: 1...3, using: &generator)
      articles.append(lastArticle)
      return .article(self.article(lastArticle, by: user))
    case (5, let user?, let article?): return .article(self.article(article, by: user))
    case (6, _, let article?):
      articles.removeAll { $0 == article }
      comments.removeAll { $0.article == article }
      return .articleDeleted(article)
    case (7, let user?, let article?), (8, let user?, let article?):
      let mark = Mark.allCases.randomElement(using: &generator) ?? .favorite
      return .mark(mark, article, by: user, .random(using: &generator))
    case (9, _, _) where !comments.isEmpty:
      let place = comments.indices.randomElement(using: &generator) ?? 0
      let comment = comments.remove(at: place)
      return .commentDeleted(comment.id, on: comment.article)
    case (_, let user?, let article?):
      lastComment += 1
      comments.append((lastComment, article))
      return .comment(
        Comment(id: lastComment, article: article, body: text(), createdAt: date(), author: user))
    }
  }

  private mutating func newUser() -> User {
    let id = 1_000 + users.count
    let user = User(
      id: id, username: "\(id)", email: Bool.random(using: &generator) ? "" : "É\(id)")
    users.append(user)
    return user
  }

  private mutating func changed(_ id: UserID) -> User {
    User(
      id: id, username: "\(id) \(text())", email: "\(id) \(text())",
      password: Bool.random(using: &generator)
        ? nil : PasswordHash(salt: text(), rounds: 3, hash: text()),
      bio: Bool.random(using: &generator) ? nil : text(), image: text())
  }

  private mutating func article(_ id: Article.ID, by user: UserID) -> Article {
    Article(
      id: id, slug: "\(id) \(text())", title: text(), description: text(), body: text(),
      tags: (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() }, createdAt: date(),
      updatedAt: date(), author: user)
  }

  private mutating func anyUser() -> UserID { users.randomElement(using: &generator)?.id ?? 0 }

  /// Returns a text of characters that are easily lost.
  private mutating func text() -> String {
    let pieces = ["a", "'", "\"", "é", "e\u{301}", "\u{FEFF}", "👨‍👩‍👧‍👦", "\r\n", " ", "%", "?1", "İ"]
    return (0..<Int.random(in: 1...8, using: &generator))
      .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  private mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: .random(in: -1e9...2e9, using: &generator))
  }
}

/// A generator whose numbers follow from its seed (SplitMix64).
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
