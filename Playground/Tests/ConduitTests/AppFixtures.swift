import API
import Articles
import Authentication
import Comments
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import Profiles
import Terminal

// What the features ask for in the tests of the whole app, where ada uses it.

func article(_ slug: String, second: Double) -> Article {
  Article(
    slug: slug, title: slug, description: "", createdAt: Date(timeIntervalSince1970: second),
    author: Profile(username: "bo"))
}

func perform(_ message: any Message) -> any Command {
  Perform(message, done: Reply(TerminalMessage.performed))
    .cancellable(id: TerminalUpdater.ID.line, withConsequences: true)
}

/// The prompt of a program with pipes.
func prompt(_ history: String...) -> any Command {
  Prompt("", history: history, Reply { (_: PromptAnswer<String>) in TerminalMessage.performed })
    .cancellable(id: TerminalUpdater.ID.line)
}

/// The command that shows lines where nothing is coloured.
func show(_ lines: String...) -> Print { Print(lines.joined(separator: "\n")) }

/// The command that shows failures.
func fail(_ texts: String...) -> Print { Print(.failure(texts), in: .plain) }

/// A request about the account, as the feature returns it.
func request(_ command: APICommand<Session>) -> any Command {
  command.cancellable(id: AuthenticationUpdater.ID.requests)
}

/// A request that begins a session, as the feature returns it.
func begin(_ command: APICommand<Session>) -> any Command {
  command.cancellable(id: AuthenticationUpdater.ID.requests, cancelInFlight: true)
}

/// What the other features cancel when another user has logged in or out.
let cancelRequests = [any Command](repeating: Cancel(id: UserRequests.id), count: 3)

/// A request about articles, as the feature returns it.
func request(_ command: some Command) -> any Command { command.ofUser }

extension AppTests {
  var logIn: APICommand<Session> {
    APICommand(
      .post("users", "login", body: ["user": credentials], session: .none), in: "user",
      Reply(AuthenticationMessage.loggedIn))
  }

  var register: APICommand<Session> {
    let registration = Registration(username: "ada", credentials: credentials)
    return APICommand(
      .post("users", body: ["user": registration], session: .none), in: "user",
      Reply(AuthenticationMessage.registered))
  }

  var account: APICommand<Session> {
    APICommand(
      .get("user", session: .required), in: "user", Reply(AuthenticationMessage.accountLoaded))
  }

  var remember: SaveSession {
    SaveSession(
      session: session, server: Self.server, reply: Reply(AuthenticationMessage.stored))
  }

  var forget: SaveSession {
    SaveSession(session: nil, server: Self.server, reply: Reply(AuthenticationMessage.stored))
  }

  func list(from offset: Int) -> APICommand<ArticlePage> {
    APICommand(
      .get("articles", query: ["limit": "10", "offset": "\(offset)"]),
      Reply { ArticlesMessage.listed(ArticleFilter(page: 2), $0) })
  }

  var refresh: APICommand<ArticlePage> {
    APICommand(
      .get("articles", query: ["limit": "50"], session: .required),
      Reply(ArticlesMessage.refreshed))
  }

  func read(_ slug: String) -> APICommand<Article> {
    APICommand(
      .get("articles", slug), in: "article",
      Reply { ArticlesMessage.articleLoaded(slug: slug, $0) })
  }

  var tags: APICommand<[String]> {
    APICommand(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
  }
}
