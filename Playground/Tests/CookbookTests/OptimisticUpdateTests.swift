import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// An optimistic update with rollback: Docs/cookbook/forms-and-lists.md.

enum PhotoMessage: Message, Equatable {
  case likeTapped
  case saved(Bool, Outcome<HTTPResponse, HTTPError>)
  case pollDue
  case loaded(after: Int, Outcome<Bool, HTTPError>)
}

struct Photo: Model, Equatable {
  typealias Receives = PhotoMessage

  var savedLike = false  // What the server has.
  var wantedLike: Bool?  // What the user wants, until the server has answered.
  var problem: String?
  var saves = 0  // How many saves have ended.

  var isLiked: Bool { wantedLike ?? savedLike }  // What the screen shows.
}

struct PhotoUpdater: TypedUpdater {
  enum ID { case like }

  func update(model: inout Photo, message: PhotoMessage) -> [any Command] {
    switch message {
    case .likeTapped:
      let like = !model.isLiked
      (model.wantedLike, model.problem) = (like, nil)
      let save = HTTPRequest.put("https://example.com/photos/7/like", body: .json(like))
      return [Fetch(save, reply { .saved(like, $0) }).queued(id: ID.like, .keepLatest)]
    case .saved(let like, let result):
      model.saves += 1
      if model.wantedLike == like { model.wantedLike = nil }
      switch result {
      case .success: (model.savedLike, model.problem) = (like, nil)
      case .failure(let error): model.problem = error.text
      }
    case .pollDue:
      let load = HTTPRequest.get("https://example.com/photos/7/like")
      let saves = model.saves
      return [FetchJSON(load, reply { .loaded(after: saves, $0) })]
    case .loaded(let saves, let result):
      // What was loaded before a save has ended may be older than what was saved.
      if saves == model.saves, case .success(let like) = result { model.savedLike = like }
    }
    return []
  }
}

@Test func aLikeIsShownAtOnceAndTakenBackAfterAFailure() {
  let app = AppTest(Program(model: Photo(), PhotoUpdater()), exhaustive: .model)
  app.send(.likeTapped) { $0.wantedLike = true }
  #expect(app.model.isLiked)
  app.respond(to: .put, "/photos/7/like", .status(500)) {
    $0.wantedLike = nil
    $0.saves = 1
    $0.problem = "The server answered with the status 500."
  }
  #expect(!app.model.isLiked)
}

@Test func theProblemGoesWithTheNextSuccess() {
  let app = AppTest(Program(model: Photo(), PhotoUpdater()), exhaustive: .model)
  app.send(.likeTapped) { $0.wantedLike = true }
  app.send(.likeTapped) { $0.wantedLike = false }
  app.respond(to: .put, "/photos/7/like", .status(500)) {
    ($0.saves, $0.problem) = (1, "The server answered with the status 500.")
  }
  app.respond(to: .put, "/photos/7/like", .status(204)) {
    ($0.wantedLike, $0.saves, $0.problem) = (nil, 2, nil)
  }
}

@Test func aPollThatBeganBeforeTheSaveDoesNotTakeTheLikeBack() {
  let app = AppTest(Program(model: Photo(), PhotoUpdater()), exhaustive: .model)
  app.send(.pollDue)
  app.send(.likeTapped) { $0.wantedLike = true }
  app.respond(to: .put, "/photos/7/like", .status(204)) {
    ($0.wantedLike, $0.savedLike, $0.saves) = (nil, true, 1)
  }
  app.respond(to: .get, "/photos/7/like", .json("false"))
  app.send(.pollDue)
  app.respond(to: .get, "/photos/7/like", .json("false")) { $0.savedLike = false }
}

@Test func anOldAnswerOfThePollerDoesNotTakeTheLikeBack() {
  let test = StepTest(PhotoUpdater(), model: Photo(savedLike: true), exhaustive: .model)
  test.send(.likeTapped) { $0.wantedLike = false }
  test.send(.loaded(after: 0, .success(true)))
  #expect(!test.model.isLiked)
}

@Test func theScreenShowsInTheEndWhatTheServerHas() {
  let seen = explore(seeds: 300, sending: [PhotoMessage.likeTapped, .likeTapped, .likeTapped]) {
    simulation in
    let like = Mutex(false)
    let isRefused = Mutex(false)
    let server = VirtualServer(conditions: .chosen(by: simulation, failing: false)) { request in
      if simulation.choose(1...4) == 1 {
        isRefused.withLock { $0 = true }
        return .status(500)
      }
      like.withLock { $0 = request.body == .json(true) }
      return .status(204)
    }
    return Simulated(Program(model: Photo(), PhotoUpdater()), interpreters: [.http(server)])
      .eventually("the screen shows what the server has") { photo in
        photo.wantedLike == nil && like.withLock { $0 } == photo.isLiked
      }
      .eventually("the last tap has won, if nothing was refused") { photo in
        isRefused.withLock { $0 } || photo.isLiked
      }
  }
  #expect(seen.orders > 5)
}
