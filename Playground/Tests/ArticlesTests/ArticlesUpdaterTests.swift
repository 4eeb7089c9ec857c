import API
import Articles
import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Profiles
import Testing

@Suite struct ArticlesUpdaterTests {
  func makeApp(_ model: ArticlesModel = ArticlesModel()) -> AppTest<ArticlesModel> {
    AppTest(Program(model: model, articlesFeature))
  }

  // MARK: Lists

  func list(_ filter: ArticleFilter, _ call: APICall) -> any Command {
    request(APICommand<ArticlePage>(call, Reply { ArticlesMessage.listed(filter, $0) }))
  }

  @Test func aPageIsLoadingThenLoadedAndItsArticlesAreThereOnce() {
    let filter = ArticleFilter(tag: "swift", page: 3)
    let query: HTTPFields = ["limit": "10", "offset": "20", "tag": "swift"]
    let a = article("a", day: 1)
    let app = makeApp()
    app.send(.listRequested(filter), commands: [list(filter, .get("articles", query: query))]) {
      $0.lists[filter] = .loading
    }
    app.answer(\APICommand<ArticlePage>.reply, with: .success(ArticlePage([a], of: 21))) {
      $0.lists[filter] = .loaded(ArticleList(slugs: ["a"], articlesCount: 21))
      $0.articles["a"] = .loaded(a)
    }
    #expect(app.model.articles(in: filter) == [a])
  }

  @Test func eachFilterIsAPartOfTheQuery() {
    let filter = ArticleFilter(author: "maren", favorited: "ada")
    let query: HTTPFields = [
      "limit": "10", "offset": "0", "author": "maren", "favorited": "ada",
    ]
    let test = StepTest(articlesFeature, model: ArticlesModel())
    test.send(.listRequested(filter), commands: [list(filter, .get("articles", query: query))]) {
      $0.lists[filter] = .loading
    }
    let marked = ArticleFilter(bookmarked: true)
    let own = APICall.get(
      "articles", query: ["limit": "10", "offset": "0", "bookmarked": "true"], session: .required)
    test.send(.listRequested(marked), commands: [list(marked, own)]) { $0.lists[marked] = .loading }
    let feed = ArticleFilter(isFeed: true, page: 2)
    let call = APICall.get(
      "articles", "feed", query: ["limit": "10", "offset": "10"], session: .required)
    test.send(.listRequested(feed), commands: [list(feed, call)]) { $0.lists[feed] = .loading }
  }

  @Test func aFailureIsKeptUnlessThereIsAnEarlierList() {
    let filter = ArticleFilter()
    let failure = ArticlesMessage.listed(filter, .failure(.malformedAnswer(.notJSON)))
    StepTest(articlesFeature, model: ArticlesModel()).send(failure) {
      $0.lists[filter] = .failed(.malformedAnswer(.notJSON))
    }
    StepTest(articlesFeature, model: showing(article("a", day: 1))).send(failure) {
      $0.lists[filter] = .outdated(
        ArticleList(slugs: ["a"], articlesCount: 1), .malformedAnswer(.notJSON))
    }
  }

  @Test func aListDoesNotRemoveTheTextThatWasRead() {
    let test = StepTest(articlesFeature, model: showing(article("a", day: 1, body: "text")))
    test.send(.listed(ArticleFilter(), .success(page(article("a", day: 1, likes: 3))))) {
      $0.articles["a"] = .loaded(article("a", day: 1, body: "text", likes: 3))
    }
  }

  // MARK: Articles

  @Test func anArticleIsLoadingThenLoaded() {
    let read = APICommand<Article>(
      .get("articles", "a-b"), in: "article",
      Reply { ArticlesMessage.articleLoaded(slug: "a-b", $0) })
    let app = makeApp()
    app.send(.articleRequested(slug: "a-b"), commands: [request(read)]) {
      $0.articles["a-b"] = .loading
    }
    app.answer(\APICommand<Article>.reply, with: .failure(.notFound([]))) {
      $0.articles["a-b"] = .failed(.notFound([]))
    }
    app.send(.articleRequested(slug: "a-b"), commands: [request(read)]) {
      $0.articles["a-b"] = .loading
    }
    let loaded = article("a-b", day: 1, body: "text")
    app.answer(\APICommand<Article>.reply, with: .success(loaded)) {
      $0.articles["a-b"] = .loaded(loaded)
    }
  }

  @Test func aPublishedArticleIsKept() {
    let new = NewArticle(title: "T", description: "D", body: "B", tags: ["x"])
    let publish = APICommand<Article>(
      .post("articles", body: ["article": new], session: .required), in: "article",
      Reply(ArticlesMessage.published))
    let app = makeApp()
    app.send(.publicationRequested(new), commands: [request(publish)])
    app.answer(\APICommand<Article>.reply, with: .success(article("t", day: 1))) {
      $0.articles["t"] = .loaded(article("t", day: 1))
    }
  }

  @Test func aChangedArticleStaysInItsListsUnderItsNewSlug() {
    let change = ArticleChange(title: "C")
    let command = APICommand<Article>(
      .put("articles", "a", body: ["article": change]), in: "article",
      Reply { ArticlesMessage.changed(slug: "a", $0) })
    let app = makeApp(showing(article("b", day: 2), article("a", day: 1)))
    app.send(.changeRequested(slug: "a", change), commands: [request(command)])
    app.answer(
      \APICommand<Article>.reply, with: .success(article("c", day: 1))
    ) { $0 = showing(article("b", day: 2), article("c", day: 1)) }
    app.send(.changed(slug: "c", .failure(.forbidden([]))))
  }

  @Test func articlesAreSentInTheWordsOfTheServer() throws {
    func text(_ value: some Encodable & Equatable & Sendable) throws -> String {
      String(decoding: try HTTPJSONFormat().encode(value), as: UTF8.self)
    }
    let article = NewArticle(title: "T", description: "D", body: "B", tags: ["x"])
    #expect(try text(article) == #"{"body":"B","description":"D","tagList":["x"],"title":"T"}"#)
    #expect(try text(ArticleChange(tags: [])) == #"{"tagList":[]}"#)
  }

  @Test func tagsAreLoadingThenLoaded() {
    let app = makeApp()
    let load = APICommand<[String]>(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
    app.send(.tagsRequested, commands: [request(load)]) { $0.tags = .loading }
    app.answer(\APICommand<[String]>.reply, with: .success(["x"])) { $0.tags = .loaded(["x"]) }
  }

  @Test func whatWasCancelledIsNoLongerLoadingOrWanted() {
    let (filter, other) = (ArticleFilter(), ArticleFilter(page: 2))
    var model = ArticlesModel()
    model.articles = ["a": .loading, "b": .loaded(article("b", day: 1))]
    model.lists = [filter: .loading, other: .failed(.malformedAnswer(.empty))]
    model.tags = .loading
    let test = StepTest(articlesFeature, model: model)
    test.send(Like.wanted("b", true), exhaustive: [])
    test.send(RequestsCancelled(), exhaustive: .model) {
      $0.articles["a"] = .absent
      $0.lists[filter] = .absent
      $0.tags = .absent
      $0.favorites = Wishes()
    }
  }

  // MARK: Users

  @Test func anotherUserStartsAnew() {
    StepTest(articlesFeature, model: showing(article("a", day: 1))).send(
      UserChanged(), commands: [Cancel(id: UserRequests.id)]
    ) { $0 = ArticlesModel() }
    StepTest(articlesFeature, model: showing(article("a", day: 1))).send(
      UserChanged(isRefused: true)
    ) { $0 = ArticlesModel() }
  }
}
