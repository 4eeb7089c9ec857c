public import API
public import Articles
public import Katana
import KatanaEffects

/// Removes the file of an article that was published, and keeps that of one which was not.
public struct DraftEndUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Ends the draft that was sent.
  public func update(model: inout DraftsModel, message: ArticlesMessage) -> [any Command] {
    guard let draft = model.draft, draft.isSent else { return [] }
    switch message {
    case .published(.success), .changed(_, .success):
      model.draft = nil
      return draft.isUsersFile ? [] : [RemoveFile(draft.path, Reply(DraftsMessage.removed))]
    case .published(.failure), .changed(_, .failure): return model.keep(draft)
    default: return []
    }
  }
}

/// Keeps the text of an article of which nobody waits for the answer any longer.
public struct DraftsCancellationUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Ends the draft.
  public func update(model: inout DraftsModel, message: RequestsCancelled) -> [any Command] {
    guard let draft = model.draft else { return [] }
    return draft.isSent ? model.keep(draft) : model.forget()
  }
}

extension DraftsModel {
  fileprivate mutating func keep(_ draft: Draft) -> [any Command] {
    self.draft = nil
    if draft.isUsersFile { return [] }
    return [Send(DraftsMessage.kept(path: draft.path, slug: draft.slug))]
  }

  fileprivate mutating func forget() -> [any Command] {
    draft = nil
    return []
  }
}
