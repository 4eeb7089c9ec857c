import API
import Authentication
import Katana

let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
let credentials = Credentials(email: "ada@b.c", password: Secret("hunter22"))
let registration = Registration(username: "ada", credentials: credentials)

let logIn = APICommand<Session>(
  .post(
    "users", "login",
    body: ["user": ["email": .string("ada@b.c"), "password": .secret(Secret("hunter22"))]],
    session: .none), in: "user", Reply(AuthenticationMessage.loggedIn))

let register = APICommand<Session>(
  .post(
    "users",
    body: [
      "user": [
        "username": .string("ada"), "email": .string("ada@b.c"),
        "password": .secret(Secret("hunter22")),
      ]
    ], session: .none), in: "user", Reply(AuthenticationMessage.registered))

let loadAccount = APICommand<Session>(
  .get("user", session: .required), in: "user", Reply(AuthenticationMessage.accountLoaded))

let remember = RememberSession(session, failed: Reply(AuthenticationMessage.storeFailed))

/// What follows when the user logs out.
let forget = ForgetSession(
  done: Reply(AuthenticationMessage.loggedOut(session)),
  failed: Reply(AuthenticationMessage.storeFailed))
