import API
import Authentication
import Comments
import Foundation
import Katana
import KatanaTesting
import Profiles
import Testing

@Suite struct CommentsTests {
  let first = comment(1)
  let second = comment(2)

  func makeApp(_ comments: ArticleComment...) -> AppTest<CommentsModel> {
    let model =
      comments.isEmpty ? CommentsModel() : CommentsModel(comments: ["a": .loaded(comments)])
    return AppTest(Program(model: model, commentsFeature))
  }

  func request(_ command: some Command) -> any Command {
    command.cancellable(id: CommentsUpdater.ID.requests)
  }

  @Test func commentsAreLoadingThenLoaded() {
    let list = APICommand<[ArticleComment]>(
      .get("articles", "a", "comments"), in: "comments",
      Reply { CommentsMessage.listed(slug: "a", $0) })
    let app = makeApp()
    app.send(.listRequested(slug: "a"), commands: [request(list)]) {
      $0.comments["a"] = .loading
    }
    app.answer(\APICommand<[ArticleComment]>.reply, with: .success([first])) {
      $0.comments["a"] = .loaded([first])
    }
  }

  @Test func aNewCommentIsAddedToTheListThatIsShown() {
    let publish = APICommand<ArticleComment>(
      .post("articles", "a", "comments", body: ["comment": ["body": "Fine."]]), in: "comment",
      Reply { CommentsMessage.published(slug: "a", $0) })
    let app = makeApp(first)
    app.send(.publicationRequested(slug: "a", "Fine."), commands: [request(publish)])
    app.answer(\APICommand<ArticleComment>.reply, with: .success(second)) {
      $0.comments["a"] = .loaded([first, second])
      $0.changes = Changes(all: [.added(slug: "a", second)])
    }
    app.send(.publicationRequested(slug: "a", "Fine."), commands: [request(publish)])
    app.answer(
      \APICommand<ArticleComment>.reply, with: .failure(.notLoggedIn),
      sends: [CommentsMessage.published(slug: "a", .failure(.notLoggedIn))])
  }

  @Test func aRemovedCommentIsGoneAndARefusalChangesNothing() {
    let delete = APICommand<NoContent>(
      .delete("articles", "a", "comments", "1"),
      Reply { CommentsMessage.deleted(slug: "a", id: 1, $0) })
    let app = makeApp(first, second)
    app.send(.deletionRequested(slug: "a", id: 1), commands: [request(delete)])
    app.answer(
      \APICommand<NoContent>.reply, with: .failure(.forbidden([])),
      sends: [CommentsMessage.deleted(slug: "a", id: 1, .failure(.forbidden([])))])
    app.send(.deletionRequested(slug: "a", id: 1), commands: [request(delete)])
    app.answer(\APICommand<NoContent>.reply, with: .success(NoContent())) {
      $0.comments["a"] = .loaded([second])
      $0.changes = Changes(all: [.removed(slug: "a", id: 1)])
    }
  }

  @Test func aFollowingConcernsAllCommentsOfTheAuthor() {
    let followed = Profile(username: "maren", following: true)
    makeApp(first, second).send(ProfilesMessage.followed("maren", true, .success(followed))) {
      $0.comments["a"] = .loaded([comment(1, following: true), comment(2, following: true)])
    }
    makeApp(first).send(ProfilesMessage.followed("maren", true, .failure(.forbidden([]))))
    makeApp(first).send(
      ProfilesMessage.followed("bo", true, .success(Profile(username: "bo", following: true))))
  }

  @Test func whatWasCancelledIsNoLongerLoading() {
    let model = CommentsModel(comments: ["a": .loading, "b": .loaded([])])
    StepTest(commentsFeature, model: model).send(RequestsCancelled()) {
      $0.comments["a"] = .absent
    }
  }

  @Test func anotherUserStartsAnew() {
    makeApp(first).send(
      AuthenticationMessage.loggedOut(nil), commands: [Cancel(id: CommentsUpdater.ID.requests)]
    ) { $0 = CommentsModel() }
    makeApp(first).send(AuthenticationMessage.expired) { $0 = CommentsModel() }
  }
}

func comment(_ id: Int, following: Bool = false) -> ArticleComment {
  ArticleComment(
    id: id, body: "Good.", createdAt: Date(timeIntervalSince1970: 0),
    author: Profile(username: "maren", following: following))
}
