import KatanaRuntime
import KatanaTesting
import Testing

// The section "Composing Updaters". Sample 3, the signature of `update` again, is sample 1.

// Sample 4: `AnyUpdater` and `Updater`.

struct SliceUpdater: Updater {
  var takes: MessageTypes { .only([UIMessage.self, AMessage.self]) }

  func update(model: inout Slice, message: any Message) -> [any Command] {
    switch message {
    case is UIMessage, is AMessage: model.changes += 1
    default: break
    }
    return []
  }
}

protocol Resettable { init() }
extension AppModel: Resettable {}
extension Slice: Resettable {}

struct ResetRequested: Message {}

struct ResetUpdater<TypedModel: Model & Resettable>: Updater {
  var takes: MessageTypes { .only([ResetRequested.self]) }

  func update(model: inout TypedModel, message: any Message) -> [any Command] {
    if message is ResetRequested { model = TypedModel() }
    return []
  }
}

@Test func anUpdaterMayTakeMessagesOfManyTypes() {
  let test = StepTest(SliceUpdater(), model: Slice())
  test.send(UIMessage.logOutTapped) { $0.changes = 1 }
  test.send(AMessage.increase) { $0.changes = 2 }
  test.send(ResetRequested(), expectingNoReceiver: true)
}

@Test func anUpdaterForModelsOfManyTypesIsAGenericStruct() {
  StepTest(ResetUpdater(), model: Slice(changes: 3)).send(ResetRequested()) { $0 = Slice() }
  StepTest(ResetUpdater(), model: AppModel(a: 3)).send(ResetRequested()) { $0 = AppModel() }
}

@Test func updatersOfOneModelStandInAListWithoutAWrapper() {
  let updaters: [any Updater<AppModel>] = [AnUpdater(), ResetUpdater<AppModel>()]
  var model = AppModel(a: 1)
  for updater in updaters { _ = updater.update(model: &model, message: UIMessage.logOutTapped) }
  #expect(model == AppModel(isLoading: true, a: 1))
  for updater in updaters { _ = updater.update(model: &model, message: ResetRequested()) }
  #expect(model == AppModel())
}

// Sample 5: the typed updater.

struct AnUpdater: TypedUpdater {
  func update(model: inout AppModel, message: UIMessage) -> [any Command] {
    model.isLoading = true
    switch message {
    case .userRequestAuthentication(let username, let password):
      return [AuthenticationCommand.performLogin(username: username, password: password)]
    case .logOutTapped:
      return [AuthenticationCommand.performLogout]
    }
  }
}

@Test func aTypedUpdaterTakesItsOwnMessagesAndLetsOthersPass() {
  let test = StepTest(AnUpdater(), model: AppModel())
  test.send(AuthenticationMessage.logoutDone, expectingNoReceiver: true)
  test.send(
    UIMessage.logOutTapped as any Message, commands: [AuthenticationCommand.performLogout]
  ) { $0.isLoading = true }
}

// Sample 6: the combined updater.

let appUpdater = CombinedUpdater<AppModel>([
  .full(AnUpdater()),  // pass the full model to the updater
  .slice(\.path.to.slice, SliceUpdater()),  // pass just a slice
])

@Test func aCombinedUpdaterHandsEachUpdaterItsPart() {
  StepTest(appUpdater, model: AppModel()).send(
    UIMessage.logOutTapped, commands: [AuthenticationCommand.performLogout]
  ) {
    $0.isLoading = true
    $0.path.to.slice.changes = 1
  }
}

@Test func theCommandsOfACombinedUpdaterComeInTheOrderOfItsParts() {
  let combined = CombinedUpdater<AppModel>([
    .full(MessageUpdater<AppModel, AMessage>()),
    .slice(\.path.to.slice, FunctionUpdater { model, _ in (model, [Download(parts: 1)]) }),
    .full(FunctionUpdater { model, _ in (model, [Download(parts: model.a)]) }),
  ])
  StepTest(combined, model: AppModel(a: 1)).send(
    AMessage.increase, commands: [Download(parts: 1), Download(parts: 2)]
  ) { $0.a = 2 }
}

// Sample 7: the function updater.

let functionUpdater = FunctionUpdater<AppModel>(takes: .all) { model, message in
  return (model, [])
}

let counterUpdater = FunctionUpdater<AppModel>(takes: .all) {
  (model: consuming AppModel, message) in
  if message is AMessage { model.a += 1 }
  return (model, [])
}

@Test func aFunctionUpdaterCallsItsFunction() {
  StepTest(functionUpdater, model: AppModel(a: 1)).send(AMessage.increase)
  StepTest(counterUpdater, model: AppModel(a: 1)).send(AMessage.increase) { $0.a = 2 }
}

// Sample 8: a message that updates itself.

struct MessageUpdater<M, Mex: Message & Updater>: TypedUpdater where Mex.TypedModel == M {
  typealias TypedMessage = Mex
  typealias TypedModel = M

  func update(model: inout M, message: Mex) -> [any Command] {
    message.update(model: &model, message: message)
  }
}

enum AMessage: Message, TypedUpdater {
  typealias TypedMessage = AMessage
  typealias TypedModel = AppModel

  case increase, decrease

  func update(model: inout AppModel, message: AMessage) -> [any Command] {
    switch message {
    case .increase: model.a += 1
    case .decrease: model.a -= 1
    }
    return []
  }
}

@Test func aMessageMayUpdateTheModelItself() throws {
  let runtime = try Runtime(
    Program(model: AppModel(), MessageUpdater<AppModel, AMessage>()))
  runtime.start()
  for message in [AMessage.increase, .increase, .decrease] { runtime.dispatch(message) }
  #expect(runtime.model == AppModel(a: 1))
}

@Test func aMessageMayReturnCommandsAsAnyUpdaterDoes() {
  StepTest(MessageUpdater<AppModel, ANoisyMessage>(), model: AppModel()).send(
    ANoisyMessage.download(3), commands: [Download(parts: 3)])
}

enum ANoisyMessage: Message, TypedUpdater {
  case download(Int)

  func update(model: inout AppModel, message: ANoisyMessage) -> [any Command] {
    switch message {
    case .download(let parts): [Download(parts: parts)]
    }
  }
}
