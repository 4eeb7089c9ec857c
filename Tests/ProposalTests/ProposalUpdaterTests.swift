import KatanaRuntime
import KatanaTesting
import Testing

// Samples 1 to 8 of Docs/maintaining/from-the-proposal.md. All samples share this model.

struct AppModel: Model, Equatable {
  var isLoading = false
  var a = 0
  var path = Path()
  var todo: Result<Todo, APIFailure>?
  var counterActivated = false
}

struct Path: Equatable { var to = To() }
struct To: Equatable { var slice = Slice() }
struct Slice: Model, Equatable { var changes = 0 }

// The interface of the authentication module.
enum AuthenticationMessage: Message, Equatable {
  case loginDone(token: Secret<String>)
  case logoutDone
}

enum AuthenticationCommand: Command, Equatable {
  case performLogin(username: String, password: Secret<String>)
  case performLogout
}

// Its implementation, in a module of its own.
struct AuthenticationCommandInterpreter: CommandInterpreter {
  func interpret(_ command: AuthenticationCommand, dispatch: Dispatcher) {
    switch command {
    case .performLogin(let username, _):
      // some logic (e.g., api request)
      dispatch(AuthenticationMessage.loginDone(token: Secret("token of \(username)")))
    case .performLogout:
      dispatch(AuthenticationMessage.logoutDone)
    }
  }
}

// The application.
enum UIMessage: Message, Equatable {
  case userRequestAuthentication(username: String, password: Secret<String>)
}

func update(model: AppModel, message: any Message) -> (AppModel, [any Command]) {
  guard let message = message as? UIMessage else { return (model, []) }
  var model = model
  model.isLoading = true
  switch message {
  case .userRequestAuthentication(let username, let password):
    return (model, [AuthenticationCommand.performLogin(username: username, password: password)])
  }
}

let logIn = UIMessage.userRequestAuthentication(username: "ada", password: Secret("engine"))
let performLogin = AuthenticationCommand.performLogin(
  username: "ada", password: Secret("engine"))

@Test func theUpdateFunctionOfTheProposalBecomesAnUpdater() {
  let test = StepTest(
    FunctionUpdater(takes: .only([UIMessage.self]), update), model: AppModel())
  test.send(logIn, commands: [performLogin]) { $0.isLoading = true }
  let (model, commands) = update(model: AppModel(), message: AuthenticationMessage.logoutDone)
  #expect(model == AppModel())
  #expect(commands.isEmpty)
}

struct SliceUpdater: Updater {
  var takes: MessageTypes { .only([UIMessage.self, AMessage.self]) }

  func update(model: inout Slice, message: any Message) -> [any Command] {
    if message is UIMessage || message is AMessage { model.changes += 1 }
    return []
  }
}

struct AnUpdater: TypedUpdater {
  func update(model: inout AppModel, message: UIMessage) -> [any Command] {
    model.isLoading = true
    switch message {
    case .userRequestAuthentication(let username, let password):
      return [AuthenticationCommand.performLogin(username: username, password: password)]
    }
  }
}

let appUpdater = CombinedUpdater<AppModel>([
  .full(AnUpdater()),  // pass the full model to the updater
  .slice(\.path.to.slice, SliceUpdater()),  // pass just a slice
])

let functionUpdater = FunctionUpdater<AppModel>(takes: .all) { model, message in
  return (model, [])
}

@Test func updatersOfOneModelStandInAListWithoutAWrapper() {
  let updaters: [any Updater<AppModel>] = [
    AnUpdater(), functionUpdater, MessageUpdater<AppModel, AMessage>(),
  ]
  var model = AppModel()
  for updater in updaters { _ = updater.update(model: &model, message: logIn) }
  for updater in updaters { _ = updater.update(model: &model, message: AMessage.increase) }
  #expect(model == AppModel(isLoading: true, a: 1))
}

@Test func aCombinedUpdaterHandsEachUpdaterItsPart() {
  let test = StepTest(appUpdater, model: AppModel())
  test.send(logIn, commands: [performLogin]) {
    $0.isLoading = true
    $0.path.to.slice.changes = 1
  }
  test.send(AMessage.increase) { $0.path.to.slice.changes = 2 }
  test.send(AuthenticationMessage.logoutDone, expectingNoReceiver: true)
}

struct MessageUpdater<M, Mex: Message & Updater>: TypedUpdater where Mex.TypedModel == M {
  typealias TypedMessage = Mex
  typealias TypedModel = M

  func update(model: inout M, message: Mex) -> [any Command] {
    message.update(model: &model, message: message)
  }
}

enum AMessage: Message, TypedUpdater {
  case increase, decrease

  func update(model: inout AppModel, message: AMessage) -> [any Command] {
    switch message {
    case .increase: model.a += 1
    case .decrease: model.a -= 1
    }
    return []
  }
}

@Test func aMessageMayUpdateTheModelItself() {
  let test = StepTest(MessageUpdater<AppModel, AMessage>(), model: AppModel())
  test.send(AMessage.increase) { $0.a = 1 }
  test.send(AMessage.decrease) { $0.a = 0 }
}
