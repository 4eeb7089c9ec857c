import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct LatestTests {
  struct Token: ConstantSubscription {
    var text: String
  }

  struct Session: Model, Equatable {
    var token: String?
  }

  enum SessionMessage: Message {
    case loggedIn(String)
    case loggedOut
    case requested
  }

  struct Request: Command, Equatable {}

  struct SessionFeature: TypedUpdater, SubscriptionProvider {
    func update(model: inout Session, message: SessionMessage) -> [any Command] {
      switch message {
      case .loggedIn(let token): model.token = token
      case .loggedOut: model.token = nil
      case .requested: break
      }
      return [Request()]
    }

    func subscriptions(model: Session) -> [any Subscription] {
      model.token.map { [Token(text: $0)] } ?? []
    }
  }

  @Test func commandsReadWhatTheModelOfTheirStepDeclares() throws {
    let token = Latest<Token>()
    let seen = Locked<[String?]>([])
    let runtime = try Runtime(
      Program(model: Session(), SessionFeature()),
      interpreters: [
        .subscription(token),
        .command(Request.self) { _, _ in seen.withLock { $0.append(token.value?.text) } },
      ])
    runtime.start()
    for message: SessionMessage in [
      .requested, .loggedIn("a"), .requested, .loggedIn("b"), .loggedOut, .loggedIn("c"),
    ] {
      runtime.dispatch(message)
    }
    #expect(seen.withLock { $0 } == [nil, "a", "a", "b", nil, "c"])
    runtime.requestShutdown()
    #expect(token.value == nil)
  }

  struct Numbered: Subscription {
    var id: Int
    var text: String
  }

  @Test func theValueIsTheOneThatStartedOrChangedLast() {
    let latest = Latest<Numbered>()
    let recorder = RecordingDispatcher()
    let first = recorder.start(.subscription(latest), Numbered(id: 1, text: "a"))
    let second = recorder.start(.subscription(latest), Numbered(id: 2, text: "b"))
    #expect(latest.value?.text == "b")
    #expect(first.update(to: Numbered(id: 1, text: "c")))
    #expect(latest.value?.text == "c")
    first.stop()
    #expect(latest.value?.text == "b")
    second.stop()
    #expect(latest.value == nil)
  }
}
