import API
import Katana

extension Command where Self == APICommand<[ArticleComment]> {
  static func list(_ slug: String, after changes: Int) -> Self {
    APICommand(
      .get("articles", slug, "comments"), in: "comments",
      Reply { CommentsMessage.listed(slug: slug, after: changes, $0) })
  }
}

extension Command where Self == APICommand<ArticleComment> {
  static func publish(_ text: String, on slug: String) -> Self {
    APICommand(
      .post("articles", slug, "comments", body: ["comment": ["body": text]]), in: "comment",
      Reply { CommentsMessage.published(slug: slug, text, $0) })
  }
}

extension Command where Self == APICommand<NoContent> {
  static func delete(_ id: Int, on slug: String) -> Self {
    APICommand(
      .delete("articles", slug, "comments", "\(id)"),
      Reply { CommentsMessage.deleted(slug: slug, id: id, $0) })
  }
}
