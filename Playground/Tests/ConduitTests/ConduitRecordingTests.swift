import API
import Articles
import Authentication
import Comments
import Drafts
import Foundation
import KatanaConsole
import KatanaEffects
import KatanaRecording
import KatanaRuntime
import Profiles
import Terminal
import Testing

@testable import ConduitApp

/// A recording of conduit, walked through and turned into a test.
@Suite struct ConduitRecordingTests {
  /// Logs in at the second try, lists and watches articles, and logs out.
  private func use(_ runtime: Runtime<AppModel>) async throws {
    try await runtime.settle(AuthenticationMessage.opened)
    try await runtime.enter("login \(Ada.email)")
    try await runtime.enter("login \(Ada.email) \(Ada.password)")
    try await runtime.enter("articles --tag swift")
    try await runtime.enter("watch 5")
    try await runtime.settle(ArticlesMessage.refreshDue)
    try await runtime.enter("logout")
  }

  /// The generated test is compiled beside this one. Delete it and run this to have it written again.
  @Test func theGeneratedTestIsTheOneThatIsCompiled() async throws {
    try await withRecordingFolder { folder in
      let replay = try Replay(conduitFormat, of: try await recordConduit(in: folder, use))
      let source = try replay.testSource(
        for: try #require(try replay.recording.messages), named: "recordedConduit",
        program: "conduitProgram", imports: conduitImports)
      #expect(!source.contains("Complete by hand"))
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "RecordedConduitTests.swift")
      if !FileManager.default.fileExists(atPath: file.path) {
        try source.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == source)
    }
  }

  @Test func aReplayDoesTheSame() async throws {
    try await withRecordingFolder { folder in
      let replay = try Replay(conduitFormat, of: try await recordConduit(in: folder, use))
      let result = try replay.run()
      #expect(result.divergence == nil && result.problem == nil)
      #expect(try result.lastNumber == replay.recording.messages?.upperBound)
      #expect(result.model.terminal.hasFailed)
      #expect(result.model.authentication.session == nil && result.model.articles.watch == nil)
    }
  }

  @Test func passwordsTokensAndTheLinesWithThemAreNotInTheFile() async throws {
    try await withRecordingFolder { folder in
      let text = try String(
        contentsOfFile: try await recordConduit(in: folder, use), encoding: .utf8)
      for secret in [Ada.password, Ada.wrongPassword, Ada.token] {
        #expect(!text.contains(secret))
      }
      #expect(!text.contains("login \(Ada.email) "))
      // What is not secret is there: the line without its password, and the masks.
      #expect(text.contains(#"{"password":"•••","text":"login \#(Ada.email)"}"#))
      #expect(text.contains(#""token":"•••""#))
    }
  }

  @Test func everyKindOfMessageIsReadAsItWasRecorded() async throws {
    let messages = Self.messages
    try await withRecordingFolder { folder in
      let path = try await recordConduit(in: folder) { runtime in
        // A deletion waits for its time, so nothing waits for its end.
        for message in messages { await runtime.deliver(message) }
      }
      let replay = try Replay(conduitFormat, of: path)
      #expect(try replay.run().problem == nil)
      var read: [any Message] = []
      try replay.run { step in
        if step.recorded.cause == nil { read.append(step.message) }
        return true
      }
      #expect(read.map { replay.text(of: $0) } == messages.map { replay.text(of: $0) })
    }
  }

  /// Messages with all that they can hold; secrets are what a replay puts in their place.
  private static let messages: [any Message] = {
    let credentials = Credentials(email: Ada.email, password: Secret("•••"))
    let session = Session(username: "ada", email: Ada.email, bio: "x", token: Secret("•••"))
    let error = FieldError("title", "can't be blank", "is too short")
    let errors: [APIError] = [
      .notLoggedIn, .sessionExpired([error]), .unauthorized([error]), .forbidden([]),
      .notFound([error]),
      .invalid([error]), .serverFailed(status: 500), .unexpected(status: 418, [error]),
      .malformedAnswer(.missing(path: "x")), .malformedAnswer(.errors([error])),
      .unreachable(server: "http://a:1", .certificate(reason: "old")),
      .inDoubt(.timedOut(limit: .milliseconds(1))), .inDoubt(.interrupted(isHTTP: false)),
      .busy(status: 429, retryAfter: .seconds(2), [error]), .tooLarge(limit: 1),
      .redirected(status: 302, to: nil), .redirected(status: 302, to: "http://b"),
    ]
    let new = NewArticle(title: "T", description: "D", body: "B", tags: ["x"])
    let one = Article(
      slug: "s", title: "T", description: "D", body: "B", tags: ["x"],
      createdAt: Date(timeIntervalSince1970: 1.5), favorited: true, favoritesCount: 3,
      author: Profile(username: "bo"))
    let accounts: [AuthenticationMessage] = [
      .recalled(.success(nil)), .recalled(.success(session)),
      .recalled(.failure(.foreign("x"))), .logInCancelled,
      .registrationRequested(Registration(username: "ada", credentials: credentials)),
      .registered(.success(session)), .accountRequested, .accountLoaded(.success(session)),
      .stored(nil), .stored(.unwritable("x", reason: "no space")), .logOutRequested,
      .loggedOut(nil),
      .expired,
    ]
    let articles: [ArticlesMessage] = [
      .listRequested(ArticleFilter(tag: "x", page: 2)), .articleRequested(slug: "s"),
      .publicationRequested(new), .published(.success(one)), .tagsRequested,
      .changeRequested(slug: "s", ArticleChange(title: "T", tags: [])),
      .changed(slug: "s", .success(one)), .deletionRequested(slug: "s"), .undoRequested,
      .deletionUndone(slug: nil), .deletionDue(slug: "s"),
      .deleted(slug: "s", .success(NoContent())),
      .deletionDropped(slug: "s"), .newsFound([one]), .newsLeftOut(atLeast: 3),
      .watchFailed(.malformedAnswer(.notJSON)),
      .watchRequested(every: .seconds(1)), .unwatchRequested,
    ]
    let bo = Profile(username: "bo", bio: "b", image: "i", following: true)
    let comment = ArticleComment(
      id: 1, body: "B", createdAt: Date(timeIntervalSince1970: 1.5), author: bo)
    let others: [any Message] = [
      ProfilesMessage.profileRequested("bo"), ProfilesMessage.profileLoaded("bo", .success(bo)),
      WishMessage<Follow>.wanted("bo", true),
      WishMessage<Follow>.answered("bo", true, .failure(.forbidden([]))),
      WishMessage<Favorite>.wanted("s", true),
      WishMessage<Favorite>.answered("s", true, .success(one)), UserChanged(),
      CommentsMessage.listRequested(slug: "s"),
      CommentsMessage.listed(slug: "s", .success([comment])),
      CommentsMessage.publicationRequested(slug: "s", "B"),
      CommentsMessage.published(slug: "s", "B", .success(comment)),
      CommentsMessage.deletionRequested(slug: "s", id: 1),
      CommentsMessage.deleted(slug: "s", id: 1, .success(NoContent())),
      AuthenticationMessage.changeRequested(AccountChange(bio: "")),
      AuthenticationMessage.changed(of: "bo", .success(session)),
      DraftsMessage.writingRequested(slug: nil), DraftsMessage.fileRequested(path: "p", slug: "s"),
      DraftsMessage.loaded(.failure(.notFound([]))), DraftsMessage.written(nil),
      DraftsMessage.edited(.success(.status(0))), DraftsMessage.read(.success("T")),
      DraftsMessage.dropped(.line(1, "x"), path: "p", slug: nil),
      DraftsMessage.kept(path: "p", slug: "s"), DraftsMessage.removed(nil), RequestsCancelled(),
    ]
    let terminal: [TerminalMessage] = [
      .answered(.endOfInput), .answered(.interrupted), .answered(.failed(.lineTooLong(limit: 9))),
      .passwordAnswered(Line("login a@b.c"), .entered(Secret("•••"))), .helpRequested,
      .causesRequested, .waitNoticed, .quitRequested, .interrupted,
    ]
    return errors.map { ArticlesMessage.tagsLoaded(.failure($0)) } + accounts + articles + terminal
      + others
      + [SessionExpired(token: Secret("•••"))]
  }()
}
