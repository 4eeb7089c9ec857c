import Foundation
import Testing

@testable import ConduitServer

@Suite struct SampleDataTests {
  @Test func thereAreArticlesCommentsAndUsersWithPasswords() {
    let model = ServerModel.sample
    #expect(model.articles.count == 25 && model.lastArticleID == 25)
    #expect(model.users.map(\.username) == ["demo", "maren", "tobias", "ines"])
    #expect(model.lastCommentID == 9)
    #expect(model.sessions.isEmpty)
  }

  @Test func theDatesAreFixedRiseAndLieInThePast() {
    let dates = ServerModel.sample.articles.map(\.createdAt)
    #expect(dates.first == Date(timeIntervalSince1970: 1_740_990_600))
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
    #expect(dates.allSatisfy { $0 < Date(timeIntervalSince1970: 1_750_000_000) })
  }

  @Test func eachArticleIsFoundByTheNameInItsAddress() {
    let model = ServerModel.sample
    for article in model.articles { #expect(model.slugs[article.slug] == article.id) }
    #expect(model.slugs.count == model.articles.count)
  }
}
