import API
import Katana

extension Command where Self == APICommand<Session> {
  static func register(_ registration: Registration) -> Self {
    let user: JSON = [
      "username": .string(registration.username),
      "email": .string(registration.credentials.email),
      "password": .secret(registration.credentials.password),
    ]
    return APICommand(
      .post("users", body: ["user": user], session: .none), in: "user",
      Reply(AuthenticationMessage.registered))
  }

  static func logIn(_ credentials: Credentials) -> Self {
    let user: JSON = [
      "email": .string(credentials.email), "password": .secret(credentials.password),
    ]
    return APICommand(
      .post("users", "login", body: ["user": user], session: .none), in: "user",
      Reply(AuthenticationMessage.loggedIn))
  }

  static var loadAccount: Self {
    APICommand(
      .get("user", session: .required), in: "user", Reply(AuthenticationMessage.accountLoaded))
  }
}
