import Testing

@testable import ConduitBackend

@Suite("Lists of articles in the store")
struct ArticleListsTests {
  var store = ConduitStore()
  let ada: AccountID
  let grace: AccountID

  init() throws {
    ada = try store.addAuthor("ada")
    grace = try store.addAuthor("grace")
    try store.addArticle("One", tags: ["notes", "engine"], by: ada)
    try store.addArticle("Two", tags: ["compiler"], by: grace)
    try store.addArticle("Three", tags: ["notes"], by: ada)
  }

  func slugs(_ filter: ArticleFilter, _ window: PageWindow = PageWindow()) -> [String] {
    store.articles(filter, window, viewer: nil).slugs
  }

  @Test("The newest article is first")
  func newestFirst() {
    #expect(slugs(ArticleFilter()) == ["three", "two", "one"])
  }

  @Test("A list leaves the bodies away, a single article has one")
  func bodies() throws {
    #expect(
      store.articles(ArticleFilter(), PageWindow(), viewer: nil).articles.allSatisfy {
        $0.body == nil
      })
    #expect(try store.article("one", viewer: nil).body == "Text")
  }

  @Test("Tag, author and favourites filter alone and together")
  mutating func filters() throws {
    _ = try store.setFavorited(true, "one", viewer: grace)

    #expect(slugs(ArticleFilter(tag: "notes")) == ["three", "one"])
    #expect(slugs(ArticleFilter(author: "grace")) == ["two"])
    #expect(slugs(ArticleFilter(favorited: "grace")) == ["one"])
    #expect(slugs(ArticleFilter(tag: "notes", author: "ada", favorited: "grace")) == ["one"])
    #expect(slugs(ArticleFilter(tag: "compiler", author: "ada")) == [])
  }

  @Test("Filtering by somebody unknown gives an empty list")
  func unknown() {
    #expect(slugs(ArticleFilter(author: "nobody")) == [])
    #expect(slugs(ArticleFilter(favorited: "nobody")) == [])
    #expect(slugs(ArticleFilter(tag: "nothing")) == [])
  }

  @Test("A page is a part of the list, its count is that of the whole filtered list")
  func paging() {
    let page = store.articles(
      ArticleFilter(tag: "notes"), PageWindow(limit: 1, offset: 1), viewer: nil)
    #expect(page.slugs == ["one"])
    #expect(page.articlesCount == 2)
    #expect(slugs(ArticleFilter(), PageWindow(limit: 5, offset: 3)) == [])
  }

  @Test("A page has twenty articles unless the viewer says otherwise")
  mutating func defaultLimit() throws {
    for number in 1...20 { try store.addArticle("More \(number)", by: ada) }

    let page = store.articles(ArticleFilter(), PageWindow(), viewer: nil)

    #expect(page.articles.count == 20)
    #expect(page.articlesCount == 23)
  }

  @Test("The feed has the articles of those whom the viewer follows")
  mutating func feed() throws {
    #expect(store.feed(PageWindow(), viewer: grace).articlesCount == 0)
    _ = try store.setFollows(true, "ada", viewer: grace)

    let feed = store.feed(PageWindow(limit: 1), viewer: grace)

    #expect(feed.slugs == ["three"])
    #expect(feed.articlesCount == 2)
    #expect(feed.articles.first?.author.following == true)
  }

  @Test("Tags come with the most used one first, then in alphabetical order")
  func tags() {
    #expect(store.tags == ["notes", "compiler", "engine"])
  }
}
