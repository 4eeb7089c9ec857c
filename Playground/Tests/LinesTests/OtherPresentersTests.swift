import API
import Articles
import Authentication
import Comments
import Drafts
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import Profiles
import Terminal
import Testing

@testable import ConduitLines

@Suite struct AuthenticationPresenterTests {
  let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))

  func lines(_ message: AuthenticationMessage) -> [String] {
    AuthenticationPresenter().output(for: message)?.lines(in: .plain) ?? []
  }

  @Test func sessionsAreAnnounced() {
    #expect(lines(.loggedIn(.success(session))) == ["logged in as ada (ada@b.c)"])
    #expect(lines(.registered(.success(session))) == ["registered as ada (ada@b.c)"])
    #expect(lines(.recalled(.success(session))) == ["still logged in as ada"])
    #expect(lines(.loggedOut(session)) == ["logged out"])
    let recalled = AuthenticationPresenter().output(for: .recalled(.success(session)))
    #expect(recalled?.hiddenFrom == [.json, .singleCommand])
  }

  @Test func anAccountHasNoToken() {
    let account = ["name   ada", "email  ada@b.c", "bio    none", "image  none"]
    #expect(lines(.accountLoaded(.success(session))) == account)
    var other = session
    (other.bio, other.image) = ("I write", "")
    #expect(lines(.changed(of: "ada", .success(other)))[2...] == ["bio    I write", "image  none"])
  }

  @Test func failuresAreShownInTheWordsOfTheError() {
    let error = APIError.unauthorized([FieldError("credentials", "invalid")])
    let failures: [AuthenticationMessage] = [
      .loggedIn(.failure(error)), .registered(.failure(error)), .accountLoaded(.failure(error)),
      .changed(of: "ada", .failure(error)),
    ]
    for message in failures { #expect(lines(message) == ["error: credentials invalid"]) }
    #expect(
      lines(.loggedOut(nil)) == ["error: you are not logged in; try: login EMAIL PASSWORD"])
    let problem = SessionStoreError.unwritable("s.json", reason: "no space")
    let line = "error: the session cannot be saved in s.json: no space; it ends with the program"
    #expect(lines(.stored(problem)) == [line])
    #expect(
      lines(.recalled(.failure(.foreign("s.json")))) == [
        "error: s.json is not a file of conduit, and stays as it is; the session is not remembered"
      ])
  }

  @Test(arguments: [
    AuthenticationMessage.opened, .recalled(.success(nil)), .stored(nil), .logOutRequested,
    .logInCancelled,
    .accountRequested, .expired, .changeRequested(AccountChange(bio: "x")),
  ])
  func requestsAreSilent(message: AuthenticationMessage) { #expect(lines(message) == []) }
}

@Suite struct DraftsPresenterTests {
  func lines(_ message: DraftsMessage) -> [String] {
    DraftsPresenter().output(for: message)?.lines(in: .plain) ?? []
  }

  @Test func whatIsNotSentIsSaidWithItsReason() {
    #expect(
      lines(.dropped(.unchanged, path: nil, slug: nil))
        == ["you have changed nothing, so nothing is sent"])
    #expect(
      lines(.dropped(.line(2, "x"), path: "/t/a b.md", slug: nil)) == [
        "error: line 2 of the text is no property: x",
        "error: the head has title, description and tags; the text follows an empty line",
        "error: the text is kept; to send it: publish --file \"/t/a b.md\"",
      ])
    #expect(
      lines(.dropped(.editor(.status(127)), path: nil, slug: nil))
        == ["error: the editor was not found; set VISUAL or EDITOR, or use --file FILE"])
    #expect(
      lines(.dropped(.editor(.signal(9)), path: "/t", slug: "a")) == [
        "error: the editor has failed, so nothing is sent",
        "error: the text is kept; to send it: edit a --file /t",
      ])
  }

  @Test func whatFailsOnTheWayIsALine() {
    #expect(lines(.loaded(.failure(.notFound([])))) == ["error: not found"])
    #expect(
      lines(.edited(.failure(.noTerminal(program: "sh"))))
        == ["error: an editor needs a terminal; with --file FILE, the text comes from a file"])
    let error = FileError.notFound(path: "a")
    for message in [DraftsMessage.read(.failure(error)), .written(error), .removed(error)] {
      #expect(lines(message) == ["error: \(error.text)"])
    }
    #expect(
      lines(.kept(path: "/t", slug: nil))
        == ["error: the text is kept; to send it: publish --file /t"])
    #expect(lines(.written(nil)) == [] && lines(.removed(nil)) == [])
  }
}

