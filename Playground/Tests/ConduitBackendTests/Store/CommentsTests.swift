import Testing

@testable import ConduitBackend

@Suite("Comments in the store")
struct CommentsTests {
  var store = ConduitStore()
  let ada: AccountID
  let grace: AccountID
  let slug: String

  init() throws {
    ada = try store.addAuthor("ada")
    grace = try store.addAuthor("grace")
    slug = try store.addArticle("Note G", by: ada)
  }

  mutating func comment(_ body: String, by author: AccountID) throws -> Int {
    try store.addComment(NewComment(body: body), to: slug, author: author, now: noon).id
  }

  @Test("Comments come oldest first, and an id is never used again")
  mutating func add() throws {
    let first = try comment("First", by: grace)
    let second = try comment("Second", by: ada)
    try store.deleteComment(second, of: slug, viewer: ada)
    let third = try comment("Third", by: ada)

    #expect(try store.comments(slug, viewer: nil).map(\.body) == ["First", "Third"])
    #expect(Set([first, second, third]).count == 3)
  }

  @Test("A blank comment and one on an unknown article are refused")
  mutating func refuse() {
    expectFailure(422, ["body": ["can't be blank"]]) { _ = try comment("", by: ada) }
    expectFailure(404, ["article": ["not found"]]) {
      _ = try store.addComment(NewComment(body: "Hello"), to: "none", author: ada, now: noon)
    }
    expectFailure(404, ["article": ["not found"]]) { _ = try store.comments("none", viewer: nil) }
  }

  @Test("Only the author of a comment may delete it")
  mutating func delete() throws {
    let id = try comment("Mine", by: grace)

    expectFailure(403, ["comment": ["forbidden"]]) {
      try store.deleteComment(id, of: slug, viewer: ada)
    }
    expectFailure(404, ["comment": ["not found"]]) {
      try store.deleteComment(id + 1, of: slug, viewer: ada)
    }
    #expect(try store.comments(slug, viewer: nil).count == 1)
  }
}
