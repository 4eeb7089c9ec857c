import API
import Articles
import Authentication
import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@Suite struct WatchTests {
  let updater = ArticlesUpdater()

  func article(_ slug: String, day: Int) -> Article {
    Article(
      slug: slug, title: slug, description: "",
      createdAt: Date(timeIntervalSince1970: 86_400.0 * Double(day)),
      author: "ada")
  }

  var watching: ArticlesModel {
    ArticlesModel(watch: Watch(every: .seconds(5), knowing: [article("b", day: 2)]))
  }

  func refreshed(_ model: ArticlesModel, _ articles: Article...) -> ArticlesModel {
    let page = ArticlePage(articles, of: articles.count)
    return updater.update(model: model, message: .refreshed(.success(page))).0
  }

  @Test func aWatchBeginsWithWhatIsThere() throws {
    let (asked, commands) = updater.update(
      model: ArticlesModel(), message: .watchRequested(every: .seconds(5)))
    #expect(asked == ArticlesModel())
    let command = try #require(commands.first as? APICommand<ArticlePage>)
    #expect(command.request.session == .required)
    let page = ArticlePage([article("b", day: 2)], of: 1)
    let reply = try #require(command.reply(.success(page)) as? ArticlesMessage)
    #expect(updater.update(model: asked, message: reply).0 == watching)
  }

  @Test func aWatchThatCannotBeginIsNone() {
    let (model, _) = updater.update(
      model: ArticlesModel(), message: .watchBegan(every: .seconds(5), .failure(.notLoggedIn)))
    #expect(model.watch == nil)
  }

  @Test func itTicksOnlyWhileThereIsAWatch() {
    let provider = ArticlesSubscriptions()
    #expect(provider.subscriptions(model: ArticlesModel()).isEmpty)
    let every = Every(.seconds(5), Reply(ArticlesMessage.refreshDue))
    #expect(difference(provider.subscriptions(model: watching), [every]) == nil)
  }

  @Test func aSlowServerIsNotAskedTwice() {
    let (asked, commands) = updater.update(model: watching, message: .refreshDue)
    #expect(commands.count == 1)
    #expect(updater.update(model: asked, message: .refreshDue).1.isEmpty)
    let answered = refreshed(asked, article("b", day: 2))
    #expect(updater.update(model: answered, message: .refreshDue).1.count == 1)
  }

  @Test func onlyWhatIsNewIsNewsOldestFirst() {
    let model = refreshed(
      watching, article("d", day: 4), article("c", day: 3), article("b", day: 2))
    #expect(model.news == .articles([article("c", day: 3), article("d", day: 4)]))
    #expect(refreshed(model, article("d", day: 4), article("c", day: 3)).news == .none)
  }

  @Test func anOlderArticleThatMovesUpIsNoNews() {
    #expect(refreshed(watching, article("a", day: 1)).news == .none)
  }

  @Test func whatTheUserPublishesIsNoNews() {
    let own = article("own", day: 3)
    let (model, _) = updater.update(model: watching, message: .published(.success(own)))
    #expect(refreshed(model, own).news == .none)
  }

  @Test func aServerThatIsAwayIsMentionedOnce() {
    let failure = ArticlesMessage.refreshed(.failure(.serverFailed(status: 500)))
    let (first, _) = updater.update(model: watching, message: failure)
    #expect(first.news == .failure(.serverFailed(status: 500)))
    let (second, _) = updater.update(model: first, message: failure)
    #expect(second.news == .none)
    let (third, _) = updater.update(
      model: refreshed(second, article("b", day: 2)), message: failure)
    #expect(third.news == .failure(.serverFailed(status: 500)))
  }

  @Test func anAnswerAfterTheEndOfTheWatchIsIgnored() {
    let (model, _) = updater.update(model: watching, message: .unwatchRequested)
    #expect(model.watch == nil)
    #expect(refreshed(model, article("c", day: 3)).news == .none)
  }

  @Test(arguments: [SessionExpired() as any Message, AuthenticationMessage.loggedOut(nil)])
  func theWatchEndsWithTheSession(message: any Message) {
    #expect(WatchExpiryUpdater().update(model: watching, message: message).0.watch == nil)
  }

  @Test func nothingElseEndsTheWatch() {
    let (model, _) = WatchExpiryUpdater().update(
      model: watching, message: AuthenticationMessage.accountRequested)
    #expect(model == watching)
  }
}
