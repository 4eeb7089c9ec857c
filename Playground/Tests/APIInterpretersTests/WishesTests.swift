import API
import Katana
import KatanaTesting
import Testing

/// The laws of a wish, for a kind of its own.
@Suite struct WishesTests {
  enum Star: Wish {
    typealias Answer = [String: Bool]
    static let key = "thing"
    static func path(_ id: String) -> [String] { ["things", id, "star"] }
  }
  typealias Message = WishMessage<Star>

  let app = AppTest(Program(model: Wishes<Star>(), wishes(Star.self)))

  /// What is shown of a thing that was loaded at a time.
  func shown(_ id: String = "a", loaded: Bool = false, at time: Int = 0) -> Bool {
    app.model.shown(id, loadedAt: time) ?? loaded
  }

  func want(_ isOn: Bool) { app.send(Message.wanted("a", isOn), exhaustive: []) }

  /// The calls that the server has to answer.
  var calls: [APICall] { app.pending(APICommand<[String: Bool]>.self).map(\.call) }

  func answer(_ outcome: Outcome<[String: Bool], APIError> = .success([:])) {
    app.answer(\APICommand<[String: Bool]>.reply, with: outcome, exhaustive: [])
  }

  @Test func aWishIsShownAtOnceAndSent() {
    want(true)
    #expect(shown() && !shown("b"))
    #expect(calls == [.post("things", "a", "star")])
    answer()
    #expect(app.model.pending.isEmpty && shown())
    want(false)
    #expect(calls == [.delete("things", "a", "star")])
    #expect(!shown(loaded: true))
    answer()
  }

  @Test func theLastOfSeveralWishesIsSentLast() {
    for isOn in [true, false, true, false] { want(isOn) }
    #expect(!shown(loaded: true))
    answer()
    // Those between the first and the last one are left out.
    #expect(!shown(loaded: true) && calls == [.delete("things", "a", "star")])
    answer()
    #expect(app.model.pending.isEmpty && calls.isEmpty && !shown(loaded: true))
  }

  @Test func aRefusedWishIsTakenBack() {
    want(true)
    answer(.failure(.forbidden([])))
    #expect(app.model.pending.isEmpty && !shown())
    want(true)
    answer()
    want(false)
    answer(.failure(.forbidden([])))
    #expect(shown())
  }

  @Test func anAnswerIsNotThatToALaterWish() {
    want(true)
    want(false)
    answer(.failure(.forbidden([])))
    #expect(!app.model.pending.isEmpty && !shown(loaded: true))
    answer()
  }

  @Test func whatBeganToLoadBeforeAnAnswerDoesNotHideIt() {
    let before = app.model.time
    want(true)
    #expect(shown(loaded: false, at: before))
    answer()
    #expect(shown(loaded: false, at: before))
    // What begins to load now is newer.
    #expect(!shown(loaded: false, at: app.model.time))
  }

  struct Renamed: Katana.Message {}

  @Test func aWishGoesToANewId() {
    let app = AppTest(
      Program(
        model: Wishes<Star>(),
        CombinedUpdater<Wishes<Star>>([
          .full(wishes(Star.self)),
          .full(
            TypedFunctionUpdater { (model: inout Wishes<Star>, _: Renamed) in
              model.rename("a", to: "b")
            }),
        ])))
    app.send(Message.wanted("a", true), exhaustive: [])
    app.answer(\APICommand<[String: Bool]>.reply, with: .success([:]), exhaustive: [])
    app.send(Message.wanted("a", false), exhaustive: [])
    app.send(Renamed(), exhaustive: [])
    // The request for the former id is gone.
    #expect(
      app.pending(APICommand<[String: Bool]>.self).map(\.call) == [.delete("things", "b", "star")])
    app.answer(\APICommand<[String: Bool]>.reply, with: .failure(.forbidden([])), exhaustive: [])
    // The confirmed one has gone with it, and nothing is left behind.
    #expect(app.model.shown("b", loadedAt: 0) == true && app.model.shown("a", loadedAt: 0) == nil)
    app.send(Renamed())
  }

  @Test func nobodyWaitsForAWishThatIsCancelled() {
    want(true)
    app.send(RequestsCancelled(), exhaustive: [])
    #expect(app.model.pending.isEmpty && !shown())
    app.finish(ignoringPending: [APICommand<[String: Bool]>.self])
  }

  @Test func withoutASessionItIsRefused() {
    #expect(
      Message.wanted("a", true).refused(.notLoggedIn)
        == .answered("a", true, .failure(.notLoggedIn)))
    #expect(Message.answered("a", true, .success([:])).refused(.notLoggedIn) == nil)
  }
}
