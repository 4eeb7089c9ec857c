extension Handler {
  /// Other users, and who follows whom.
  static let profiles = [
    Handler(ReadProfile.self), Handler(FollowUser.self), Handler(UnfollowUser.self),
  ]
}
