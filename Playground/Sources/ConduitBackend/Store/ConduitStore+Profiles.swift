extension ConduitStore {
  func profile(_ username: String, viewer: AccountID?) throws(APIFailure) -> ProfileView {
    guard let account = accountID(named: username) else { throw .notFound("profile") }
    return profile(account, viewer: viewer)
  }

  mutating func setFollows(
    _ follows: Bool, _ username: String, viewer: AccountID
  ) throws(APIFailure) -> ProfileView {
    guard let account = accountID(named: username) else { throw .notFound("profile") }
    if follows {
      accounts[viewer].followed.insert(account)
    } else {
      accounts[viewer].followed.remove(account)
    }
    return profile(account, viewer: viewer)
  }

  func profile(_ id: AccountID, viewer: AccountID?) -> ProfileView {
    let account = accounts[id]
    return ProfileView(
      username: account.username, bio: account.bio, image: account.image,
      following: viewer.map { accounts[$0].followed.contains(id) } ?? false)
  }
}
