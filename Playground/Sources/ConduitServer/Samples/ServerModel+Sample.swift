import Foundation
import Katana

extension ServerModel {
  /// The data with which a server begins: always the same, with dates that are fixed.
  ///
  /// Log in as `demo@example.com` with `demo-password`.
  public static let sample = ServerModel(rows: sampleRows)

  /// The rows of ``sample``, as a new database holds them.
  public static let sampleRows: [Change] = {
    do throws(Refusal) {
      var model = ServerModel()
      try model.addSamples()
      return model.takeUnsaved()
    } catch {
      preconditionFailure("The table of samples is refused: \(error)")
    }
  }()

  /// 3 March 2025, 08:30 UTC.
  private static let sampleStart = Date(timeIntervalSince1970: 1_740_990_600)

  /// A day and a bit, so that articles appear at different hours.
  private static let sampleInterval: TimeInterval = 93_780

  private mutating func addSamples() throws(Refusal) {
    for user in SampleUser.table {
      save(
        .user(
          User(
            id: nextUserID, username: user.name, email: "\(user.name)@example.com",
            password: PasswordHash(salt: user.name, rounds: 1_000, hash: user.hash), bio: user.bio)
        ))
    }
    let demo = try profileID("demo")
    let maren = try profileID("maren")
    save(.follow(maren, by: demo, true))
    for (row, sample) in SampleArticle.table.enumerated() {
      let date = Self.sampleStart.addingTimeInterval(Self.sampleInterval * Double(row))
      let id = try publish(sample, titled: sample.title, at: date).id
      for name in sample.favoritedBy.split(separator: " ") {
        let reader = try profileID(String(name))
        save(.mark(.favorite, id, by: reader, true))
      }
    }
    let end = Self.sampleStart.addingTimeInterval(
      Self.sampleInterval * Double(SampleArticle.table.count))
    for (row, sample) in SampleComment.table.enumerated() {
      _ = try comment(
        sample.body, on: try articleID(sample.article), by: try profileID(sample.author),
        at: end.addingTimeInterval(3600 * Double(row)))
    }
  }

  /// Publishes a sample. An author that nobody knows is added, and cannot log in.
  mutating func publish(
    _ sample: SampleArticle, titled title: String, at date: Date
  ) throws(Refusal) -> Article {
    let author = userID(named: sample.author) ?? nextUserID
    if users[id: author] == nil {
      save(.user(User(id: author, username: sample.author, email: "")))
    }
    let input = PublishArticle.Input(
      title: title, description: sample.description, body: sample.body,
      tagList: sample.tags.split(separator: " ").map(String.init))
    return try publish(input, by: author, at: date)
  }
}

/// One row of the table of users.
private struct SampleUser {
  var name: String
  /// The hash of the password, which is the name and `-password`.
  var hash: String
  var bio: String?

  static let table = [
    SampleUser(
      name: "demo", hash: "1b85bb40c187bcc311f97fee7027413697dd8269d46315d49215b1bd9ff86115"),
    SampleUser(
      name: "maren", hash: "2ac9eeddcba3346518c28b8b66a28b9419aa484959173bb34b0f8159ce9603bd",
      bio: "Writes about values, names and other small things."),
    SampleUser(
      name: "tobias", hash: "d6289af7dcb6a97587708504fcc844be0b3616dc7cf39676bb0634636b57a11e",
      bio: "Tests first, coffee second."),
    SampleUser(
      name: "ines", hash: "787f0da131f0e5523d4855970f7b9b91a51c582157db92332a24d4eff918b299",
      bio: "Keeps programs honest and releases dull."),
  ]
}
