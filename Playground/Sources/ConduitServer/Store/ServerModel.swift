public import Katana

/// The number of a user. Users are never removed, so it is one more than the position.
typealias UserID = Int

/// All that the server knows.
///
/// Its functions are in extensions beside it. They throw a refusal before they have changed
/// anything.
public struct ServerModel: Model, Codable, Equatable {
  /// All users, in the order of their registration. ``subscript(user:)`` changes one.
  private(set) var users: [User] = []
  /// The users of the sessions.
  var sessions: [SessionID: UserID] = [:]
  /// All articles, oldest first.
  var articles: IdentifiedArray<Article> = []
  /// The articles by the names in their addresses.
  var slugs: [String: Article.ID] = [:]
  /// The number of the newest article that there ever was.
  var lastArticleID = 0
  /// The number of the newest comment that there ever was.
  var lastCommentID = 0
  /// What others publish while the server runs.
  public var samples = Samples()
  /// The users by name, and by email in lower case.
  private var userIDs = UserIndex()

  /// Creates an empty store.
  public init() {}
}

private struct UserIndex: Codable, Equatable {
  var byName: [String: UserID] = [:]
  var byEmail: [String: UserID] = [:]
}

extension ServerModel {
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

  /// The user with a number.
  subscript(user id: UserID) -> User {
    get { users[id - 1] }
    set {
      let old = users[id - 1]
      userIDs.byName[old.username] = nil
      userIDs.byEmail[old.email.lowercased()] = nil
      users[id - 1] = newValue
      addToIndex(newValue, id)
    }
  }

  /// Adds a user.
  mutating func add(_ user: User) -> UserID {
    users.append(user)
    addToIndex(user, users.count)
    return users.count
  }

  private mutating func addToIndex(_ user: User, _ id: UserID) {
    userIDs.byName[user.username] = id
    // The authors of samples have no email, so that nobody logs in as one of them.
    if !user.email.isEmpty { userIDs.byEmail[user.email.lowercased()] = id }
  }

  /// Returns the number of an article, which must be there.
  func articleID(_ slug: String) throws(Refusal) -> Article.ID {
    guard let id = slugs[slug] else { throw .notFound("article") }
    return id
  }

  /// The article with a number, which must be there.
  subscript(article id: Article.ID) -> Article {
    get {
      guard let article = articles[id: id] else { preconditionFailure("no article \(id)") }
      return article
    }
    set { articles[id: id] = newValue }
  }
}
