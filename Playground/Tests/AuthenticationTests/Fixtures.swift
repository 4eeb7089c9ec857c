import API
import Authentication
import Katana

let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
let credentials = Credentials(email: "ada@b.c", password: Secret("hunter22"))
let registration = Registration(username: "ada", credentials: credentials)
let server = "http://localhost:3000"

let logIn = APICommand<Session>(
  .post("users", "login", body: ["user": credentials], session: .none), in: "user",
  Reply(AuthenticationMessage.loggedIn))

let register = APICommand<Session>(
  .post("users", body: ["user": registration], session: .none), in: "user",
  Reply(AuthenticationMessage.registered))

let loadAccount = APICommand<Session>(
  .get("user", session: .required), in: "user", Reply(AuthenticationMessage.accountLoaded))

/// A request to the server, as the feature returns it.
func request(_ command: APICommand<Session>) -> any Command {
  command.cancellable(id: AuthenticationUpdater.ID.requests)
}

/// A request that begins a session, and cancels those of an earlier one.
func begin(_ command: APICommand<Session>) -> any Command {
  command.cancellable(id: AuthenticationUpdater.ID.requests, cancelInFlight: true)
}

let cancelRequests = Cancel(id: AuthenticationUpdater.ID.requests)
let recall = LoadSession(server: server, reply: Reply(AuthenticationMessage.recalled))
let remember = SaveSession(
  session: session, server: server, reply: Reply(AuthenticationMessage.stored))
let forget = SaveSession(session: nil, server: server, reply: Reply(AuthenticationMessage.stored))
let changed = Send(UserChanged())
