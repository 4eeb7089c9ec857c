import API
public import Katana

/// Lists, writes and removes comments.
public struct CommentsUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Turns requests of the user into commands, and keeps the lists that are loaded up to date.
  public func update(model: inout CommentsModel, message: CommentsMessage) -> [any Command] {
    switch message {
    case .listRequested(let slug):
      model.comments[slug, default: .absent].begin()
      return request(.list(slug, after: model.changes.count))
    case .listed(let slug, let after, let result): model.keep(result, of: slug, after: after)
    case .publicationRequested(let slug, let text):
      // A second press of a key while the server takes its time is no second comment.
      guard model.sending[slug] == nil else { return [] }
      model.sending[slug] = text
      return request(.publish(text, on: slug))
    case .published(let slug, _, let outcome):
      model.sending[slug] = nil
      if case .success(let comment) = outcome { model.keep(.added(slug: slug, comment)) }
    case .deletionRequested(let slug, let id):
      guard model.removing.insert(id).inserted else { return [] }
      return request(.delete(id, on: slug))
    case .deleted(let slug, let id, let outcome):
      model.removing.remove(id)
      if outcome.error == nil { model.keep(.removed(slug: slug, id: id)) }
    }
    return []
  }

  private func request(_ command: some Command) -> [any Command] { [command.ofUser] }
}
