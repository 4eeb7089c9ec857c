import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// The section "Open Points": how are dependencies handled? An interpreter is given what it needs in
// its own initialiser, at the one place where the app is put together.

func makeRuntime(
  api: API, center: NotificationCenter, clock: any RuntimeClock = .system
) throws -> Runtime<AppModel> {
  try Runtime(
    Program(
      model: AppModel(),
      CombinedUpdater([
        .full(appUpdater),
        .full(AppMessageUpdater()),
        .full(MessageUpdater<AppModel, AMessage>()),
        .full(NotificationSubscriptionProvider()),
        .full(TickSubscriptionProvider()),
      ])),
    interpreters: [
      .command(AuthenticationCommandInterpreter()),
      .command(APIInterpreter(api: api), where: { $0 is any APIRequest.Type }),
      .subscription(TickSubscriptionInterpreter.self),
      .subscription {
        NotificationSubscriptionInterpreter(center: center, subscription: $0, dispatch: $1)
      },
    ],
    options: RuntimeOptions(clock: clock))
}

private let url = URL(filePath: "/todos/1")

@Test(arguments: ["Write", "Read"])
func aDependencyIsGivenToAnInterpreterWhereTheRuntimeIsMade(title: String) throws {
  let api = API.answering([url: #"{"title": "\#(title)"}"#])
  let runtime = try makeRuntime(api: api, center: NotificationCenter())
  runtime.start()
  runtime.dispatch(AppMessage.getTodo(url))
  #expect(runtime.model.todo == Todo(title: title))
}

@Test func theWholeAppOfTheProposalRuns() async throws {
  let clock = ManualClock()
  let center = NotificationCenter()
  let runtime = try makeRuntime(api: .answering([:]), center: center, clock: clock)
  runtime.start()
  try await runtime.settle(UIMessage.logOutTapped)
  runtime.dispatch(AppMessage.switchCounter(on: true))
  clock.advance(by: .seconds(10))
  runtime.dispatch(AMessage.decrease)
  center.post(name: .appDidEnterBackground, object: nil)
  try await runtime.settle(AppMessage.getTodo(url))

  var expected = AppModel(isLoading: true, a: 9, counterActivated: true)
  expected.path.to.slice.changes = 2  // the log-out and the decrease
  expected.failure = APIFailure(reason: "not found")
  #expect(runtime.model == expected)
  // The log-out and its answer, the switch, the ticks, the decrease, the notification, the todo and
  // its answer.
  #expect(runtime.statistics.handled == 2 + 1 + 10 + 1 + 1 + 2)

  await runtime.shutdown()
  clock.advance(by: .seconds(10))
  center.post(name: .appDidEnterBackground, object: nil)
  #expect(runtime.model == expected)
  #expect(runtime.statistics.handled == 17)
}
