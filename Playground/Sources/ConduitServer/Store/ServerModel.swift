public import Katana

/// The number of a user. It is never used again.
public typealias UserID = Int

/// All that the server knows.
///
/// It consists of plain rows, as a database has them, and of sets and indexes beside them. It changes
/// by ``apply(_:)`` alone. Its other functions are in extensions beside it. They throw a refusal before
/// they have changed anything.
public struct ServerModel: Model, Codable, Equatable {
  /// All users, in the order of their registration. None is ever removed.
  private(set) var users: IdentifiedArray<User> = []
  /// The users of the sessions.
  private(set) var sessions: [SessionID: UserID] = [:]
  /// Whom each user follows.
  private(set) var follows: [UserID: Set<UserID>] = [:]
  /// All articles, oldest first.
  private(set) var articles: IdentifiedArray<Article> = []
  /// Who has put which marks on which articles.
  private(set) var marks: [MarkedArticle: Set<UserID>] = [:]
  /// The comments on each article, oldest first.
  private(set) var comments: [Article.ID: [Comment]] = [:]
  /// The articles by the names in their addresses.
  private(set) var slugs: [String: Article.ID] = [:]
  /// The number of the newest article that there ever was.
  private(set) var lastArticleID = 0
  /// The number of the newest comment that there ever was.
  private(set) var lastCommentID = 0
  /// What others publish while the server runs. It is not saved.
  public var samples = Samples()
  /// Whether something could not be saved, and the store is read again.
  var isReloading = false
  /// The changes of this step, which nobody saves yet.
  private var unsaved: [Change] = []
  /// The users by name, and by email in lower case.
  private var userIDs = UserIndex()

  /// Creates an empty store.
  public init() {}

  /// Creates a store from its rows, each of them behind the rows that it names.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - lastArticleID: The number of the newest article that there ever was; `nil` if it is in the rows.
  ///   - lastCommentID: The number of the newest comment that there ever was; `nil` likewise.
  public init(
    rows: some Sequence<Change>, lastArticleID: Article.ID? = nil, lastCommentID: Comment.ID? = nil
  ) {
    for row in rows { apply(row) }
    if let lastArticleID { self.lastArticleID = lastArticleID }
    if let lastCommentID { self.lastCommentID = lastCommentID }
  }
}

private struct UserIndex: Codable, Equatable {
  var byName: [String: UserID] = [:]
  var byEmail: [String: UserID] = [:]
}

extension ServerModel {
  /// Changes the store, and keeps the change to be saved at the end of the step.
  mutating func save(_ change: Change) {
    apply(change)
    unsaved.append(change)
  }

  /// Returns the changes since the last call.
  mutating func takeUnsaved() -> [Change] {
    if unsaved.isEmpty { return [] }
    defer { unsaved = [] }
    return unsaved
  }

  /// Changes the rows of the store.
  mutating func apply(_ change: Change) {
    switch change {
    case .user(let user): set(user)
    case .session(let session, let user): sessions[session] = user
    case .follow(let author, by: let reader, let isOn): follows.set(author, of: reader, isOn)
    case .article(let article): set(article)
    case .articleDeleted(let id): removeArticle(id)
    case .mark(let mark, let id, by: let reader, let isOn):
      marks.set(reader, of: MarkedArticle(mark: mark, article: id), isOn)
    case .comment(let comment):
      comments[comment.article, default: []].append(comment)
      lastCommentID = max(lastCommentID, comment.id)
    case .commentDeleted(let id, on: let article):
      comments[article]?.removeAll { $0.id == id }
      if comments[article] == [] { comments[article] = nil }
    }
  }

  private mutating func set(_ user: User) {
    if let old = users[id: user.id] {
      userIDs.byName[old.username] = nil
      userIDs.byEmail[old.email.lowercased()] = nil
    }
    users[id: user.id] = user
    userIDs.byName[user.username] = user.id
    // The authors of samples have no email, so that nobody logs in as one of them.
    if !user.email.isEmpty { userIDs.byEmail[user.email.lowercased()] = user.id }
  }

  private mutating func set(_ article: Article) {
    if let old = articles[id: article.id] { slugs[old.slug] = nil }
    articles[id: article.id] = article
    slugs[article.slug] = article.id
    lastArticleID = max(lastArticleID, article.id)
  }

  private mutating func removeArticle(_ id: Article.ID) {
    guard let article = articles.remove(id: id) else { return }
    slugs[article.slug] = nil
    comments[id] = nil
    for mark in Mark.allCases { marks[MarkedArticle(mark: mark, article: id)] = nil }
  }
}

extension Dictionary where Value == Set<Int> {
  /// Adds an element to the set of a key, or removes it. There is no empty set: two stores with the same
  /// rows are equal.
  fileprivate mutating func set(_ element: Int, of key: Key, _ isOn: Bool) {
    if isOn {
      self[key, default: []].insert(element)
    } else {
      self[key]?.remove(element)
      if self[key] == [] { self[key] = nil }
    }
  }
}

extension ServerModel {
  /// The number of the next new user.
  var nextUserID: UserID { (users.last?.id ?? 0) + 1 }

  /// Returns the user of a request; `nil` for a guest.
  ///
  /// - Throws: If it has a token that no session has.
  func userID(_ request: Request) throws(Refusal) -> UserID? {
    guard let session = request.session else { return nil }
    guard let user = sessions[session] else { throw .token("is invalid") }
    return user
  }

  /// Returns the user of a request, who must be there.
  func requiredUserID(_ request: Request) throws(Refusal) -> UserID {
    guard let user = try userID(request) else { throw .token("is missing") }
    return user
  }

  /// Returns the user with a name.
  func userID(named name: String) -> UserID? { userIDs.byName[name] }

  /// Returns the user with an email. The case of its letters does not matter.
  func userID(email: String) -> UserID? { userIDs.byEmail[email.lowercased()] }

  /// The user with a number, who must be there.
  subscript(user id: UserID) -> User {
    guard let user = users[id: id] else { preconditionFailure("no user \(id)") }
    return user
  }

  /// Returns the number of an article, which must be there.
  func articleID(_ slug: String) throws(Refusal) -> Article.ID {
    guard let id = slugs[slug] else { throw .notFound("article") }
    return id
  }

  /// The article with a number, which must be there.
  subscript(article id: Article.ID) -> Article {
    guard let article = articles[id: id] else { preconditionFailure("no article \(id)") }
    return article
  }
}
