import API
import Articles
import Authentication
import Comments
import ConduitScreen
import Foundation
import Katana
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Profiles
import Terminal
import Testing

/// The screen of conduit, used by its labels and by its keys. The test gives the answers of the server.
@Suite struct ConduitScreenTests {
  let rome = Article(
    slug: "rome", title: "Rome", description: "a city", tags: ["italy"],
    createdAt: Date(timeIntervalSince1970: 0),
    favoritesCount: 3, author: Profile(username: "bo"))
  let oslo = Article(
    slug: "oslo", title: "Oslo", description: "a fjord", createdAt: Date(timeIntervalSince1970: 0),
    author: Profile(username: "ada"))
  let ada = Session(username: "ada", email: "ada@b.c", bio: nil, image: nil, token: Secret("t"))

  typealias Test = ViewTest<ConduitScreenModel>

  /// A screen whose list was not answered yet.
  func opened(as session: Session? = nil, columns: Int = 80, rows: Int = 24) -> Test {
    let model = ConduitScreenModel(authentication: AuthenticationModel(session: session))
    let test = Test(
      Program(
        model: model, conduitScreenFeature, commands: [Send(ReaderMessage.opened)]),
      columns: columns, rows: rows, conduitView)
    #expect(test.outline.contains("Loading…"))
    return test
  }

