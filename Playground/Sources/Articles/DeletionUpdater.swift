import API
public import Katana

/// Deletes articles after a while in which the user can take it back.
///
/// The waiting is a delayed command. When the program ends by `finish`, it starts at once, so the
/// article is deleted all the same.
public struct DeletionUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Begins, undoes and performs deletions. An article that is to be deleted is not shown.
  public func update(model: inout ArticlesModel, message: ArticlesMessage) -> [any Command] {
    switch message {
    case .deletionRequested(let slug):
      guard !model.deletions.contains(where: { $0.slug == slug }) else { return [] }
      model.deletions.append(Deletion(slug: slug))
      return [wait(slug)]
    case .undoRequested:
      guard let index = model.deletions.lastIndex(where: { !$0.hasBegun }) else {
        return [Send(ArticlesMessage.deletionUndone(slug: nil))]
      }
      let slug = model.deletions.remove(at: index).slug
      return [
        Cancel(id: ArticlesUpdater.ID.deletion(slug)),
        Send(ArticlesMessage.deletionUndone(slug: slug)),
      ]
    case .deletionDue(let slug):
      guard let index = model.deletions.firstIndex(where: { $0.slug == slug }) else { return [] }
      model.deletions[index].hasBegun = true
      return [APICommand.delete(slug).ofUser]
    case .deleted(let slug, let result):
      model.deletions.removeAll { $0.slug == slug }
      if case .success = result { model.remove(slug) }
      return []
    case .changed(let slug, .success(let article)) where slug != article.slug:
      // The deletion has the new slug already, and waits anew under it.
      let isWaiting = model.deletions.contains { $0.slug == article.slug && !$0.hasBegun }
      return isWaiting
        ? [Cancel(id: ArticlesUpdater.ID.deletion(slug)), wait(article.slug)] : []
    default: return []
    }
  }

  private func wait(_ slug: String) -> any Command {
    Send(ArticlesMessage.deletionDue(slug: slug)).delayed(by: Deletion.delay)
      .cancellable(id: ArticlesUpdater.ID.deletion(slug))
  }
}
