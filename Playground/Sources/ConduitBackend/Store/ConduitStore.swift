/// All data of a backend: a pure value, without HTTP, clock or randomness.
///
/// Its functions are in extensions, one for each part of the API. They get the time and new tokens
/// from their caller, return what the viewer may see, and throw an ``APIFailure`` before they have
/// changed anything.
struct ConduitStore: Sendable {
  /// Accounts are never removed, so that a position identifies one for good.
  var accounts: [Account] = []

  var sessions: [SessionToken: AccountID] = [:]

  /// Oldest first: the order of creation, which is the reverse of every list.
  var articles: [Article] = []

  var lastCommentID = 0

  func accountID(named username: String) -> AccountID? {
    accounts.firstIndex { $0.username == username }
  }

  func articleIndex(_ slug: String) throws(APIFailure) -> Int {
    guard let index = articles.firstIndex(where: { $0.slug == slug }) else {
      throw .notFound("article")
    }
    return index
  }

  /// The account of a session, or nothing for a visitor who sent no token.
  func viewer(_ token: SessionToken?) throws(APIFailure) -> AccountID? {
    guard let token else { return nil }
    guard let account = sessions[token] else { throw .unauthorized("token", "is invalid") }
    return account
  }

  /// The account of a session; visitors are refused.
  func requireViewer(_ token: SessionToken?) throws(APIFailure) -> AccountID {
    guard let account = try viewer(token) else { throw .unauthorized("token", "is missing") }
    return account
  }
}