@Suite struct ProfilesPresenterTests {
  func lines(_ message: ProfilesMessage) -> [String] {
    ProfilesPresenter().output(for: message)?.lines(in: .plain) ?? []
  }

  @Test func aProfileIsATable() {
    let maren = Profile(username: "maren", bio: "writes", following: true)
    #expect(
      lines(.profileLoaded("maren", .success(maren)))
        == ["name       maren", "bio        writes", "image      none", "following  yes"])
    #expect(lines(.profileLoaded("x", .failure(.notFound([])))) == ["error: not found"])
    #expect(lines(.profileRequested("maren")) == [])
  }
}

/// What the user sees of something that is switched on and off.
@Suite struct WishPresenterTests {
  typealias Message = WishMessage<Follow>
  let maren = Profile(username: "maren", following: true)

  func output(_ message: any Katana.Message) -> Output? {
    conduitLines.lazy.compactMap { $0.output(for: message) }.first
  }

  func lines(_ message: any Katana.Message) -> [String] {
    output(message)?.lines(in: .plain) ?? []
  }

  @Test func aWishIsShownAtOnceAndTakenBackWithALine() {
    #expect(lines(Message.wanted("maren", true)) == ["following maren"])
    #expect(lines(Message.wanted("maren", false)) == ["you no longer follow maren"])
    #expect(lines(WishMessage<Favorite>.wanted("a", true)) == ["you like a"])
    #expect(lines(WishMessage<Favorite>.wanted("a", false)) == ["you no longer like a"])
    #expect(lines(Message.answered("maren", true, .success(maren))) == [])
    #expect(
      output(Message.answered("maren", true, .success(maren)))?
        .lines(in: Style(hasColor: false, isJSON: true))
        == [#"{"profile":{"following":true,"username":"maren"}}"#])
    #expect(
      lines(Message.answered("maren", true, .failure(.forbidden([]))))
        == ["error: you may not do that", "error: taken back: follow maren"])
    #expect(
      lines(WishMessage<Favorite>.answered("a", false, .failure(.forbidden([]))))
        == ["error: you may not do that", "error: taken back: unfavorite a"])
    #expect(
      lines(Message.answered("maren", true, .failure(.inDoubt(.interrupted()))))
        == ["error: the connection broke; it may have been done"])
    #expect(
      lines(Message.answered("maren", true, .failure(.notLoggedIn)))
        == ["error: you are not logged in; try: login EMAIL PASSWORD"])
  }

  @Test func aProgramThatReadsJSONGetsTheAnswerAlone() {
    #expect(output(Message.wanted("maren", true))?.hiddenFrom == [.json])
  }

  @Test func aScreenTakesTheErrorsWithoutTheirFirstWord() {
    #expect(
      output(Message.answered("maren", true, .failure(.forbidden([]))))?.errors
        == ["you may not do that", "taken back: follow maren"])
    #expect(output(Message.wanted("maren", true))?.errors == [])
  }
}

@Suite struct CommentsPresenterTests {
  let comment = ArticleComment(
    id: 7, body: "Good.\nVery.", createdAt: Date(timeIntervalSince1970: 0),
    author: Profile(username: "maren"))

  func lines(_ message: CommentsMessage) -> [String] {
    CommentsPresenter().output(for: message)?.lines(in: .plain) ?? []
  }

  @Test func commentsHaveTheirNumbers() {
    #expect(
      lines(.listed(slug: "a", .success([comment])))
        == ["7 by maren on 1970-01-01", "Good.", "Very."])
    #expect(lines(.listed(slug: "a", .success([]))) == ["no comments"])
    #expect(lines(.published(slug: "a", "x", .success(comment))) == ["added comment 7"])
    #expect(lines(.deleted(slug: "a", id: 7, .success(NoContent()))) == ["removed comment 7"])
  }

  @Test(arguments: [
    CommentsMessage.listed(slug: "a", .failure(.notFound([]))),
    .published(slug: "a", "x", .failure(.notFound([]))),
    .deleted(slug: "a", id: 7, .failure(.notFound([]))),
  ])
  func aFailureIsALine(message: CommentsMessage) { #expect(lines(message) == ["error: not found"]) }

  @Test(arguments: [
    CommentsMessage.listRequested(slug: "a"), .publicationRequested(slug: "a", "x"),
    .deletionRequested(slug: "a", id: 7),
  ])
  func requestsAreSilent(message: CommentsMessage) { #expect(lines(message) == []) }
}
