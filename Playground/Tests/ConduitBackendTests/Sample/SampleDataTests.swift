import Foundation
import Testing

@testable import ConduitBackend

@Suite("Sample data")
struct SampleDataTests {
  @Test("There are twenty-five articles by four authors, with eight tags and some comments")
  func amounts() throws {
    let store = try ConduitStore.sample()

    #expect(store.articles.count == 25)
    #expect(store.accounts.map(\.username) == ["demo", "maren", "tobias", "ines"])
    #expect(
      Set(store.tags) == [
        "swift", "testing", "design", "debugging", "performance", "teamwork", "tools", "writing",
      ])
    #expect(store.lastCommentID == 9)
  }

  @Test("The dates are fixed, rise from article to article and lie in the past")
  func dates() throws {
    let dates = try ConduitStore.sample().articles.map(\.createdAt)

    #expect(dates.first == Date(timeIntervalSince1970: 1_740_990_600))
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
    #expect(dates.allSatisfy { $0 < Date(timeIntervalSince1970: 1_750_000_000) })
  }

  @Test("The demo user follows somebody who has written")
  func feed() throws {
    let store = try ConduitStore.sample()
    let demo = try #require(store.accountID(named: "demo"))

    #expect(store.feed(PageWindow(), viewer: demo).articlesCount == 8)
  }
}
