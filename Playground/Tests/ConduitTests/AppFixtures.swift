import API
import Articles
import Authentication
import Foundation
import Katana
import Terminal

// What the features ask for in the tests of the whole app, where ada uses it.

func article(_ slug: String, second: Double) -> Article {
  Article(
    slug: slug, title: slug, description: "", createdAt: Date(timeIntervalSince1970: second),
    author: "bo")
}

func perform(_ message: any Message) -> Perform {
  Perform(message, done: Reply(TerminalMessage.performed))
}

extension AppTests {
  private var password: JSON { .secret(Secret("hunter22")) }

  var logIn: APICommand<Session> {
    APICommand(
      .post(
        "users", "login", body: ["user": ["email": .string("ada@b.c"), "password": password]],
        session: .none), in: "user", Reply(AuthenticationMessage.loggedIn))
  }

  var register: APICommand<Session> {
    let user: JSON = [
      "username": .string("ada"), "email": .string("ada@b.c"), "password": password,
    ]
    return APICommand(
      .post("users", body: ["user": user], session: .none), in: "user",
      Reply(AuthenticationMessage.registered))
  }

  var account: APICommand<Session> {
    APICommand(
      .get("user", session: .required), in: "user", Reply(AuthenticationMessage.accountLoaded))
  }

  var remember: RememberSession {
    RememberSession(session, failed: Reply(AuthenticationMessage.storeFailed))
  }

  var forget: ForgetSession {
    ForgetSession(
      done: Reply(AuthenticationMessage.loggedOut(session)),
      failed: Reply(AuthenticationMessage.storeFailed))
  }

  func list(from offset: Int) -> APICommand<ArticlePage> {
    let query = [
      HTTPRequest.QueryItem("limit", "10"), HTTPRequest.QueryItem("offset", "\(offset)"),
    ]
    return APICommand(
      .get("articles", query: query), Reply { ArticlesMessage.listed(ArticleFilter(), $0) })
  }

  var refresh: APICommand<ArticlePage> {
    APICommand(
      .get("articles", query: [HTTPRequest.QueryItem("limit", "50")], session: .required),
      Reply(ArticlesMessage.refreshed))
  }

  func read(_ slug: String) -> APICommand<Article> {
    APICommand(.get("articles", slug), in: "article", Reply(ArticlesMessage.articleLoaded))
  }

  var tags: APICommand<[String]> {
    APICommand(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
  }
}
