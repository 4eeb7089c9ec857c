import API
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
    var model = CommentsModel()
    if !comments.isEmpty { model.comments = ["a": .loaded(comments)] }
    return AppTest(Program(model: model, commentsFeature))
  }

  func request(_ command: some Command) -> any Command { command.ofUser }

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
      Reply { CommentsMessage.published(slug: "a", "Fine.", $0) })
    let app = makeApp(first)
    app.send(.publicationRequested(slug: "a", "Fine."), commands: [request(publish)]) {
      $0.sending["a"] = "Fine."
    }
    // A second press while the server takes its time sends nothing.
    app.send(.publicationRequested(slug: "a", "Fine."))
    app.answer(\APICommand<ArticleComment>.reply, with: .success(second)) {
      $0.comments["a"] = .loaded([first, second])
      $0.changes = Changes(all: [.added(slug: "a", second)])
      $0.sending = [:]
    }
    app.send(.publicationRequested(slug: "a", "Fine."), commands: [request(publish)]) {
      $0.sending["a"] = "Fine."
    }
    app.answer(
      \APICommand<ArticleComment>.reply, with: .failure(.notLoggedIn),
      sends: [CommentsMessage.published(slug: "a", "Fine.", .failure(.notLoggedIn))]
    ) { $0.sending = [:] }
  }

  @Test func aRemovedCommentIsGoneAndARefusalChangesNothing() {
    let delete = APICommand<NoContent>(
      .delete("articles", "a", "comments", "1"),
      Reply { CommentsMessage.deleted(slug: "a", id: 1, $0) })
    let app = makeApp(first, second)
    app.send(.deletionRequested(slug: "a", id: 1), commands: [request(delete)]) {
      $0.removing = [1]
    }
    app.send(.deletionRequested(slug: "a", id: 1))
    app.answer(
      \APICommand<NoContent>.reply, with: .failure(.forbidden([])),
      sends: [CommentsMessage.deleted(slug: "a", id: 1, .failure(.forbidden([])))]
    ) { $0.removing = [] }
    app.send(.deletionRequested(slug: "a", id: 1), commands: [request(delete)]) {
      $0.removing = [1]
    }
    app.answer(\APICommand<NoContent>.reply, with: .success(NoContent())) {
      $0.comments["a"] = .loaded([second])
      $0.changes = Changes(all: [.removed(slug: "a", id: 1)])
      $0.removing = []
    }
  }

  @Test func whatWasCancelledIsNoLongerLoadingOrSent() {
    var model = CommentsModel()
    model.comments = ["a": .loading, "b": .loaded([])]
    (model.sending, model.removing) = (["a": "x"], [1])
    StepTest(commentsFeature, model: model).send(RequestsCancelled()) {
      $0.comments["a"] = .absent
      ($0.sending, $0.removing) = ([:], [])
    }
  }

  @Test func anotherUserStartsAnew() {
    makeApp(first).send(UserChanged(), commands: [Cancel(id: UserRequests.id)]) {
      $0 = CommentsModel()
    }
    makeApp(first).send(UserChanged(isRefused: true)) { $0 = CommentsModel() }
  }
}

func comment(_ id: Int) -> ArticleComment {
  ArticleComment(
    id: id, body: "Good.", createdAt: Date(timeIntervalSince1970: 0),
    author: Profile(username: "maren"))
}
