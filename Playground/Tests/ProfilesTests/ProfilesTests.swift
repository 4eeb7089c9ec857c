import API
import Authentication
import Katana
import KatanaTesting
import Profiles
import Testing

@Suite struct ProfilesTests {
  func makeApp(_ model: ProfilesModel = ProfilesModel()) -> AppTest<ProfilesModel> {
    AppTest(Program(model: model, profilesFeature))
  }

  @Test func aProfileIsLoadingThenLoaded() {
    let app = makeApp()
    app.send(.profileRequested("maren"), commands: [request(load)]) {
      $0.profiles["maren"] = .loading
    }
    app.answer(
      \APICommand<Profile>.reply, with: .success(maren),
      sends: [ProfilesMessage.profileLoaded("maren", .success(maren))]
    ) { $0.profiles["maren"] = .loaded(maren) }
    // Again: what is there stays until the answer, also if that is a failure.
    app.send(.profileRequested("maren"), commands: [request(load)])
    app.answer(\APICommand<Profile>.reply, with: .failure(.malformedAnswer(.notJSON)))
  }

  @Test func aProfileThatIsNotThereHasFailed() {
    let app = makeApp()
    app.send(.profileRequested("maren"), commands: [request(load)]) {
      $0.profiles["maren"] = .loading
    }
    app.answer(\APICommand<Profile>.reply, with: .failure(.notFound([]))) {
      $0.profiles["maren"] = .failed(.notFound([]))
    }
  }

  @Test func aFollowingIsShownAtOnceAndConfirmed() {
    let app = makeApp(ProfilesModel(profiles: ["maren": .loaded(maren)]))
    app.send(.followRequested("maren", true), commands: [queued(true)]) {
      $0.following["maren"] = true
    }
    #expect(app.model.shown(maren).following)
    app.answer(
      \APICommand<Profile>.reply, with: .success(followed),
      sends: [ProfilesMessage.followed("maren", true, .success(followed))]
    ) {
      $0.following.end("maren", true)
      $0.profiles["maren"] = .loaded(followed)
    }
  }

  @Test func aRefusedFollowingIsTakenBack() {
    let app = makeApp(ProfilesModel(profiles: ["maren": .loaded(maren)]))
    app.send(.followRequested("maren", true), commands: [queued(true)]) {
      $0.following["maren"] = true
    }
    app.answer(\APICommand<Profile>.reply, with: .failure(.forbidden([]))) {
      $0.following.end("maren", true)
    }
    #expect(!app.model.shown(maren).following)
  }

  @Test func onlyTheLastOfManyWishesIsSentAfterTheFirst() {
    let app = makeApp()
    app.send(.followRequested("maren", true), commands: [queued(true)]) {
      $0.following["maren"] = true
    }
    app.send(.followRequested("maren", false), commands: [queued(false)]) {
      $0.following["maren"] = false
    }
    app.send(.followRequested("maren", true), commands: [queued(true)]) {
      $0.following["maren"] = true
    }
    app.send(.followRequested("maren", false), commands: [queued(false)]) {
      $0.following["maren"] = false
    }
    app.answer(\APICommand<Profile>.reply, with: .success(followed)) {
      $0.following.end("maren", true)
      $0.profiles["maren"] = .loaded(followed)
    }
    #expect(!app.model.shown(followed).following)
    app.answer(\APICommand<Profile>.reply, of: follow(false), with: .success(maren)) {
      $0.following.end("maren", false)
      $0.profiles["maren"] = .loaded(maren)
    }
    app.finish()
  }

  @Test func anAuthorOfAListThatIsLateIsFollowedAsTheServerHasAnswered() {
    let app = makeApp()
    app.send(.followRequested("maren", true), exhaustive: [])
    app.answer(\APICommand<Profile>.reply, with: .success(followed), exhaustive: [])
    // The list began to load before the answer.
    #expect(app.model.shown(maren).following)
  }

  @Test func whatWasCancelledIsNoLongerLoadingOrWanted() {
    var model = ProfilesModel(profiles: ["maren": .loading, "bo": .loaded(maren)])
    model.following["bo"] = true
    StepTest(profilesFeature, model: model).send(RequestsCancelled()) {
      $0.profiles["maren"] = .absent
      $0.following = Wishes()
    }
  }

  @Test func anotherUserStartsAnew() {
    let app = makeApp(ProfilesModel(profiles: ["maren": .loaded(followed)]))
    app.send(.profileRequested("maren"), commands: [request(load)])
    app.send(
      AuthenticationMessage.loggedOut(nil), commands: [Cancel(id: ProfilesUpdater.ID.requests)]
    ) { $0 = ProfilesModel() }
    #expect(app.pending.isEmpty)
  }

  @Test func anExpiredSessionCancelsNoAnswer() {
    let app = makeApp(ProfilesModel(profiles: ["maren": .loaded(followed)]))
    app.send(.profileRequested("maren"), commands: [request(load)])
    app.send(AuthenticationMessage.expired) { $0 = ProfilesModel() }
    app.answer(\APICommand<Profile>.reply, with: .failure(.sessionExpired())) {
      $0.profiles["maren"] = .failed(.sessionExpired())
    }
  }
}
