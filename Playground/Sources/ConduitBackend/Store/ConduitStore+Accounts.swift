import Foundation

extension ConduitStore {
  static let minimumPasswordLength = 8

  mutating func register(
    _ registration: Registration, token: SessionToken
  ) throws(APIFailure) -> UserView {
    var errors = FieldErrors()
    let account = Account(
      username: checkedUsername(registration.username, owner: nil, &errors),
      email: checkedEmail(registration.email, owner: nil, &errors),
      password: checkedPassword(registration.password, &errors))
    try errors.throwIfAny()
    accounts.append(account)
    sessions[token] = accounts.endIndex - 1
    return try user(token)
  }

  mutating func logIn(
    _ credentials: Credentials, token: SessionToken
  ) throws(APIFailure) -> UserView {
    var errors = FieldErrors()
    let email = errors.require(credentials.email, "email")
    let password = errors.require(credentials.password?.reveal(), "password")
    try errors.throwIfAny()
    guard let account = accountID(email: email),
      accounts[account].password == Concealed(password)
    else { throw .unauthorized("email or password", "is invalid") }
    sessions[token] = account
    return try user(token)
  }

  func user(_ token: SessionToken?) throws(APIFailure) -> UserView {
    let account = accounts[try requireViewer(token)]
    return UserView(
      username: account.username, email: account.email, token: token ?? SessionToken(""),
      bio: account.bio, image: account.image)
  }

  mutating func changeUser(
    _ token: SessionToken?, _ change: AccountChange
  ) throws(APIFailure) -> UserView {
    let id = try requireViewer(token)
    var account = accounts[id]
    var errors = FieldErrors()
    if let username = change.username {
      account.username = checkedUsername(username, owner: id, &errors)
    }
    if let email = change.email { account.email = checkedEmail(email, owner: id, &errors) }
    if let password = change.password { account.password = checkedPassword(password, &errors) }
    change.bio.apply(to: &account.bio)
    change.image.apply(to: &account.image)
    try errors.throwIfAny()
    accounts[id] = account
    return try user(token)
  }

  /// The account of an author who publishes without a session; unknown authors are added.
  ///
  /// Such an account has no email address, so that nobody can log in to it.
  mutating func author(named username: String) throws(APIFailure) -> AccountID {
    if let account = accountID(named: username) { return account }
    var errors = FieldErrors()
    let username = errors.require(username, "author")
    try errors.throwIfAny()
    accounts.append(Account(username: username, email: "", password: Concealed("")))
    return accounts.endIndex - 1
  }
}

extension ConduitStore {
  private func accountID(email: String) -> AccountID? {
    accounts.firstIndex { $0.email.lowercased() == email.lowercased() }
  }

  private func checkedUsername(
    _ text: String?, owner: AccountID?, _ errors: inout FieldErrors
  ) -> String {
    let username = errors.require(text, "username")
    if let holder = accountID(named: username), holder != owner {
      errors.add(FieldErrors.taken, to: "username")
    }
    return username
  }

  private func checkedEmail(
    _ text: String?, owner: AccountID?, _ errors: inout FieldErrors
  ) -> String {
    let email = errors.require(text, "email")
    guard !errors.has("email") else { return email }
    if !email.contains("@") {
      errors.add("is invalid", to: "email")
    } else if let holder = accountID(email: email), holder != owner {
      errors.add(FieldErrors.taken, to: "email")
    }
    return email
  }

  private func checkedPassword(
    _ password: Concealed<String>?, _ errors: inout FieldErrors
  ) -> Concealed<String> {
    let text = errors.require(password?.reveal(), "password")
    if !errors.has("password"), text.count < Self.minimumPasswordLength {
      errors.add(
        "is too short (minimum is \(Self.minimumPasswordLength) characters)", to: "password")
    }
    return Concealed(text)
  }
}
