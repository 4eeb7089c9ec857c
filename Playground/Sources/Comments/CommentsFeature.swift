import API
public import Katana

/// The feature of comments: its updaters and its effects.
public let commentsFeature = CombinedUpdater<CommentsModel>(
  [
    .full(CommentsUpdater()), .full(CommentsAuthorUpdater()), .full(CommentsUserUpdater()),
    .full(CommentsCancellationUpdater()),
  ],
  effects: [APICommand<ArticleComment>.self])
