import Foundation
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

struct Headline: Codable, Equatable, Sendable {
  var title: String
}

struct News: Model, Equatable {
  typealias Receives = NewsMessage
  var isLoading = false
  var titles: [String] = []
  var problem: String?
}

enum NewsMessage: Message, Equatable {
  case reloadTapped
  case loaded(Outcome<[Headline], HTTPError>)
}

struct NewsUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [FetchJSON<[Headline]>.self] }

  func update(model: inout News, message: NewsMessage) -> [any Command] {
    switch message {
    case .reloadTapped:
      model.isLoading = true
      return [
        FetchJSON(
          .get("https://news.example.com/headlines", query: ["tag": "swift"]),
          reply { .loaded($0) })
      ]
    case .loaded(let result):
      model.isLoading = false
      switch result {
      case .success(let headlines): model.titles = headlines.map(\.title)
      case .failure(let error): model.problem = error.text
      }
    }
    return []
  }
}

let newsProgram = Program(model: News(), NewsUpdater())

struct Draft: Codable, Equatable, Sendable {
  var title: String
}

struct Rejection: Decodable {
  var errors: [String: [String]]
}

enum DraftMessage: Message, Equatable {
  case sent(Outcome<HTTPResponse, HTTPError>)
  case saved(Outcome<HTTPResponse, HTTPError>)
  case progressed(HTTPCounts)
  case socket(WebSocketUpdate)
  case said(HTTPError?)
}

enum Transfer { case photo, chat }

@Suite struct HTTPGuideTests {
  @Test func headlinesAreShown() {
    let app = AppTest(newsProgram)
    app.send(.reloadTapped, exhaustive: [.model]) { $0.isLoading = true }
    app.respond(to: .get, "/headlines", .json(#"[{"title": "Elm"}]"#)) {
      $0.isLoading = false
      $0.titles = ["Elm"]
    }
    app.finish()
  }

  @Test func aFailureIsShown() {
    let app = AppTest(newsProgram)
    app.send(.reloadTapped, exhaustive: [.model]) { $0.isLoading = true }
    app.respond(to: .get, "/headlines", .status(500)) {
      $0.isLoading = false
      $0.problem = "The server answered with the status 500."
    }
    app.finish()
  }

  @Test func theSpinnerAlwaysEnds() {
    explore(seeds: 100, sending: [NewsMessage.reloadTapped, NewsMessage.reloadTapped]) {
      simulation in
      let server = VirtualServer(conditions: .chosen(by: simulation)) { request in
        request.path == "/headlines" ? .json([Headline(title: "Elm")]) : .status(404)
      }
      return Simulated(newsProgram, interpreters: [.http(server)])
        .eventually("the spinner is gone") { !$0.isLoading }
    }
  }

  @Test func aServerMayNeedAnyTime() {
    let forEver = Duration(attoseconds: .max)
    explore(seeds: 5, sending: [NewsMessage.reloadTapped], until: forEver) { simulation in
      let server = VirtualServer(conditions: .chosen(by: simulation, within: forEver)) { _ in
        .json([Headline(title: "Elm")])
      }
      return Simulated(newsProgram, interpreters: [.http(server)])
        .eventually("the spinner is gone") { !$0.isLoading }
    }
  }

  @Test func requestsAreValues() {
    let draft = Draft(title: "a + b")
    let (name, password, page) = ("ada", Secret("1234"), 2)
    let token = HTTPText.secret("Bearer 42")

    let requests = [
      HTTPRequest.get("https://example.com/drafts", query: ["author": name, "page": page]),
      .post("https://example.com/drafts", body: .json(draft)),
      .post("https://example.com/login", body: .form(["name": name, "password": password])),
      .put("https://example.com/photo", headers: ["Authorization": token], body: .file("a.jpg")),
      .get("https://example.com/slow").limited(time: .seconds(300), silence: .seconds(10)),
    ]

    let text = "\(requests)"
    #expect(!text.contains("1234") && !text.contains("Bearer 42"))
  }

  @Test func theErrorsOfAFormAreDecoded() {
    let answer = HTTPResponse(status: 422, body: Data(#"{"errors":{"title":["is empty"]}}"#.utf8))
    let error = HTTPError.statusUnexpected(answer)
    var problems: [String: [String]] = [:]

    if let rejection = error.body(Rejection.self, status: 422) { problems = rejection.errors }

    #expect(problems == ["title": ["is empty"]])
  }

  @Test func filesAndProgress() {
    let (url, path) = ("https://example.com/photo", "/tmp/photo.jpg")

    let commands: [any Command] = [
      Fetch(
        .put(url, body: .file(path)).reporting(as: Transfer.photo), Reply(DraftMessage.sent)),
      DownloadFile(
        .get(url).limited(time: nil, silence: .seconds(30)), to: path, Reply(DraftMessage.saved)),
    ]
    let progress = HTTPProgress(of: Transfer.photo, Reply(DraftMessage.progressed))

    let paused = Cancel(id: Transfer.photo)
    let resumed = DownloadFile(.get(url), to: path, resumes: true, Reply(DraftMessage.saved))
      .cancellable(id: Transfer.photo)
    let givenUp: [any Command] = [Cancel(id: Transfer.photo), DiscardDownloadPart(of: path)]

    #expect(commands.count == 2 && givenUp.count == 2)
    #expect((givenUp.first as? Cancel) == paused)
    #expect("\(resumed)".contains("resumes: true"))
    #expect(progress.transfer == EffectID(Transfer.photo))
  }

  @Test func socketsAreValues() {
    let chat = WebSocketMessages(
      .get("wss://chat.example.com/rooms/7"), as: Transfer.chat, Reply(DraftMessage.socket))
    let hello = SendToWebSocket(Transfer.chat, .text("hello"), Reply(DraftMessage.said))

    #expect(chat.socket == hello.socket)
  }
}
