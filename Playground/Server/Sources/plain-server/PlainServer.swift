import ArgumentParser
import ConduitServer
import ConduitServerInterpreters
import Foundation
import Hummingbird
import Logging

// Answers a few requests as `conduit-server` does, without an architecture: a router, values behind
// a lock, and the encoder of the library. The script `measure` compares the two.

@main struct PlainServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plain-server", abstract: "A handler to compare conduit-server with.")

  @Option(help: "The port to listen on; 0 for a free one.") var port = 8_081

  func run() async throws {
    let articles = Articles(try await sampleArticles())
    var logger = Logger(label: "plain-server")
    logger.logLevel = .critical
    let application = Application(
      router: router(articles),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        FileHandle.standardOutput.write(Data("plain-server: http://127.0.0.1:\(port)\n".utf8))
      }, logger: logger)
    try await application.runService()
  }
}

private func router(_ articles: Articles) -> Router<BasicRequestContext> {
  let router = Router()
  router.get("api/tags") { _, _ in articles.tags() }
  router.get("api/articles") { request, _ in
    let query = request.uri.queryParameters
    return articles.page(
      tag: query["tag"].map(String.init), limit: query["limit"].flatMap { Int($0) } ?? 20,
      offset: query["offset"].flatMap { Int($0) } ?? 0)
  }
  router.get("api/articles/:slug") { _, context in
    guard let article = articles.article(try context.parameters.require("slug")) else {
      throw HTTPError(.notFound)
    }
    return Envelope(article: article)
  }
  router.post("api/articles") { request, context in
    let input = try await request.decode(as: Envelope<NewArticle>.self, context: context)
    let article = Envelope(article: articles.publish(input.article))
    return EditedResponse(status: .created, response: article)
  }
  return router
}

/// Returns the articles with which `conduit-server` begins, with their bodies.
private func sampleArticles() async throws -> [Article] {
  let server = try Server()
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .custom { decoder in
    let text = try decoder.singleValueContainer().decode(String.self)
    return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
  let list = await server.answer(RequestHead("GET", "/api/articles?limit=100")) { Data() }
  var articles: [Article] = []
  for article in try decoder.decode(ArticlePage.self, from: list.body).articles {
    let whole = await server.answer(RequestHead("GET", "/api/articles/\(article.slug)")) { Data() }
    articles.append(try decoder.decode(Envelope<Article>.self, from: whole.body).article)
  }
  await server.stop()
  return articles.reversed()
}
