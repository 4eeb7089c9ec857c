import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// Pagination: Docs/cookbook/forms-and-lists.md.

struct TimelinePost: Codable, Equatable, Identifiable, Sendable {
  var id: Int
}

struct TimelinePage: Codable, Equatable, Sendable {
  var posts: [TimelinePost]
  var next: Int?
}

struct TimelineFailure: Equatable, Sendable {
  var cursor: Int?
  var text: String
}

enum TimelineMessage: Message, Equatable {
  case refreshed, endReached, tryAgainTapped
  case loaded(after: Int?, Outcome<TimelinePage, HTTPError>)
}

struct Timeline: Model, Equatable {
  typealias Receives = TimelineMessage

  var posts: IdentifiedArray<TimelinePost> = []
  var next: Int?  // The cursor of the next page; `nil` after the last page.
  var isLoading = false
  var failure: TimelineFailure?  // The last page could not be loaded.
}

struct TimelineUpdater: TypedUpdater {
  enum ID { case page }

  func update(model: inout Timeline, message: TimelineMessage) -> [any Command] {
    switch message {
    case .refreshed: return load(after: nil, &model)
    case .endReached:
      guard !model.isLoading, model.failure == nil, let cursor = model.next else { return [] }
      return load(after: cursor, &model)
    case .tryAgainTapped:
      guard let failure = model.failure else { return [] }
      return load(after: failure.cursor, &model)
    case .loaded(let cursor, .failure(let error)):
      model.isLoading = false
      model.failure = TimelineFailure(cursor: cursor, text: error.text)
      return []
    case .loaded(let cursor, .success(let page)):
      model.isLoading = false
      if cursor == nil { model.posts = [] }
      for post in page.posts { model.posts.append(post) }
      model.next = page.next
      return []
    }
  }
}

extension TimelineUpdater {
  func load(after cursor: Int?, _ model: inout Timeline) -> [any Command] {
    (model.isLoading, model.failure) = (true, nil)
    let page = HTTPRequest.get("https://example.com/posts", query: ["after": cursor ?? 0])
    let reply = reply { .loaded(after: cursor, $0) }
    return [FetchJSON(page, reply).queued(id: ID.page, .latestWins)]
  }
}

/// Nine posts in pages of three.
func timelineAnswer(_ request: HTTPRequest) -> HTTPAnswer {
  let first = (Int(request.query["after"]?.revealed ?? "") ?? 0) + 1
  let posts = (first...min(first + 2, 9)).map { TimelinePost(id: $0) }
  return .json(TimelinePage(posts: posts, next: first + 2 < 9 ? first + 2 : nil))
}

@Test func theEndIsReachedTwiceAndOnePageIsLoaded() {
  let app = AppTest(Program(model: Timeline(next: 3), TimelineUpdater()))
  app.send(.endReached, exhaustive: .model) { $0.isLoading = true }
  app.send(.endReached)  // It returns no command.
  app.respond(to: .get, "/posts", .json(TimelinePage(posts: [TimelinePost(id: 4)], next: nil))) {
    $0 = Timeline(posts: [TimelinePost(id: 4)])
  }
  app.send(.endReached)
  app.finish()
}

@Test func aPageThatFailsIsShownAndLoadedAgainByATap() {
  let app = AppTest(Program(model: Timeline(next: 3), TimelineUpdater()), exhaustive: .model)
  app.send(.endReached) { $0.isLoading = true }
  app.respond(to: .get, "/posts", .status(503)) {
    $0.isLoading = false
    $0.failure = TimelineFailure(cursor: 3, text: "The server answered with the status 503.")
  }
  app.send(.endReached)  // No request: the user decides.
  #expect(app.pending.isEmpty)
  app.send(.tryAgainTapped) { ($0.isLoading, $0.failure) = (true, nil) }
  app.respond(to: .get, "/posts", .json(TimelinePage(posts: [TimelinePost(id: 4)], next: nil))) {
    $0 = Timeline(posts: [TimelinePost(id: 4)])
  }
  app.finish()
}

@Test func noPostIsLostOrShownTwiceInAnyOrder() {
  let seen = explore(
    seeds: 300,
    sending: { simulation in
      (0...simulation.choose(1...6)).map { _ in
        simulation.choose(among: [TimelineMessage.refreshed, .endReached, .tryAgainTapped])
      }
    }
  ) { simulation in
    let server = VirtualServer(conditions: .chosen(by: simulation), timelineAnswer)
    return Simulated(
      Program(model: Timeline(next: 0), TimelineUpdater()), interpreters: [.http(server)]
    )
    .always("the posts are whole pages in their order") { timeline in
      timeline.posts.ids == Array(1...9).prefix(timeline.posts.count).map(\.self)
        && timeline.posts.count.isMultiple(of: 3)
    }
    .eventually("nothing is loading") { !$0.isLoading }
  }
  #expect(seen.orders > 50)
}
