import Katana

extension Handler {
  /// Who is who: registering, logging in, and the own account.
  static let users = [
    Handler(RegisterUser.self) { [.full(RegisterUser.updater)] },
    Handler(LogIn.self) { [.full(LogIn.updater)] },
    Handler(ReadUser.self),
    Handler(ChangeUser.self) { [.full(ChangeUser.updater)] },
  ]
}
