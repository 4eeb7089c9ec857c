import Foundation

extension ConduitStore {
  /// The data with which every backend starts: always the same, with dates that are fixed.
  static func sample() throws(APIFailure) -> ConduitStore {
    var store = ConduitStore()
    try store.addSampleAccounts()
    for (row, sample) in SampleArticle.table.enumerated() {
      try store.add(sample, now: sampleStart.addingTimeInterval(sampleInterval * Double(row)))
    }
    let end = sampleStart.addingTimeInterval(sampleInterval * Double(SampleArticle.table.count))
    for (row, sample) in SampleComment.table.enumerated() {
      let author = try store.sampleAccount(sample.author)
      _ = try store.addComment(
        NewComment(body: sample.body), to: sample.article, author: author,
        now: end.addingTimeInterval(3600 * Double(row)))
    }
    return store
  }

  /// 3 March 2025, 08:30 UTC.
  private static let sampleStart = Date(timeIntervalSince1970: 1_740_990_600)

  /// A day and a bit, so that articles appear at different hours.
  private static let sampleInterval: TimeInterval = 93_780

  private mutating func addSampleAccounts() throws(APIFailure) {
    let rows: [(username: String, bio: String?)] = [
      ("demo", nil),
      ("maren", "Writes about values, names and other small things."),
      ("tobias", "Tests first, coffee second."),
      ("ines", "Keeps programs honest and releases dull."),
    ]
    for (username, bio) in rows {
      accounts.append(
        Account(
          username: username, email: "\(username)@example.com",
          password: Concealed("\(username)-password"), bio: bio))
    }
    _ = try setFollows(true, "maren", viewer: try sampleAccount("demo"))
  }

  private mutating func add(_ sample: SampleArticle, now: Date) throws(APIFailure) {
    let article = NewArticle(
      title: sample.title, description: sample.description, body: sample.body,
      tagList: sample.tags.split(separator: " ").map(String.init))
    let author = try sampleAccount(sample.author)
    let slug = try publish(article, author: author, now: now).slug
    for username in sample.favoritedBy.split(separator: " ") {
      _ = try setFavorited(true, slug, viewer: try sampleAccount(String(username)))
    }
  }

  private func sampleAccount(_ username: String) throws(APIFailure) -> AccountID {
    guard let account = accountID(named: username) else { throw .notFound("profile") }
    return account
  }
}
