import API
import Articles
import Authentication
import Foundation
import Katana
import KatanaTesting
import Terminal
import Testing

@testable import conduit

@Suite struct AppTests {
  let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))

  @Test func aLoginIsRememberedThenShown() {
    let (model, commands) = appUpdater.update(
      model: AppModel(), message: AuthenticationMessage.loggedIn(.success(session)))
    #expect(model.authentication.session == session)
    let expected: [any Command] = [
      RememberSession(session, failed: Reply(AuthenticationMessage.storeFailed)),
      Show(.success("logged in as ada (ada@b.c)")),
    ]
    #expect(difference(commands, expected) == nil)
  }

  @Test func newsAreShownInTheStepThatFindsThem() {
    let article = Article(
      slug: "new", title: "New", description: "", createdAt: Date(timeIntervalSince1970: 1),
      author: "bo")
    var model = AppModel()
    model.articles.watch = Watch(every: .seconds(1), knowing: [])
    let page = ArticlePage([article], of: 1)
    let (_, commands) = appUpdater.update(
      model: model, message: ArticlesMessage.refreshed(.success(page)))
    #expect(difference(commands, [Show(.news([article]))]) == nil)
  }

  @Test func anExpiredSessionEndsWhatNeedsOne() {
    var model = AppModel(authentication: AuthenticationModel(session: session))
    model.articles.watch = Watch(every: .seconds(1), knowing: [])
    let (after, _) = appUpdater.update(model: model, message: SessionExpired())
    #expect(after == AppModel())
  }

  @Test func theSessionIsDeclaredBeforeAnythingElse() {
    let subscriptions = appSubscriptions.subscriptions(model: AppModel(), message: nil)
    #expect(subscriptions.first is APISession)
  }
}
