import API
import Articles
import Katana
import Terminal

/// Says what is shown of messages about articles.
struct ArticlesPresenter: Presenter {
  func output(for message: ArticlesMessage) -> Output? {
    switch message {
    case .listed(let filter, _, .success(let page)): .page(page, filter).json(page)
    case .articleLoaded(_, _, .success(let article)): .article(article).json(["article": article])
    case .tagsLoaded(.success(let tags)): .tags(tags).json(["tags": tags])
    case .published(.success(let article)):
      .success("published \(article.slug)").json(["article": article])
    case .changed(_, .success(let article)):
      .success("changed \(article.slug)").json(["article": article])
    case .deleted(_, .failure(.notLoggedIn)): .failure(.notLoggedIn)
    case .deletionRequested(let slug):
      // After a single command, it is deleted at once, because no line follows.
      .success("\(slug) will be deleted in \(Deletion.delay.inSeconds); to keep it: undo")
        .hidden(from: .singleCommand)
    case .deletionUndone(let slug?): .success("\(slug) is kept")
    case .deletionUndone(nil): .failure(["nothing to undo"])
    case .deleted(let slug, .success): .success("deleted \(slug)")
    case .deleted(let slug, .failure(let error)):
      .failure(error, undone: "\(slug) is kept").ofNoLine
    case .deletionDropped(let slug):
      .failure(["\(slug) is kept, because the session has ended before it was deleted"]).ofNoLine
    case .watchBegan(let interval, .success):
      .success("watching for new articles every \(interval.inSeconds)")
    case .unwatchRequested: .success("not watching any more")
    case .newsFound(let articles): .news(articles).json(["articles": articles])
    case .newsLeftOut(let count): .hint("and at least \(count) more; to see them: articles")
    case .listed(_, _, .failure(let error)), .articleLoaded(_, _, .failure(let error)),
      .tagsLoaded(.failure(let error)), .published(.failure(let error)),
      .changed(_, .failure(let error)), .watchBegan(_, .failure(let error)):
      .failure(error)
    case .watchFailed(let error): .failure(error).ofNoLine
    case .listRequested, .articleRequested, .tagsRequested, .publicationRequested,
      .changeRequested, .undoRequested, .deletionDue, .watchRequested, .refreshDue, .refreshed:
      nil
    }
  }
}
