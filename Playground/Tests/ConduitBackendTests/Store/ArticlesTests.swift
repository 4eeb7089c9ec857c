import Foundation
import Testing

@testable import ConduitBackend

@Suite("Articles in the store")
struct ArticlesTests {
  var store = ConduitStore()
  let ada: AccountID
  let grace: AccountID

  init() throws {
    ada = try store.addAuthor("ada")
    grace = try store.addAuthor("grace")
  }

  @Test("Publishing cleans the tags and dates the article")
  mutating func publish() throws {
    let article = try store.publish(
      NewArticle(
        title: "Note G", description: "A table", body: "Numbers",
        tagList: ["engine", " notes ", "engine", ""]),
      author: ada, now: noon)

    #expect(article.slug == "note-g")
    #expect(article.tagList == ["engine", "notes"])
    #expect(article.createdAt == noon)
    #expect(article.updatedAt == noon)
    #expect(article.author.username == "ada")
    #expect(article.favoritesCount == 0)
  }

  @Test("Publishing nothing reports every field")
  mutating func publishNothing() {
    let blank = ["can't be blank"]
    expectFailure(422, ["title": blank, "description": blank, "body": blank]) {
      _ = try store.publish(NewArticle(), author: ada, now: noon)
    }
    #expect(store.articles.isEmpty)
  }

  @Test(
    "A slug has the ASCII letters and digits of its title",
    arguments: [
      ("Swift 6, at Last!", "swift-6-at-last"), ("  Spaces  ", "spaces"), ("C++ & Co.", "c-co"),
      ("日本", "article"),
    ])
  func slug(title: String, slug: String) {
    #expect(ConduitStore.slug(for: title) == slug)
  }

  @Test("Articles of the same title get numbers, and none is called feed")
  mutating func uniqueSlugs() throws {
    #expect(try store.addArticle("Same", by: ada) == "same")
    #expect(try store.addArticle("Same", by: grace) == "same-2")
    #expect(try store.addArticle("same?", by: ada) == "same-3")
    #expect(try store.addArticle("Feed", by: ada) == "feed-2")
  }

  @Test("A change of the title changes the slug, any other change keeps it")
  mutating func change() throws {
    let slug = try store.addArticle("Draft", tags: ["notes"], by: ada)
    let later = noon.addingTimeInterval(60)

    var article = try store.changeArticle(
      slug, ArticleChange(title: "Draft", body: "More"), viewer: ada, now: later)
    #expect(article.slug == "draft")
    #expect(article.body == "More")
    #expect(article.tagList == ["notes"])
    #expect(article.createdAt == noon)
    #expect(article.updatedAt == later)

    article = try store.changeArticle(
      slug, ArticleChange(title: "Final", tagList: []), viewer: ada, now: later)
    #expect(article.slug == "final")
    #expect(article.tagList == [])
    expectFailure(404, ["article": ["not found"]]) { _ = try store.article("draft", viewer: nil) }
  }

  @Test("A change may not blank a field, and a refused one changes nothing")
  mutating func changeToBlank() throws {
    let slug = try store.addArticle("Draft", by: ada)

    expectFailure(422, ["title": ["can't be blank"], "description": ["can't be blank"]]) {
      _ = try store.changeArticle(
        slug, ArticleChange(title: "", description: " ", body: "New"), viewer: ada, now: noon)
    }
    #expect(try store.article(slug, viewer: nil).body == "Text")
  }

  @Test("Only the author may change or delete an article")
  mutating func forbidden() throws {
    let slug = try store.addArticle("Mine", by: ada)

    expectFailure(403, ["article": ["forbidden"]]) {
      _ = try store.changeArticle(slug, ArticleChange(title: "Yours"), viewer: grace, now: noon)
    }
    expectFailure(403, ["article": ["forbidden"]]) {
      try store.deleteArticle(slug, viewer: grace)
    }
    #expect(try store.article(slug, viewer: nil).title == "Mine")
  }

  @Test("A deleted article is not found")
  mutating func delete() throws {
    let slug = try store.addArticle("Gone", by: ada)
    try store.deleteArticle(slug, viewer: ada)

    expectFailure(404, ["article": ["not found"]]) { _ = try store.article(slug, viewer: ada) }
    expectFailure(404, ["article": ["not found"]]) { try store.deleteArticle(slug, viewer: ada) }
  }

  @Test("A favourite counts once for each user, and shows to that user")
  mutating func favorite() throws {
    let slug = try store.addArticle("Liked", by: ada)
    _ = try store.setFavorited(true, slug, viewer: grace)

    let article = try store.setFavorited(true, slug, viewer: grace)
    #expect(article.favorited)
    #expect(article.favoritesCount == 1)
    #expect(try !store.article(slug, viewer: ada).favorited)

    let after = try store.setFavorited(false, slug, viewer: grace)
    #expect(!after.favorited)
    #expect(after.favoritesCount == 0)
  }
}
