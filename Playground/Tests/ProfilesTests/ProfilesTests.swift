import API
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
    app.answer(\APICommand<Profile>.reply, with: .failure(.malformedAnswer(.notJSON))) {
      $0.profiles["maren"] = .outdated(maren, .malformedAnswer(.notJSON))
    }
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

  @Test func aFollowingIsShownAtOnceAndTakenBack() {
    let app = makeApp(loaded(maren))
    app.send(want(true), exhaustive: [])
    #expect(app.pending(APICommand<Profile>.self) == [follow])
    #expect(app.model.shown(maren).following)
    app.answer(\APICommand<Profile>.reply, with: .failure(.forbidden([])), exhaustive: [])
    #expect(!app.model.shown(maren).following)
    app.send(want(true), exhaustive: [])
    app.answer(\APICommand<Profile>.reply, with: .success(followed), exhaustive: [])
    #expect(app.model.shown(maren).following)
  }

  @Test func anAuthorOfAListThatIsLateIsFollowedAsTheServerHasAnswered() {
    let app = makeApp()
    app.send(want(true), exhaustive: [])
    app.answer(\APICommand<Profile>.reply, with: .success(followed), exhaustive: [])
    // The list began to load before the answer.
    #expect(app.model.shown(maren).following)
  }

  @Test func aProfileThatBeganToLoadBeforeTheAnswerDoesNotHideIt() {
    let app = makeApp()
    app.send(.profileRequested("maren"), exhaustive: [])
    app.send(want(true), exhaustive: [])
    app.answer(\APICommand<Profile>.reply, of: follow, with: .success(followed), exhaustive: [])
    app.answer(\APICommand<Profile>.reply, with: .success(maren), exhaustive: [])
    #expect(app.model.shown(maren).following)
    // One that begins now is newer, and so is an author beside it.
    app.send(.profileRequested("maren"), exhaustive: [])
    app.answer(\APICommand<Profile>.reply, with: .success(maren), exhaustive: [])
    #expect(!app.model.shown(followed).following)
  }

  @Test func whatWasCancelledIsNoLongerLoadingOrWanted() {
    let app = makeApp(loaded(maren))
    app.send(.profileRequested("bo"), exhaustive: [])
    app.send(want(true), exhaustive: [])
    app.send(RequestsCancelled(), exhaustive: [])
    #expect(app.model.profiles == ["maren": .loaded(maren), "bo": .absent])
    #expect(app.model.following.pending.isEmpty)
    app.finish(ignoringPending: [APICommand<Profile>.self])
  }

  @Test func anotherUserStartsAnew() {
    let app = makeApp(loaded(followed))
    app.send(.profileRequested("maren"), commands: [request(load)])
    app.send(UserChanged(), commands: [Cancel(id: UserRequests.id)]) { $0 = ProfilesModel() }
    #expect(app.pending.isEmpty)
  }

  @Test func anExpiredSessionCancelsNoAnswer() {
    let app = makeApp(loaded(followed))
    app.send(.profileRequested("maren"), commands: [request(load)])
    app.send(UserChanged(isRefused: true)) { $0 = ProfilesModel() }
    app.answer(\APICommand<Profile>.reply, with: .failure(.sessionExpired())) {
      $0.profiles["maren"] = .failed(.sessionExpired())
    }
  }
}
