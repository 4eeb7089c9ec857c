import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// The section "Reusable Commands".

// Sample 9: the imperative call. It is what an interpreter uses inside.

enum HTTPMethod { case get, post }

struct API: Sendable {
  typealias Completion = @Sendable (Result<Data, APIFailure>) -> Void

  var load: @Sendable (HTTPMethod, URL, @escaping Completion) -> Void

  func post(_ url: URL, then: @escaping Completion) { load(.post, url, then) }
}

struct APIFailure: Error, Equatable { var reason: String }

extension API {
  /// A server that knows these answers.
  static func answering(_ gets: [URL: String], posts: [URL: String] = [:]) -> API {
    API { method, url, then in
      guard let answer = (method == .get ? gets : posts)[url] else {
        return then(.failure(APIFailure(reason: "not found")))
      }
      then(.success(Data(answer.utf8)))
    }
  }
}

@Test func anImperativeCallHandsItsResultToAClosure() async {
  let api = API.answering([:], posts: [todoURL: "Write"])
  let data = await withCheckedContinuation { continuation in
    api.post(todoURL) { result in
      continuation.resume(returning: result)
    }
  }
  #expect(data == .success(Data("Write".utf8)))
}

// Sample 10: a command without an answer.

enum APIRequestCommand: Command, Equatable {
  case get(URL)
  case post(URL)
}

@Test func aCommandIsDataThatCanBeCompared() {
  #expect(APIRequestCommand.get(todoURL) == .get(todoURL))
  #expect(APIRequestCommand.get(todoURL) != .post(todoURL))
}

// Sample 11: a generic command with an answer.

enum APICommand<Payload: Decodable & Sendable>: Command, Equatable {
  case get(URL, Reply<Result<Payload, APIFailure>>)
  case post(URL, Reply<Result<Payload, APIFailure>>)
}

protocol APIRequest: Command {
  var method: HTTPMethod { get }
  var url: URL { get }
  func message(for result: Result<Data, APIFailure>) -> any Message
}

extension APICommand: APIRequest {
  var method: HTTPMethod {
    switch self {
    case .get: .get
    case .post: .post
    }
  }

  var url: URL {
    switch self {
    case .get(let url, _), .post(let url, _): url
    }
  }

  func message(for result: Result<Data, APIFailure>) -> any Message {
    let payload = result.flatMap { data in
      Result { try JSONDecoder().decode(Payload.self, from: data) }
        .mapError { _ in APIFailure(reason: "not a \(Payload.self)") }
    }
    return switch self {
    case .get(_, let reply), .post(_, let reply): reply(payload)
    }
  }
}

struct APIInterpreter: CommandInterpreter {
  let api: API

  func interpret(_ command: any APIRequest, dispatch: Dispatcher) {
    api.load(command.method, command.url) { result in dispatch(command.message(for: result)) }
  }
}

func apiInterpreter(_ api: API) -> Interpreter {
  .command(APIInterpreter(api: api), where: { $0 is any APIRequest.Type })
}

// Sample 12: its use.

struct Todo: Equatable, Decodable { var title: String }

struct AppMessageUpdater: TypedUpdater {
  func update(model: inout AppModel, message: AppMessage) -> [any Command] {
    switch message {
    case .getTodo(let url): return [APICommand<Todo>.get(url, Reply(AppMessage.manageGetTodo))]
    case .manageGetTodo(.success(let todo)): model.todo = todo
    case .manageGetTodo(.failure(let failure)): model.failure = failure
    case .switchCounter(let on): model.counterActivated = on
    case .increaseCounter: model.a += 1
    }
    return []
  }
}

private let todoURL = URL(filePath: "/todos/1")
private let userURL = URL(filePath: "/users/1")

@Test func anUpdateReturnsTheCommandThatItsMessageAsksFor() {
  StepTest(AppMessageUpdater(), model: AppModel()).send(
    .getTodo(todoURL), commands: [APICommand<Todo>.get(todoURL, Reply(AppMessage.manageGetTodo))])
}

@Test func theReplyOfACommandMakesTheMessageThatTheAppNamed() throws {
  let (_, commands) = AppMessageUpdater().update(model: AppModel(), message: .getTodo(todoURL))
  let request = try #require(commands.first as? any APIRequest)
  let answer = request.message(for: .success(Data(#"{"title": "Write"}"#.utf8)))
  #expect(answer as? AppMessage == .manageGetTodo(.success(Todo(title: "Write"))))
}

@Test func theResultOfACommandComesBackAsAMessage() throws {
  let runtime = try Runtime(
    Program(model: AppModel(), AppMessageUpdater()),
    interpreters: [apiInterpreter(.answering([todoURL: #"{"title": "Write"}"#]))])
  runtime.start()
  runtime.dispatch(AppMessage.getTodo(todoURL))
  #expect(runtime.model == AppModel(todo: Todo(title: "Write")))
}

@Test func theFailureOfACommandComesBackAsAMessage() throws {
  let runtime = try Runtime(
    Program(model: AppModel(), AppMessageUpdater()),
    interpreters: [apiInterpreter(.answering([todoURL: "{}"]))])
  runtime.start()
  runtime.dispatch(AppMessage.getTodo(todoURL))
  #expect(runtime.model == AppModel(failure: APIFailure(reason: "not a Todo")))
  runtime.dispatch(AppMessage.getTodo(userURL))
  #expect(runtime.model == AppModel(failure: APIFailure(reason: "not found")))
}

struct User: Equatable, Decodable { var name: String }

enum UserMessage: Message, Equatable { case loaded(Result<User, APIFailure>) }

@Test func oneInterpreterServesAGenericCommandWhateverItsPayload() async {
  let recorder = RecordingDispatcher()
  let interpreter = APIInterpreter(
    api: .answering(
      [todoURL: #"{"title": "Write"}"#], posts: [userURL: #"{"name": "Ada"}"#]))
  let todo = APICommand<Todo>.get(todoURL, Reply(AppMessage.manageGetTodo))
  let user = APICommand<User>.post(userURL, Reply(UserMessage.loaded))
  await recorder.run(interpreter, todo).ended()
  await recorder.run(interpreter, user).ended()
  await recorder.expect(
    AppMessage.manageGetTodo(.success(Todo(title: "Write"))),
    UserMessage.loaded(.success(User(name: "Ada"))))
  recorder.expectNoMore()
}

@Test func anInterpreterOfAProtocolIsRegisteredWithAPredicate() throws {
  let feature = CombinedUpdater<AppModel>(
    [.full(AppMessageUpdater())],
    effects: [.command(APICommand<Todo>.self), .command(APICommand<User>.self)])
  _ = try Runtime(
    Program(model: AppModel(), feature), interpreters: [apiInterpreter(.answering([:]))])
}
