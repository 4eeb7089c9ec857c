/// The position of an account in ``ConduitStore/accounts``; it stays valid when a user is renamed.
typealias AccountID = Int

/// A registered user, as the store keeps it.
struct Account: Sendable {
  var username: String
  var email: String
  var password: Concealed<String>
  var bio: String?
  var image: String?
  var followed: Set<AccountID> = []
}
