import Foundation
import Testing

@testable import ConduitBackend

let noon = Date(timeIntervalSince1970: 1_800_014_400)

extension ConduitStore {
  /// Adds an author without sessions and returns its account.
  mutating func addAuthor(_ username: String) throws -> AccountID {
    try author(named: username)
  }

  /// Publishes an article of which only the title and the tags matter.
  @discardableResult
  mutating func addArticle(
    _ title: String, tags: [String] = [], by author: AccountID
  ) throws -> String {
    let article = NewArticle(title: title, description: "About it", body: "Text", tagList: tags)
    return try publish(article, author: author, now: noon).slug
  }
}

extension ArticlePage {
  var slugs: [String] { articles.map(\.slug) }
}

/// Expects that `body` is refused with this status and these errors.
func expectFailure(
  _ status: Int, _ errors: [String: [String]], sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  #expect(
    throws: APIFailure(status: status, errors: errors), sourceLocation: sourceLocation,
    performing: body)
}