  func started(as session: Session? = nil, columns: Int = 80, rows: Int = 24) -> Test {
    let test = opened(as: session, columns: columns, rows: rows)
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([rome, oslo], of: 2)),
      exhaustive: [])
    return test
  }

  /// Moves to an article, and gives what the server answers.
  func choose(_ article: Article, _ test: Test) {
    test.select(article.title)
    test.app.advance(by: .milliseconds(150), exhaustive: [])
    var whole = article
    whole.body = "All roads."
    test.app.answer(\APICommand<Article>.reply, with: .success(whole), exhaustive: [])
    test.app.answer(\APICommand<[ArticleComment]>.reply, with: .success([]), exhaustive: [])
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func theKeyboardAloneReadsAnArticleAndLogsIn(_ columns: Int, _ rows: Int) {
    let test = started(columns: columns, rows: rows)
    test.keys(.down)
    test.app.advance(by: .milliseconds(150), exhaustive: [])
    var whole = oslo
    whole.body = "By the water."
    test.app.answer(\APICommand<Article>.reply, with: .success(whole), exhaustive: [])
    test.app.answer(\APICommand<[ArticleComment]>.reply, with: .success([]), exhaustive: [])
    #expect(
      test.lines.contains { $0.contains("By the water.") }, "\(test.lines.joined(separator: "\n"))")
    test.keys("i")
    #expect(test.focusedLabel == "Email")
    test.keys("a", "@", "b", .tab, "s", .tab)
    #expect(
      test.lines.contains { $0.contains("Password: •") }, "\(test.lines.joined(separator: "\n"))")
    #expect(test.focusedLabel == "Log in")
    test.keys(.enter)
    test.app.answer(\APICommand<Session>.reply, with: .success(ada), exhaustive: [])
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([rome], of: 1)), exhaustive: [])
    #expect(!test.outline.contains("dialog"))
    // The article is loaded again, with the marks of the user.
    test.app.finish(
      ignoringPending: [APICommand<Article>.self, APICommand<[ArticleComment]>.self])
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func theMouseAloneReadsAnArticleAndLogsIn(_ columns: Int, _ rows: Int) {
    let test = started(columns: columns, rows: rows)
    test.click("Rome")
    test.app.advance(by: .milliseconds(150), exhaustive: [])
    var whole = rome
    whole.body = "By the water."
    test.app.answer(\APICommand<Article>.reply, with: .success(whole), exhaustive: [])
    test.app.answer(\APICommand<[ArticleComment]>.reply, with: .success([]), exhaustive: [])
    #expect(
      test.lines.contains { $0.contains("By the water.") }, "\(test.lines.joined(separator: "\n"))")
    test.click("log in", in: "i log in")
    test.click("Email:")
    test.keys("a", "@", "b")
    test.click("Password:")
    test.keys("s")
    test.click("[ Log in ]")
    test.app.answer(\APICommand<Session>.reply, with: .success(ada), exhaustive: [])
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([rome], of: 1)), exhaustive: [])
    #expect(!test.outline.contains("dialog"))
    test.click("quit")
    #expect(test.app.pending(EndProgram.self).count == 1)
    test.app.finish(
      ignoringPending: [
        APICommand<Article>.self, APICommand<[ArticleComment]>.self, EndProgram.self,
      ])
  }

  @Test func anArticleIsReadBesideTheList() {
    let test = started()
    choose(rome, test)
    #expect(
      test.outline.contains(
        """
        text "Rome" heading
        """))
    #expect(test.outline.contains(#"text "All roads.""#))
    #expect(failures { test.press("like") }.map(\.text) == ["“like” is disabled."])
  }

  @Test func aFavouriteShowsAtOnceAndIsTakenBackWhenRefused() {
    let test = started(as: ada)
    choose(rome, test)
    test.press("like")
    #expect(test.outline.contains(#"button "♥ 4""#))
    test.app.answer(
      \APICommand<Article>.reply, with: .failure(.forbidden([])), exhaustive: [])
    #expect(test.outline.contains(#"button "♡ 3""#))
    #expect(test.outline.contains(#"text "you may not do that; taken back: favorite rome" danger"#))
  }

  @Test func aBookmarkShowsAtOnceAndIsTakenBackWhenRefused() {
    let test = started(as: ada)
    choose(rome, test)
    test.press("bookmark")
    #expect(test.outline.contains(#"button "★""#))
    test.app.answer(\APICommand<Article>.reply, with: .failure(.forbidden([])), exhaustive: [])
    #expect(test.outline.contains(#"button "☆""#))
    #expect(test.outline.contains("taken back: bookmark rome"))
  }

  @Test func aFollowingShowsAtOnceAndIsTakenBackWhenRefused() {
    let test = started(as: ada)
    choose(rome, test)
    test.press("follow")
    #expect(test.outline.contains(#"button "unfollow""#))
    test.app.answer(
      \APICommand<Profile>.reply, with: .failure(.forbidden([])), exhaustive: [])
    #expect(test.outline.contains(#"button "follow""#))
  }

  @Test func ownArticlesAreDeletedAfterATimeInWhichTheyComeBack() {
    let test = started(as: ada)
    choose(oslo, test)
    test.press("delete")
    #expect(!test.outline.contains(#"text "Oslo""#))
    test.key("u")
    #expect(test.outline.contains(#"text "Oslo""#))
  }

  @Test func aCommentIsEmptiedWhenTheServerHasIt() {
    let test = started(as: ada)
    choose(rome, test)
    test.type("nice", into: "Comment")
    test.submit("Comment")
    #expect(test.outline.contains(#"input "Comment" = "nice""#))
    #expect(test.outline.contains("Sending…"))
    test.app.answer(
      \APICommand<ArticleComment>.reply,
      with: .success(
        ArticleComment(
          id: 1, body: "nice", createdAt: Date(timeIntervalSince1970: 0),
          author: Profile(username: "ada"))), exhaustive: [])
    #expect(test.outline.contains(#"input "Comment" = """#))
    #expect(test.outline.contains(#""ada: " strong + "nice""#))
  }

  @Test func theLoginIsADialogThatTheAnswerCloses() {
    let test = started()
    test.key("i")
    test.type("ada@b.c", into: "Email")
    test.type("secret", into: "Password")
    #expect(test.outline.contains(#"input "Password" = "•••""#))
    test.press("Log in")
    #expect(failures { test.press("Logging in…") }.map(\.text) == ["“Logging in…” is disabled."])
    test.app.answer(\APICommand<Session>.reply, with: .success(ada), exhaustive: [])
    // Another user sees other marks, so the list is loaded again.
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([rome], of: 1)), exhaustive: [])
    #expect(!test.outline.contains("dialog"))
    #expect(test.outline.contains(#"text "ada" accent"#))
  }

  @Test func whatIsReadIsLoadedAgainForAnotherUser() {
    let test = started()
    choose(rome, test)
    test.key("i")
    test.type("ada@b.c", into: "Email")
    test.type("secret", into: "Password")
    test.press("Log in")
    test.app.answer(\APICommand<Session>.reply, with: .success(ada), exhaustive: [])
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([rome], of: 1)), exhaustive: [])
    #expect(test.outline.contains("Loading…"))
    var whole = rome
    whole.body = "All roads."
    test.app.answer(\APICommand<Article>.reply, with: .success(whole), exhaustive: [])
    test.app.answer(\APICommand<[ArticleComment]>.reply, with: .success([]), exhaustive: [])
    #expect(test.outline.contains(#"text "All roads.""#))
    #expect(test.outline.contains(#"text "No comments.""#))
  }

  /// What is painted, in 80 and in 40 columns.
  @Test func theScreenIsUsedByTheKeyboard() {
    let test = started(rows: 20)
    choose(rome, test)
    #expect(test.lines[1].hasPrefix("┌─ Articles ─"))
    #expect(test.lines[2].contains("Rome"))
    #expect(test.lines.contains { $0.contains("All roads.") })
    test.resize(columns: 40, rows: 20)
    #expect(test.lines[1].hasSuffix("─┐"))
    #expect(test.lines.contains { $0.contains("All roads.") })
  }

  // MARK: What fails

  @Test func aListThatFailsSaysWhyAndIsTriedAgain() {
    let test = opened()
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .failure(.interrupted()), exhaustive: [])
    #expect(test.outline.contains(#"text "the connection broke" danger"#))
    #expect(!test.outline.contains("Loading…"))
    test.press("Try again")
    #expect(test.outline.contains("Loading…"))
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([rome], of: 1)), exhaustive: [])
    #expect(test.outline.contains("Rome") && !test.outline.contains("Try again"))
    // A list that is there stays beside the failure.
    test.key("p")
    test.app.answer(\APICommand<ArticlePage>.reply, with: .failure(.interrupted()), exhaustive: [])
    #expect(test.outline.contains("Rome") && test.outline.contains("the connection broke"))
  }

  @Test func anArticleThatFailsSaysWhyAndIsTriedAgain() {
    let test = started()
    test.select("Rome")
    test.app.advance(by: .milliseconds(150), exhaustive: [])
    #expect(test.outline.contains(#"text "Loading…""#))
    test.app.answer(\APICommand<Article>.reply, with: .failure(.notFound([])), exhaustive: [])
    test.app.answer(
      \APICommand<[ArticleComment]>.reply, with: .failure(.serverFailed(status: 500)),
      exhaustive: [])
    #expect(!test.outline.contains("Loading"))
    #expect(test.outline.contains(#"text "not found" danger"#))
    #expect(test.outline.contains(#"text "the server failed (status 500)" danger"#))
    // Of both places, the first one is that of the article.
    test.app.send(ArticlesMessage.articleRequested(slug: "rome"), exhaustive: [])
    test.app.send(CommentsMessage.listRequested(slug: "rome"), exhaustive: [])
    #expect(!test.outline.contains("Try again") && test.outline.contains("Loading…"))
    test.app.finish(
      ignoringPending: [APICommand<Article>.self, APICommand<[ArticleComment]>.self])
  }

  @Test func commentsAreTriedAgain() {
    let test = started()
    test.select("Rome")
    test.app.advance(by: .milliseconds(150), exhaustive: [])
    test.app.answer(\APICommand<Article>.reply, with: .success(rome), exhaustive: [])
    test.app.answer(
      \APICommand<[ArticleComment]>.reply, with: .failure(.interrupted()), exhaustive: [])
    test.press("Try again")
    test.app.answer(\APICommand<[ArticleComment]>.reply, with: .success([]), exhaustive: [])
    #expect(test.outline.contains(#"text "No comments.""#))
  }

  @Test func enterTwiceSendsOneComment() {
    let test = started(as: ada)
    choose(rome, test)
    test.type("nice", into: "Comment")
    test.keys(.enter, .enter)
    #expect(test.app.pending(APICommand<ArticleComment>.self).count == 1)
    test.app.answer(
      \APICommand<ArticleComment>.reply, with: .failure(.inDoubt(.timedOut(limit: .seconds(10)))),
      exhaustive: [])
    // What was typed is there, so that it can be sent again.
    #expect(test.outline.contains(#"input "Comment" = "nice""#))
    #expect(
      test.outline.contains("the server did not answer within 10 seconds; it may have been done"))
  }

  @Test func whatWasTypedStaysWhenAnotherArticleIsChosen() {
    let test = started(as: ada)
    choose(rome, test)
    test.type("nice", into: "Comment")
    choose(oslo, test)
    #expect(test.outline.contains(#"input "Comment" = """#))
    choose(rome, test)
    #expect(test.outline.contains(#"input "Comment" = "nice""#))
  }

  @Test func aFailureGoesWithTheNextSuccess() {
    let test = started(as: ada)
    choose(rome, test)
    test.press("like")
    test.app.answer(\APICommand<Article>.reply, with: .failure(.forbidden([])), exhaustive: [])
    #expect(
      test.outline.contains(#"text "you may not do that; taken back: favorite rome" danger"#))
    // A load is no success of what has failed.
    choose(oslo, test)
    #expect(test.outline.contains("you may not do that"))
    test.press("like")
    #expect(!test.outline.contains("you may not do that"))
    test.app.finish(ignoringPending: [APICommand<Article>.self])
  }

  @Test func aFailedLoginBelongsToItsDialog() {
    let test = started()
    func logIn() {
      test.key("i")
      test.type("ada@b.c", into: "Email")
      test.type("secret", into: "Password")
      test.press("Log in")
    }
    logIn()
    test.app.answer(\APICommand<Session>.reply, with: .failure(.unauthorized([])), exhaustive: [])
    #expect(test.outline.contains(#"text "the server does not know you" danger"#))
    test.cancelDialog()
    #expect(!test.outline.contains("the server does not know you"))
    test.key("i")
    #expect(!test.outline.contains("the server does not know you"))
  }

  @Test func escapeDuringALoginCancelsIt() {
    let test = started()
    test.key("i")
    test.type("ada@b.c", into: "Email")
    test.type("secret", into: "Password")
    test.press("Log in")
    test.cancelDialog()
    #expect(test.app.pending(APICommand<Session>.self).isEmpty)
    #expect(test.outline.contains("not logged in"))
    test.app.finish()
  }

  @Test func aSessionThatIsNotSavedIsTold() {
    let test = started(as: ada)
    test.app.send(
      AuthenticationMessage.stored(.unwritable("s.json", reason: "no space")), exhaustive: [])
    #expect(
      test.outline.contains(
        "the session cannot be saved in s.json: no space; it ends with the program"))
  }

  @Test func whatFailsWhileTheUserLeavesIsToldAtTheEnd() {
    let test = started(as: ada)
    choose(oslo, test)
    test.press("delete")
    test.key("q")
    #expect(test.outline.contains("Waiting for the server…"))
    test.app.advance(by: .seconds(5), exhaustive: [])
    test.app.answer(
      \APICommand<NoContent>.reply, with: .failure(.serverFailed(status: 501)), exhaustive: [])
    #expect(
      test.app.model.reader.failuresAtEnd == ["the server failed (status 501); oslo is kept"])
    #expect(test.app.pending(EndProgram.self).count == 1)
    test.app.finish(ignoringPending: [EndProgram.self])
  }

  @Test func aCommentIsRemovedOnce() {
    let test = started(as: ada)
    test.select("Rome")
    test.app.advance(by: .milliseconds(150), exhaustive: [])
    test.app.answer(\APICommand<Article>.reply, with: .success(rome), exhaustive: [])
    let comment = ArticleComment(
      id: 1, body: "nice", createdAt: Date(timeIntervalSince1970: 0),
      author: Profile(username: "ada"))
    test.app.answer(\APICommand<[ArticleComment]>.reply, with: .success([comment]), exhaustive: [])
    test.press("remove")
    #expect(failures { test.press("remove") }.map(\.text) == ["“remove” is disabled."])
    test.app.answer(\APICommand<NoContent>.reply, with: .success(NoContent()), exhaustive: [])
    #expect(test.outline.contains(#"text "No comments.""#))
  }

  @Test func thePagesTurnAndTheFeedIsThatOfTheUser() {
    let test = started(as: ada)
    test.key("n")
    #expect(test.outline.contains("all articles, page 2"))
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([], of: 2)), exhaustive: [])
    #expect(test.outline.contains("There is no article."))
    test.key("p")
    test.app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([rome], of: 2)), exhaustive: [])
    test.key("m")
    #expect(test.outline.contains("authors you follow, page 1"))
    test.key("b")
    #expect(test.outline.contains("your bookmarks, page 1"))
    #expect(test.outline.contains("b all articles"))
    // Nobody has bookmarks without a session.
    test.key("i")
    #expect(test.app.model.reader.filter == ArticleFilter())
    #expect(test.outline.contains("not logged in"))
    #expect(!test.outline.contains("bookmarks"))
    test.app.finish(
      ignoringPending: [APICommand<ArticlePage>.self, SaveSession.self])
  }
}
