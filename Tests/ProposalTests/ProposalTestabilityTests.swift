import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// Samples 17 to 19 and the open point of Docs/maintaining/from-the-proposal.md.

@Test func anUpdaterIsTestedByCallingIt() {
  let updater = AnUpdater()
  let message = logIn
  let model = AppModel()

  let (newModel, commands) = updater.update(model: model, message: message)

  // test the new model is as simple as with the previous katana
  #expect(newModel.isLoading)
  // and testing triggered commands (operations that must be performed) is easy
  #expect(commands.first as? AuthenticationCommand == performLogin)
}

@Test func aSubscriptionProviderIsTestedByCallingIt() {
  let subscriptionProvider = TickSubscriptionProvider()
  let message = AppMessage.switchCounter(on: true)
  let model = AppModel(counterActivated: true)

  let subscriptions = subscriptionProvider.subscriptions(model: model, message: message)

  #expect(subscriptions.first as? TickSubscription == eachSecond)
}

enum TestMessage: Message, Equatable {
  case testMessage
}

@Test func aTickSubscriptionDispatchesTenTimesInTenSeconds() {
  let subscription = TickSubscription.eachNumberOfSeconds(1, Reply(TestMessage.testMessage))
  let clock = ManualClock()
  let recorder = RecordingDispatcher(clock: clock)

  let impl = TickSubscriptionInterpreter(
    subscription: subscription, dispatch: recorder.subscriptionDispatcher(for: subscription))
  impl.start()
  clock.advance(by: .seconds(10))
  impl.stop()

  #expect(recorder.messages.count == 10)
  for message in recorder.messages {
    #expect(message as? TestMessage == .testMessage)
  }
}

@Test func aCommandInterpreterIsTestedInTheSameWay() {
  let recorder = RecordingDispatcher()
  AuthenticationCommandInterpreter().interpret(.performLogout, dispatch: recorder.dispatcher)
  #expect(recorder.messages as? [AuthenticationMessage] == [.logoutDone])
}

@Test func theWholeAppOfTheProposalRuns() async throws {
  let clock = ManualClock()
  let center = NotificationCenter()
  let api = API.answering(#"{"title": "Write"}"#)
  let runtime = try Runtime(
    Program(
      model: AppModel(),
      CombinedUpdater([
        .full(appUpdater), .full(functionUpdater), .full(MessageUpdater<AppModel, AMessage>()),
        .full(AppMessageUpdater()), .full(NotificationSubscriptionProvider()),
        .full(TickSubscriptionProvider()),
      ])),
    interpreters: [
      .command(AuthenticationCommandInterpreter()),
      .command(APIInterpreter<Todo>(api: api)),
      .subscription(TickSubscriptionInterpreter.self),
      .subscription { NotificationSubscriptionInterpreter(center: center, dispatch: $1) },
    ],
    options: RuntimeOptions(clock: clock))
  runtime.start()
  let answer = try await runtime.settle(logIn, returning: AuthenticationMessage.self)
  #expect(answer == .loginDone(token: Secret("token of ada")))
  clock.advance(by: .seconds(10))
  runtime.dispatch(AppMessage.switchCounter(on: true))
  clock.advance(by: .seconds(10))
  runtime.dispatch(AppMessage.switchCounter(on: false))
  clock.advance(by: .seconds(10))
  runtime.dispatch(AMessage.decrease)
  center.post(name: .appDidEnterBackground, object: nil)
  try await runtime.settle(AppMessage.getTodo(todoURL))

  var expected = AppModel(isLoading: true, a: 9, todo: .success(Todo(title: "Write")))
  expected.path.to.slice.changes = 2  // the login and the decrease
  #expect(runtime.model == expected)
  // The login and its answer, the switches, ticks, decrease, notification, the todo and its answer.
  #expect(runtime.statistics.handled == 2 + 2 + 10 + 1 + 1 + 2)

  await runtime.shutdown()
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(runtime.statistics.handled == 18)
}
