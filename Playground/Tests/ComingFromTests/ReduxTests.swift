import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// The code of `Docs/coming-from/redux.md`: a slice of posts that are loaded, and liked.

struct Post: Model, Equatable, Identifiable, Codable {
  let id: Int
  var title: String
  var likes = 0
}

struct Posts: Model, Equatable {
  typealias Receives = PostsMessage

  enum Status: Equatable { case idle, loading, failed(String) }

  var status = Status.idle
  var entities: IdentifiedArray<Post> = []

  var likes: Int { entities.reduce(0) { $0 + $1.likes } }
}

enum PostsMessage: Message, Equatable {
  case reloadTapped
  case loaded(Outcome<[Post], HTTPError>)
  case liked(id: Int)
}

struct PostsUpdater: TypedUpdater {
  enum ID { case load }

  var effects: [any Effect.Type] { [FetchJSON<[Post]>.self] }

  func update(model: inout Posts, message: PostsMessage) -> [any Command] {
    switch message {
    case .reloadTapped:
      if model.status == .loading { return [] }
      model.status = .loading
      return [
        FetchJSON(.get("https://api.example.com/posts"), reply { .loaded($0) })
          .cancellable(id: ID.load)
      ]
    case .loaded(.success(let posts)):
      model.status = .idle
      model.entities = IdentifiedArray(posts)
    case .loaded(.failure(let error)): model.status = .failed(error.text)
    case .liked(let id): model.entities[id: id]?.likes += 1
    }
    return []
  }
}

struct ForumUser: Model, Equatable { var name: String? }

struct LoggedOut: Message, Equatable {}

struct UserUpdater: TypedUpdater {
  func update(model: inout ForumUser, message: LoggedOut) -> [any Command] {
    model.name = nil
    return []
  }
}

struct PostsReset: TypedUpdater {
  func update(model: inout Posts, message: LoggedOut) -> [any Command] {
    model = Posts()
    return [Cancel(id: PostsUpdater.ID.load)]
  }
}

struct Forum: Model, Equatable {
  var posts = Posts()
  var user = ForumUser(name: "ada")
}

let forumFeature = CombinedUpdater<Forum>([
  .slice(\.posts, PostsUpdater()),
  .slice(\.posts, PostsReset()),
  .slice(\.user, UserUpdater()),
])

func makeForum() throws -> Runtime<Forum> {
  try Runtime(
    Program(model: Forum(), forumFeature, commands: [Send(PostsMessage.reloadTapped)]),
    interpreters: [.http()],
    options: RuntimeOptions(eventHandlers: [.log()]))
}

@Suite struct PostsTests {
  @Test func thePostsAreLoaded() {
    let app = AppTest(Program(model: Posts(), PostsUpdater()))
    app.send(
      .reloadTapped,
      commands: [
        FetchJSON(.get("https://api.example.com/posts"), Reply(PostsMessage.loaded))
          .cancellable(id: PostsUpdater.ID.load)
      ]
    ) { $0.status = .loading }
    app.send(.reloadTapped)  // It loads already.
    app.respond(to: .get, "/posts", .json(#"[{"id": 7, "title": "Tea", "likes": 2}]"#)) {
      $0.status = .idle
      $0.entities = [Post(id: 7, title: "Tea", likes: 2)]
    }
    app.send(.liked(id: 7)) { $0.entities[id: 7]?.likes = 3 }
  }

  @Test func aFailureIsShown() {
    let app = AppTest(Program(model: Posts(), PostsUpdater()), exhaustive: .model)
    app.send(.reloadTapped) { $0.status = .loading }
    app.respond(to: .get, "/posts", .status(503)) {
      $0.status = .failed("The server answered with the status 503.")
    }
  }

  @Test func oneMessageChangesTwoSlices() {
    let posts = Posts(entities: [Post(id: 7, title: "Tea")])
    let test = StepTest(forumFeature, model: Forum(posts: posts))
    test.send(LoggedOut(), commands: [Cancel(id: PostsUpdater.ID.load)]) {
      $0.posts = Posts()
      $0.user.name = nil
    }
  }

  @Test func theAnswerToTheLastUserDoesNotReachTheNextOne() {
    let app = AppTest(Program(model: Forum(), forumFeature), exhaustive: false)
    app.send(PostsMessage.reloadTapped)
    app.send(LoggedOut())
    #expect(app.pending.isEmpty)
  }

  @Test func theForumIsWired() async throws { await (try makeForum()).shutdown() }

  @Test func aDerivedValueIsObservedWhenItHasChanged() async throws {
    let posts = Posts(entities: [Post(id: 7, title: "Tea")])
    let runtime = try Runtime(
      Program(model: Forum(posts: posts), forumFeature), interpreters: [.http(server)])
    runtime.start()
    await confirmation(expectedCount: 2) { seen in
      let token = runtime.observe(\.posts.likes) { _ in seen() }
      runtime.dispatch(PostsMessage.liked(id: 7))
      runtime.dispatch(PostsMessage.liked(id: 8))
      token.cancel()
    }
    await runtime.shutdown()
  }

  private let server = VirtualServer { _ in .json("[]") }
}

// What newcomers from Redux do first, and what they see.

@Suite struct ReduxMistakesTests {
  @Test func aClosureIsTheEffect() async throws {
    struct Thunk: Command { var body: @Sendable () async -> Void }
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(
        model: Forum(), TypedFunctionUpdater { (_: inout Forum, _: LoggedOut) in [Thunk {}] }),
      options: RuntimeOptions(history: History(), issues: issues.handler))
    runtime.start()
    runtime.dispatch(LoggedOut())
    try expectShown(try #require(issues.issues.first).text, on: "redux")
    await runtime.shutdown()
  }

  @Test func theMessageOfAnotherSliceIsMisspelt() throws {
    let found = failures {
      let test = StepTest(forumFeature, model: Forum())
      test.send(PostLiked(id: 7))
    }
    try expectShown(try #require(found.first).text, on: "redux")
  }

  @Test func theLoadingStateIsForgotten() throws {
    let found = failures {
      let app = AppTest(Program(model: Posts(), PostsUpdater()))
      app.send(.reloadTapped, exhaustive: [.model, .commands])
    }
    try expectShown(try #require(found.first).text, on: "redux")
  }
}

struct PostLiked: Message { var id: Int }
