import API
public import Katana

/// The feature of comments: its updaters and its effects.
public let commentsFeature = CombinedUpdater<CommentsModel>(
  [
    .full(CommentsUpdater()),
    .full(
      TypedFunctionUpdater { (model: inout CommentsModel, message: UserChanged) in
        model = CommentsModel()
        return message.cancellation
      }),
    .full(
      TypedFunctionUpdater { (model: inout CommentsModel, _: RequestsCancelled) in
        for slug in model.comments.keys { model.comments[slug]?.cancel() }
        (model.sending, model.removing) = ([:], [])
        return []
      }),
  ],
  effects: [APICommand<ArticleComment>.self])
