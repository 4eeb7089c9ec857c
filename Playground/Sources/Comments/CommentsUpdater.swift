import API
public import Katana

/// Lists, writes and removes comments.
public struct CommentsUpdater: TypedUpdater {
  /// The ids of commands.
  public enum ID: Sendable {
    /// All requests to the server. A change of the user cancels them.
    case requests
  }

  /// Creates the updater.
  public init() {}

  /// Turns requests of the user into commands, and keeps the lists that are loaded up to date.
  public func update(model: inout CommentsModel, message: CommentsMessage) -> [any Command] {
    switch message {
    case .listRequested(let slug):
      model.comments[slug, default: .absent].begin()
      return request(.list(slug, after: model.changes.count))
    case .listed(let slug, let after, let result): model.keep(result, of: slug, after: after)
    case .publicationRequested(let slug, let text): return request(.publish(text, on: slug))
    case .published(let slug, .success(let comment)): model.keep(.added(slug: slug, comment))
    case .deletionRequested(let slug, let id): return request(.delete(id, on: slug))
    case .deleted(let slug, let id, .success): model.keep(.removed(slug: slug, id: id))
    case .published(_, .failure), .deleted(_, _, .failure): break
    }
    return []
  }

  private func request(_ command: some Command) -> [any Command] {
    [command.cancellable(id: ID.requests)]
  }
}
