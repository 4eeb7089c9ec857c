public import Katana
public import Profiles

/// Keeps the authors of comments up to date when the user follows one of them.
public struct CommentsAuthorUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Replaces each copy of the profile that the server has changed.
  public func update(model: inout CommentsModel, message: ProfilesMessage) -> [any Command] {
    guard case .followed(let name, _, .success(let profile)) = message else { return [] }
    for slug in model.comments.keys {
      model.change(slug) { comments in
        for index in comments.indices where comments[index].author.username == name {
          comments[index].author = profile
        }
      }
    }
    return []
  }
}
