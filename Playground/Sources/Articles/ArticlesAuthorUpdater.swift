import API
public import Katana
public import Profiles

/// Keeps the authors of articles up to date when the user follows one of them.
public struct ArticlesAuthorUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Replaces each copy of the profile that the server has changed.
  public func update(model: inout ArticlesModel, message: ProfilesMessage) -> [any Command] {
    guard case .followed(let name, _, .success(let profile)) = message else { return [] }
    model.articles = model.articles.mapValues { state in
      guard var article = state.value, article.author.username == name else { return state }
      article.author = profile
      return .loaded(article)
    }
    return []
  }
}
