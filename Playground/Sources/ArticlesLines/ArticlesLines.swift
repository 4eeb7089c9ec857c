public import Lines

/// What a user can type about articles, and what the user sees of them.
public let articlesLines = FeatureLines(
  instructions: articlesInstructions, presenter: ArticlesPresenter())
