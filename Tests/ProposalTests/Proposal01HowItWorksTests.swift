import KatanaRuntime
import KatanaTesting
import Testing

// The section "How It Works".

// Sample 1, the signature of `update`, here with a body: sample 2 has the same function.

@Test func theUpdateFunctionTakesAModelAndAMessageAndReturnsBothResults() {
  let update: (AppModel, any Message) -> (AppModel, [any Command]) =
    FunctionUpdater<AppModel>(update).update(model:message:)
  let (model, commands) = update(AppModel(), UIMessage.logOutTapped)
  #expect(model == AppModel(isLoading: true))
  #expect(commands as? [AuthenticationCommand] == [.performLogout])
}

// Sample 2: the authentication module.

enum AuthenticationMessage: Message, Equatable {
  case loginDone(token: Secret<String>)
  case logoutDone
}

enum AuthenticationCommand: Command, Equatable {
  case performLogin(username: String, password: Secret<String>)
  case performLogout
}

struct AuthenticationCommandInterpreter: CommandInterpreter {
  func interpret(_ command: AuthenticationCommand, dispatch: Dispatcher) {
    switch command {
    case .performLogin(let username, let password):
      login(dispatch, username: username, password: password)
    case .performLogout:
      logout(dispatch)
    }
  }

  private func login(_ dispatch: Dispatcher, username: String, password: Secret<String>) {
    // some logic (e.g., api request)
    dispatch(AuthenticationMessage.loginDone(token: Secret("token of \(username)")))
  }

  private func logout(_ dispatch: Dispatcher) {
    // some logic (e.g., api request)
    dispatch(AuthenticationMessage.logoutDone)
  }
}

enum UIMessage: Message, Equatable {
  case userRequestAuthentication(username: String, password: Secret<String>)
  case logOutTapped
}

func update(model: AppModel, message: any Message) -> (AppModel, [any Command]) {
  guard let message = message as? UIMessage else { return (model, []) }
  var model = model
  model.isLoading = true
  switch message {
  case .userRequestAuthentication(let username, let password):
    return (model, [AuthenticationCommand.performLogin(username: username, password: password)])
  case .logOutTapped:
    return (model, [AuthenticationCommand.performLogout])
  }
}

@Test func anUpdateDescribesTheLoginAndPerformsNothing() {
  StepTest(FunctionUpdater(takes: .only([UIMessage.self]), update), model: AppModel()).send(
    UIMessage.userRequestAuthentication(username: "ada", password: Secret("engine")),
    commands: [AuthenticationCommand.performLogin(username: "ada", password: Secret("engine"))]
  ) { $0.isLoading = true }
}

@Test func anUpdateIgnoresTheMessagesOfOthers() {
  let (model, commands) = update(model: AppModel(), message: AuthenticationMessage.logoutDone)
  #expect(model == AppModel())
  #expect(commands.isEmpty)
}

@Test func aLoginGoesRoundFromTheUserInterfaceToTheInterpreterAndBack() async throws {
  let history = History()
  let runtime = try Runtime(
    Program(model: AppModel(), FunctionUpdater(takes: .all, update)),
    interpreters: [.command(AuthenticationCommandInterpreter())],
    options: RuntimeOptions(history: history))
  runtime.start()
  let answer = try await runtime.settle(
    UIMessage.userRequestAuthentication(username: "ada", password: Secret("engine")),
    returning: AuthenticationMessage.self)
  #expect(answer == .loginDone(token: Secret("token of ada")))
  #expect(runtime.model.isLoading)
  // The third goal: nobody has to guess who sent a message.
  let chain = history.entries(leadingTo: history.latest)
  #expect(chain.map(\.message.description) == ["userRequestAuthentication", "loginDone"])
  #expect(chain.last?.command?.description == "performLogin")
}

@Test func aSecretOfACommandIsNotPrinted() {
  let command = AuthenticationCommand.performLogin(username: "ada", password: Secret("engine"))
  #expect("\(command)" == #"performLogin(username: "ada", password: •••)"#)
}

// The remark below sample 2: a command may send several messages, such as its progress.

struct Download: Command, Equatable { var parts: Int }

enum DownloadMessage: Message, Equatable {
  case partLoaded(Int)
  case finished
}

struct DownloadInterpreter: CommandInterpreter {
  func interpret(_ command: Download, dispatch: Dispatcher) {
    for part in 1...command.parts { dispatch(DownloadMessage.partLoaded(part)) }
    dispatch(DownloadMessage.finished)
  }
}

@Test func aCommandMaySendSeveralMessages() async {
  let recorder = RecordingDispatcher()
  await recorder.run(DownloadInterpreter(), Download(parts: 2)).ended()
  await recorder.expect(
    DownloadMessage.partLoaded(1), DownloadMessage.partLoaded(2), DownloadMessage.finished)
  recorder.expectNoMore()
}
