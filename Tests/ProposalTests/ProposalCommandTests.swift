import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// Samples 9 to 12 of Docs/maintaining/from-the-proposal.md.

struct API: Sendable {
  typealias Call = @Sendable (URL, @escaping @Sendable (Result<Data, APIFailure>) -> Void) -> Void

  var get: Call
  var post: Call

  /// A server that gives one answer to all requests.
  static func answering(_ text: String) -> API {
    let call: Call = { _, then in then(.success(Data(text.utf8))) }
    return API(get: call, post: call)
  }
}

struct APIFailure: Error, Equatable { var reason: String }

func decoded<Payload: Decodable>(
  _ result: Result<Data, APIFailure>
) -> Result<Payload, APIFailure> {
  result.flatMap { data in
    Result { try JSONDecoder().decode(Payload.self, from: data) }
      .mapError { _ in APIFailure(reason: "not a \(Payload.self)") }
  }
}

enum APIRequestCommand: Command, Equatable {
  case get(URL)
  case post(URL)
}

enum APICommand<Payload: Decodable & Sendable>: Command, Equatable {
  case get(URL, Reply<Result<Payload, APIFailure>>)
  case post(URL, Reply<Result<Payload, APIFailure>>)
}

struct APIInterpreter<Payload: Decodable & Sendable>: CommandInterpreter {
  let api: API

  func interpret(_ command: APICommand<Payload>, dispatch: Dispatcher) {
    switch command {
    case .get(let url, let reply):
      api.get(url) { result in dispatch.answer(reply, with: decoded(result)) }
    case .post(let url, let reply):
      api.post(url) { result in dispatch.answer(reply, with: decoded(result)) }
    }
  }
}

@Test func aCommandIsDataThatCanBeCompared() {
  #expect(APIRequestCommand.get(todoURL) == .get(todoURL))
  #expect(APIRequestCommand.get(todoURL) != .post(todoURL))
}

@Test func theReplyOfARequestMakesTheMessage() {
  let recorder = RecordingDispatcher()
  let todos = APIInterpreter<Todo>(api: .answering(#"{"title": "Write"}"#))
  todos.interpret(.get(todoURL, Reply(AppMessage.manageGetTodo)), dispatch: recorder.dispatcher)
  let numbers = APIInterpreter<Todo>(api: .answering("1"))
  numbers.interpret(.post(todoURL, Reply(AppMessage.manageGetTodo)), dispatch: recorder.dispatcher)
  #expect(
    recorder.messages as? [AppMessage] == [
      .manageGetTodo(.success(Todo(title: "Write"))),
      .manageGetTodo(.failure(APIFailure(reason: "not a Todo"))),
    ])
}

struct Todo: Equatable, Decodable { var title: String }

enum AppMessage: Message, Equatable {
  case getTodo(URL)
  case manageGetTodo(Result<Todo, APIFailure>)
  case switchCounter(on: Bool)
  case increaseCounter
}

struct AppMessageUpdater: TypedUpdater {
  func update(model: inout AppModel, message: AppMessage) -> [any Command] {
    switch message {
    case .getTodo(let url): return [APICommand<Todo>.get(url, reply { .manageGetTodo($0) })]
    case .manageGetTodo(let result): model.todo = result
    case .switchCounter(let on): model.counterActivated = on
    case .increaseCounter: model.a += 1
    }
    return []
  }
}

let todoURL = URL(filePath: "/todos/1")

@Test func anUpdateReturnsTheCommandThatItsMessageAsksFor() {
  StepTest(AppMessageUpdater(), model: AppModel()).send(
    AppMessage.getTodo(todoURL),
    commands: [APICommand<Todo>.get(todoURL, Reply(AppMessage.manageGetTodo))])
}
