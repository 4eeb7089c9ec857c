import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

struct SignIn: Model, Equatable {
  typealias Receives = SignInMessage
  var token: Secret<String>?
}

struct SignInSession: Codable, Equatable {
  var token: Secret<String>
}

enum SignInMessage: Message {
  case signInTapped(email: String, password: Secret<String>)
  case answered(Outcome<SignInSession, HTTPError>)
}

struct SignInUpdater: TypedUpdater {
  func update(model: inout SignIn, message: SignInMessage) -> [any Command] {
    switch message {
    case .signInTapped(let email, let password):
      let form = HTTPBody.form(["email": email, "password": password])
      return [
        FetchJSON(.post("https://api.example.com/login", body: form), reply { .answered($0) })
      ]
    case .answered(let result): model.token = try? result.get().token
    }
    return []
  }
}

/// Writes each message with its values and its commands. `.log()` writes their names only.
func detailedLog(to write: @escaping @Sendable (String) -> Void) -> EventHandler {
  EventHandler(to: .messages) { event in
    if case .handled(let handled) = event.fact {
      write("\(handled.envelope.message) → \(handled.commands)")
    }
  }
}

@Suite struct LoggingTests {
  @Test func theLogHasNoSecret() async throws {
    let lines = Mutex<[String]>([])
    let server = VirtualServer { _ in .json(#"{"token": "t0ken"}"#) }
    let log = detailedLog { line in lines.withLock { $0.append(line) } }
    let app = try Runtime(
      Program(model: SignIn(), SignInUpdater()), interpreters: [.http(server)],
      options: RuntimeOptions(eventHandlers: [log], clock: ManualClock()))
    app.start()
    app.dispatch(.signInTapped(email: "ada@example.com", password: Secret("hunter2")))

    #expect(app.model.token?.revealed == "t0ken")
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(text.contains("ada@example.com") && text.contains("password: •••"))
    #expect(!text.contains("hunter2") && !text.contains("t0ken"))
    await app.shutdown()
  }

  @Test func theServerGetsThePassword() {
    let app = AppTest(Program(model: SignIn(), SignInUpdater()))
    app.send(
      .signInTapped(email: "ada@example.com", password: Secret("hunter2")),
      commands: [
        FetchJSON(
          .post(
            "https://api.example.com/login",
            body: .form(["email": "ada@example.com", "password": Secret("hunter2")])),
          Reply(SignInMessage.answered))
      ])
    app.respond(to: .post, "/login", .json(#"{"token": "t0ken"}"#)) { $0.token = Secret("t0ken") }
    app.finish()
  }

  @Test func anInterpolatedSecretIsStillHidden() {
    #expect("\(Secret("hunter2"))" == "•••")
  }
}
