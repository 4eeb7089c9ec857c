import KatanaRuntime
import KatanaTesting
import Testing

/// What a command knows about the model is what its own step knew, however late its task begins.
@Suite struct SessionTokenTests {
  struct App: Model, Equatable {
    var user = 0
    var saved: [Int] = []
  }

  enum AppMessage: Message { case logInTapped, saveTapped, saved(user: Int, token: Int) }

  struct Session: Subscription {
    var token: Int
    var id: String { "session" }
  }

  struct Save: Command { var user: Int }

  struct AppUpdater: TypedUpdater {
    func update(model: inout App, message: AppMessage) -> [any Command] {
      switch message {
      case .logInTapped: model.user += 1
      case .saveTapped: return [Save(user: model.user)]
      case .saved(let user, let token): if user != token { model.saved.append(token) }
      }
      return []
    }
  }

  final class SessionInterpreter: SubscriptionInterpreter {
    let token: Locked<Int>
    let subscription: Session

    init(_ token: Locked<Int>, _ subscription: Session) {
      self.token = token
      self.subscription = subscription
    }

    func start() { token.withLock { $0 = subscription.token } }
    func stop() {}

    func update(to subscription: Session) -> Bool {
      token.withLock { $0 = subscription.token }
      return true
    }
  }

  struct SavingInATask: CommandInterpreter {
    let token: Locked<Int>

    func interpret(_ command: Save, dispatch: Dispatcher) {
      let token = token.withLock { $0 }
      dispatch.task {
        try await dispatch.clock.sleep(for: .seconds(1))
        dispatch(AppMessage.saved(user: command.user, token: token))
      }
    }
  }

  struct SavingLater: AsyncCommandInterpreter {
    let token: Locked<Int>

    func interpret(_ command: Save, dispatch: Dispatcher) async throws {
      dispatch(AppMessage.saved(user: command.user, token: token.withLock { $0 }))
    }
  }

  private func wrongTokens(_ make: @Sendable @escaping (Locked<Int>) -> Interpreter) -> String? {
    failures {
      explore(
        seeds: 300,
        sending: [AppMessage.logInTapped, AppMessage.saveTapped, AppMessage.logInTapped]
      ) { _ in
        let token = Locked(0)
        return Simulated(
          Program(
            model: App(),
            CombinedUpdater([
              .full(AppUpdater()),
              .full(FunctionSubscriptionProvider { [Session(token: $0.user)] }),
            ])),
          interpreters: [
            make(token),
            .subscription { [token] session, _ in
              SessionInterpreter(token, session)
            },
          ]
        )
        .always("everybody saves with a token of their own") { $0.saved.isEmpty }
      }
    }.first?.text
  }

  @Test func whatIsReadInTheStepIsThatOfTheStep() {
    #expect(wrongTokens { .command(SavingInATask(token: $0)) } == nil)
  }

  @Test func whatIsReadInTheTaskMayBeThatOfALaterStep() {
    let text = wrongTokens { .command(SavingLater(token: $0)) }
    #expect(text?.contains("everybody saves with a token of their own") == true)
  }
}
