import API
import Katana

extension Command where Self == APICommand<Session> {
  static func register(_ registration: Registration) -> Self {
    APICommand(
      .post("users", body: ["user": registration], session: .none), in: "user",
      Reply(AuthenticationMessage.registered))
  }

  static func logIn(_ credentials: Credentials) -> Self {
    APICommand(
      .post("users", "login", body: ["user": credentials], session: .none), in: "user",
      Reply(AuthenticationMessage.loggedIn))
  }

  static var loadAccount: Self {
    APICommand(
      .get("user", session: .required), in: "user", Reply(AuthenticationMessage.accountLoaded))
  }

  static func change(_ change: AccountChange, of name: String?) -> Self {
    APICommand(
      .put("user", body: ["user": change]), in: "user",
      Reply { AuthenticationMessage.changed(of: name, $0) })
  }
}
