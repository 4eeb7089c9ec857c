import Katana
import KatanaRuntime
import KatanaTesting
import Testing

// The section "Composing Updaters". Sample 3, the signature of `update` again, is sample 1.

// Sample 4: `AnyUpdater` and `Updater`.

struct SliceUpdater: Updater {
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
  func update(model: inout TypedModel, message: any Message) -> [any Command] {
    if message is ResetRequested { model = TypedModel() }
    return []
  }
}

@Test func anUpdaterMayTakeMessagesOfManyTypes() {
  let (one, _) = SliceUpdater().update(model: Slice(), message: UIMessage.logOutTapped)
  #expect(one == Slice(changes: 1))
  let (two, _) = SliceUpdater().update(model: one, message: AMessage.increase)
  #expect(two == Slice(changes: 2))
  let (same, _) = SliceUpdater().update(model: two, message: ResetRequested())
  #expect(same == two)
}

@Test func anUpdaterForModelsOfManyTypesIsAGenericStruct() {
  let (slice, _) = ResetUpdater().update(model: Slice(changes: 3), message: ResetRequested())
  #expect(slice == Slice())
  let (app, _) = ResetUpdater().update(model: AppModel(a: 3), message: ResetRequested())
  #expect(app == AppModel())
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
  var model = AppModel()
  let none = AnUpdater().update(model: &model, message: AuthenticationMessage.logoutDone)
  #expect(none.isEmpty)
  #expect(model == AppModel())
  let commands = AnUpdater().update(model: &model, message: UIMessage.logOutTapped as any Message)
  #expect(commands as? [AuthenticationCommand] == [.performLogout])
  #expect(model == AppModel(isLoading: true))
}

// Sample 6: the combined updater.

let appUpdater = CombinedUpdater<AppModel>([
  .full(AnUpdater()),  // pass the full model to the updater
  .slice(\.path.to.slice, SliceUpdater()),  // pass just a slice
])

@Test func aCombinedUpdaterHandsEachUpdaterItsPart() {
  let (model, commands) = appUpdater.update(model: AppModel(), message: UIMessage.logOutTapped)
  #expect(model == AppModel(isLoading: true, path: Path(to: To(slice: Slice(changes: 1)))))
  #expect(commands as? [AuthenticationCommand] == [.performLogout])
}

@Test func theCommandsOfACombinedUpdaterComeInTheOrderOfItsParts() {
  let combined = CombinedUpdater<AppModel>([
    .full(MessageUpdater<AppModel, AMessage>()),
    .slice(\.path.to.slice, FunctionUpdater { model, _ in (model, [Download(parts: 1)]) }),
    .full(FunctionUpdater { model, _ in (model, [Download(parts: model.a)]) }),
  ])
  let (_, commands) = combined.update(model: AppModel(a: 1), message: AMessage.increase)
  #expect(commands as? [Download] == [Download(parts: 1), Download(parts: 2)])
}

// Sample 7: the function updater.

let functionUpdater = FunctionUpdater<AppModel> { model, message in
  return (model, [])
}

let counterUpdater = FunctionUpdater<AppModel> { (model: consuming AppModel, message) in
  if message is AMessage { model.a += 1 }
  return (model, [])
}

@Test func aFunctionUpdaterCallsItsFunction() {
  let (same, none) = functionUpdater.update(model: AppModel(a: 1), message: AMessage.increase)
  #expect(same == AppModel(a: 1))
  #expect(none.isEmpty)
  let (changed, _) = counterUpdater.update(model: AppModel(a: 1), message: AMessage.increase)
  #expect(changed == AppModel(a: 2))
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
  let runtime = try Runtime(model: AppModel(), updater: MessageUpdater<AppModel, AMessage>())
  runtime.start()
  for message in [AMessage.increase, .increase, .decrease] { runtime.dispatch(message) }
  #expect(runtime.model == AppModel(a: 1))
}

@Test func aMessageMayReturnCommandsAsAnyUpdaterDoes() {
  let (_, commands) = MessageUpdater<AppModel, ANoisyMessage>().update(
    model: AppModel(), message: .download(3))
  #expect(commands as? [Download] == [Download(parts: 3)])
}

enum ANoisyMessage: Message, TypedUpdater {
  case download(Int)

  func update(model: inout AppModel, message: ANoisyMessage) -> [any Command] {
    switch message {
    case .download(let parts): [Download(parts: parts)]
    }
  }
}
