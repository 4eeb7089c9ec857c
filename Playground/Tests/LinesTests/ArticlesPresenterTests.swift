import API
import Articles
import Foundation
import Katana
import Profiles
import Terminal
import Testing

@testable import ConduitLines

@Suite struct ArticlesPresenterTests {
  let first = Article(
    slug: "a-b", title: "A B", description: "About", body: "One line.\n\nAnother line.",
    tags: ["x", "y"], createdAt: Date(timeIntervalSince1970: 1_740_990_600), favorited: true,
    favoritesCount: 12, author: Profile(username: "ada"))
  let second = Article(
    slug: "a-longer-slug", title: "Longer", description: "About",
    createdAt: Date(timeIntervalSince1970: 0), favoritesCount: 1, author: Profile(username: "bo"))

  func lines(_ message: ArticlesMessage) -> [String] {
    ArticlesPresenter().output(for: message)?.lines(in: .plain) ?? []
  }

  func listed(_ filter: ArticleFilter, _ articles: [Article], of count: Int) -> [String] {
    lines(.listed(filter, .success(ArticlePage(articles, of: count))))
  }

  @Test func aPageIsATable() {
    #expect(
      listed(ArticleFilter(), [first, second], of: 2) == [
        "TITLE   SLUG           AUTHOR  DATE        LIKES  TAGS",
        "A B     a-b            ada     2025-03-03     12  x, y",
        "Longer  a-longer-slug  bo      1970-01-01      1",
        "articles 1 to 2 of 2",
      ])
  }

  @Test(arguments: [
    (
      ArticleFilter(tag: "x", page: 2),
      "articles tagged x 11 to 11 of 30; next: articles --tag x --page 3"
    ),
    (
      ArticleFilter(tag: "a b", author: "bo", favorited: "ada"),
      "articles tagged a b by bo liked by ada 1 to 1 of 30; "
        + "next: articles --tag \"a b\" --author bo --favorited ada --page 2"
    ),
    (
      ArticleFilter(bookmarked: true),
      "articles with your bookmarks 1 to 1 of 30; next: bookmarks --page 2"
    ),
    (
      ArticleFilter(isFeed: true),
      "articles by people you follow 1 to 1 of 30; next: feed --page 2"
    ),
  ])
  func thereIsAHintToTheNextPage(filter: ArticleFilter, line: String) {
    #expect(listed(filter, [first], of: 30).last == line)
  }

  @Test func anEmptyPageSaysSo() {
    #expect(listed(ArticleFilter(tag: "x"), [], of: 0) == ["no articles tagged x"])
    #expect(listed(ArticleFilter(page: 2), [], of: 3) == ["no articles on page 2"])
  }

  @Test func anArticleIsReadFromItsTitleToItsText() {
    #expect(
      lines(.articleLoaded(slug: "a-b", .success(first))) == [
        "A B", "by ada on 2025-03-03, 12 likes, one of them yours, tagged x, y", "", "One line.",
        "", "Another line.",
      ])
  }

  @Test func tagsOfWhichNothingIsSeenAreLeftOut() {
    var article = first
    article.tags = ["", " ", "x", "\u{200B}", "y"]
    #expect(
      lines(.articleLoaded(slug: "a-b", .success(article)))[1]
        == "by ada on 2025-03-03, 12 likes, one of them yours, tagged x, y")
    #expect(listed(ArticleFilter(), [article], of: 1)[1].hasSuffix("  x, y"))
    #expect(lines(.tagsLoaded(.success(["", "x", "\u{AD}"]))) == ["x"])
    #expect(lines(.tagsLoaded(.success([""]))) == ["no tags"])
    article.tags = [""]
    #expect(lines(.articleLoaded(slug: "a-b", .success(article)))[1].hasSuffix("yours"))
  }

  @Test func onlyWhereALineCanFollowIsUndoOffered() {
    let offer = ArticlesPresenter().output(for: .deletionRequested(slug: "a"))
    #expect(offer?.hiddenFrom == [.singleCommand])
  }

  @Test(arguments: [
    ArticlesMessage.deleted(slug: "a", .failure(error)), .deletionDropped(slug: "a"),
    .watchFailed(error),
  ])
  func whatHappensByItselfNamesNoLine(message: ArticlesMessage) {
    #expect(ArticlesPresenter().output(for: message)?.isOfLine == false)
  }

  @Test func whatIsDoneIsALine() {
    #expect(lines(.tagsLoaded(.success(["x", "y"]))) == ["x", "y"])
    #expect(lines(.tagsLoaded(.success([]))) == ["no tags"])
    #expect(lines(.published(.success(first))) == ["published a-b"])
    #expect(lines(.changed(slug: "a", .success(first))) == ["changed a-b"])
    #expect(
      lines(.deletionRequested(slug: "a")) == ["a will be deleted in 5 seconds; to keep it: undo"])
    #expect(lines(.deletionUndone(slug: "a")) == ["a is kept"])
    #expect(lines(.deleted(slug: "a", .success(NoContent()))) == ["deleted a"])
    #expect(
      lines(.watchBegan(every: .seconds(5), .success(ArticlePage([], of: 0))))
        == ["watching for new articles every 5 seconds"])
    #expect(lines(.newsFound([first])) == ["new article: A B (a-b) by ada"])
    #expect(lines(.newsLeftOut(atLeast: 3)) == ["and at least 3 more; to see them: articles"])
    #expect(lines(.unwatchRequested) == ["not watching any more"])
  }

  static let error = APIError.invalid([FieldError("title", "can't be blank")])

  @Test(arguments: [
    ArticlesMessage.listed(ArticleFilter(), .failure(error)),
    .articleLoaded(slug: "a", .failure(error)), .tagsLoaded(.failure(error)),
    .published(.failure(error)), .changed(slug: "a", .failure(error)),
    .watchBegan(every: .seconds(1), .failure(error)), .watchFailed(error),
  ])
  func aFailureIsALine(message: ArticlesMessage) {
    #expect(lines(message) == ["error: title can't be blank"])
    #expect(ArticlesPresenter().output(for: message)?.isFailure == true)
  }

  @Test func aDeletionThatFailsSaysThatTheArticleIsKept() {
    #expect(
      lines(.deleted(slug: "a", .failure(Self.error)))
        == ["error: title can't be blank", "error: a is kept"])
    #expect(
      lines(.deleted(slug: "a", .failure(.inDoubt(.interrupted()))))
        == ["error: the connection broke; it may have been done"])
    #expect(
      lines(.deletionDropped(slug: "a"))
        == ["error: a is kept, because the session has ended before it was deleted"])
    #expect(lines(.deletionUndone(slug: nil)) == ["error: nothing to undo"])
  }

  @Test(arguments: [
    ArticlesMessage.listRequested(ArticleFilter()), .articleRequested(slug: "a"), .tagsRequested,
    .refreshDue, .refreshed(.failure(error)), .undoRequested, .deletionDue(slug: "a"),
    .watchRequested(every: .seconds(1)), .changeRequested(slug: "a", ArticleChange()),
  ])
  func requestsAreSilent(message: ArticlesMessage) { #expect(lines(message) == []) }
}
