import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

struct Chat: Model, Equatable {
  typealias Receives = ChatMessage
  enum Connection { case closed, connecting, open, interrupted }

  var room: Int?
  var connection = Connection.closed
  var lines: [String] = []
  var problem: String?
}

enum ChatMessage: Message, Equatable {
  case joined(room: Int)
  case left
  case sendTapped(String)
  case sent(HTTPError?)
  case socket(WebSocketUpdate)
}

struct ChatFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case socket }

  func update(model: inout Chat, message: ChatMessage) -> [any Command] {
    switch message {
    case .joined(let room) where room == model.room: break  // Its socket goes on.
    case .joined(let room): model = Chat(room: room, connection: .connecting)
    case .left: (model.room, model.connection) = (nil, .closed)
    case .socket(.opened): (model.connection, model.problem) = (.open, nil)
    case .socket(.received(.text(let line))): model.lines.append(line)
    case .socket(.received(.bytes)): break
    case .socket(.interrupted): model.connection = .interrupted
    case .socket(.ended(let end)):
      (model.room, model.connection, model.problem) = (nil, .closed, "\(end)")
    case .sendTapped(let line):
      return [SendToWebSocket(ID.socket, .text(line), reply { .sent($0) })]
    case .sent(let error): model.problem = error?.text
    }
    return []
  }

  func subscriptions(model: Chat) -> [any Subscription] {
    guard let room = model.room else { return [] }
    let request = HTTPRequest.get("wss://chat.example.com/rooms/\(room)")
    return [WebSocketMessages(request, as: ID.socket, reply { .socket($0) })]
  }
}

@Suite struct WebSocketTests {
  let socket = WebSocketMessages(
    .get("wss://chat.example.com/rooms/7"), as: ChatFeature.ID.socket, Reply(ChatMessage.socket))

  @Test func theServerAnswersOverTheSocket() {
    let server = VirtualServer(replies: { _ in [.received(.text("welcome"))] }) { _ in .offline }
    let app = AppTest(
      Program(model: Chat(), ChatFeature()), interpreters: [.http(server)], exhaustive: .model)
    app.send(.joined(room: 7)) { ($0.room, $0.connection) = (7, .open) }
    app.send(.sendTapped("hello")) { $0.lines = ["welcome"] }
    #expect(server.sentToSockets == [.text("hello")])
    app.send(.left) { ($0.room, $0.connection) = (nil, .closed) }
    app.send(.sendTapped("late")) { $0.problem = "No connection is open to send this to." }
  }

  @Test func aLostConnectionIsShownAndOpensAgain() {
    let app = AppTest(Program(model: Chat(), ChatFeature()), exhaustive: .model)
    app.send(.joined(room: 7)) { ($0.room, $0.connection) = (7, .connecting) }
    app.emit(\WebSocketMessages.reply, with: .opened(protocol: nil)) { $0.connection = .open }
    app.emit(
      \WebSocketMessages.reply,
      with: .interrupted(.failed(.connectionLost("chat.example.com")), retryIn: .seconds(1))
    ) { $0.connection = .interrupted }
    app.emit(\WebSocketMessages.reply, with: .opened(protocol: nil)) { $0.connection = .open }
    app.emit(\WebSocketMessages.reply, with: .received(.text("hello"))) { $0.lines = ["hello"] }
  }

  @Test func joiningTheSameRoomAgainChangesNothing() {
    let app = AppTest(Program(model: Chat(), ChatFeature()), exhaustive: .model)
    app.send(.joined(room: 7)) { ($0.room, $0.connection) = (7, .connecting) }
    app.emit(\WebSocketMessages.reply, with: .opened(protocol: nil)) { $0.connection = .open }
    app.send(.joined(room: 7))
  }

  @Test func theProblemGoesWhenTheConnectionIsOpen() {
    let test = StepTest(
      ChatFeature(), model: Chat(room: 7, connection: .interrupted, problem: "No connection."))
    test.send(.socket(.opened(protocol: nil)), exhaustive: .model) {
      ($0.connection, $0.problem) = (.open, nil)
    }
  }

  @Test func theSocketLivesAsLongAsTheRoom() {
    let app = AppTest(Program(model: Chat(), ChatFeature()))
    app.send(.joined(room: 7), subscriptions: [.started(socket)]) {
      ($0.room, $0.connection) = (7, .connecting)
    }
    app.emit(\WebSocketMessages.reply, with: .opened(protocol: nil)) { $0.connection = .open }
    app.emit(
      \WebSocketMessages.reply,
      with: .interrupted(.closed(code: 1001, reason: ""), retryIn: .seconds(1))
    ) { $0.connection = .interrupted }
    app.emit(
      \WebSocketMessages.reply, with: .ended(.closed(code: 1000, reason: "")),
      subscriptions: [.stopped(socket)]
    ) {
      ($0.room, $0.connection) = (nil, .closed)
      $0.problem = "The server closed the socket with the code 1000."
    }
    app.finish()
  }
}
