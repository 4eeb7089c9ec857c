public import API
public import Katana

/// Stops waiting for the answers to requests about comments that were cancelled.
public struct CommentsCancellationUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Ends what is loading.
  public func update(model: inout CommentsModel, message: RequestsCancelled) -> [any Command] {
    for slug in model.comments.keys { model.comments[slug]?.cancel() }
    return []
  }
}
