import Katana
import KatanaViews

// The views of the tests.

struct Counter: Model, Equatable {
  typealias Receives = CounterMessage
  var value = 0
  var name = ""
}

enum CounterMessage: Message, Equatable {
  case increased, decreased, reset
  case renamed(String)
}

struct CounterUpdater: TypedUpdater {
  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    switch message {
    case .increased: model.value += 1
    case .decreased: model.value -= 1
    case .reset: model.value = 0
    // A model that changes what was typed.
    case .renamed(let name): model.name = name.uppercased().filter { $0 != "X" }
    }
    return []
  }
}

func counterView(_ model: Counter) -> ViewOf<Counter> {
  .column([
    .text("Counter", .heading),
    .row([
      .button("-", .decreased),
      .text("\(model.value)", .strong).width(.cells(6)).align(.center),
      .button("+", .increased),
      .button("Reset", .reset).disabled(model.value == 0),
    ]),
    .input("Name", model.name, CounterMessage.renamed, submit: .increased),
    .text("Hello, \(model.name)!", .muted),
  ])
  .padding(1).border().label("Counting").onKey("+", "more", .increased)
}

// A parent with children in a collection and a child that is always there.

struct Article: Model, Equatable {
  typealias Receives = ArticleMessage
  var isDeleting = false
  var comments = Comments()
}

enum ArticleMessage: Message, Equatable { case deleteTapped, kept, deleted }

struct Comments: Model, Equatable {
  typealias Receives = CommentsMessage
  var draft = ""
  var all: IdentifiedArray<Comment> = []
}

enum CommentsMessage: Message, Equatable {
  case draftChanged(String)
  case sent
}

struct Comment: Model, Equatable, Identifiable {
  typealias Receives = CommentMessage
  let id: Int
  var text: String
  var isLiked = false
}

enum CommentMessage: Message, Equatable {
  case likeChanged(Bool)
  case removed
}

struct ArticleUpdater: TypedUpdater {
  func update(model: inout Article, message: ArticleMessage) -> [any Command] {
    model.isDeleting = message == .deleteTapped
    return []
  }
}

struct CommentsUpdater: TypedUpdater {
  func update(model: inout Comments, message: CommentsMessage) -> [any Command] {
    switch message {
    case .draftChanged(let draft): model.draft = draft
    case .sent:
      model.all.append(Comment(id: (model.all.ids.max() ?? 0) + 1, text: model.draft))
      model.draft = ""
    }
    return []
  }
}

struct CommentUpdater: TypedUpdater {
  func update(model: inout Comment, message: CommentMessage) -> [any Command] {
    switch message {
    case .likeChanged(let isLiked):
      model.isLiked = isLiked
      return []
    case .removed: return [Dismiss()]
    }
  }
}

let articleFeature = CombinedUpdater<Article>([
  .full(ArticleUpdater()),
  .child(
    \.comments,
    CombinedUpdater<Comments>([.full(CommentsUpdater()), .each(\.all, CommentUpdater())])),
])

func articleView(_ model: Article) -> ViewOf<Article> {
  .layers([
    .column([
      commentsView(model.comments).to(Article.at.comments),
      .button("Delete", .deleteTapped),
    ]),
    model.isDeleting ? deleteDialog : .empty,
  ])
}

private let deleteDialog: ViewOf<Article> = .dialog(
  "Delete it?",
  .row([.button("Delete it", .deleted).style(.danger), .button("Keep", .kept).focused(when: true)]),
  cancel: .kept)

func commentsView(_ model: Comments) -> ViewOf<Comments> {
  .column([
    .list([.each(model.all, at: Comments.at.all, commentView)]).label("Comments"),
    .input("Comment", model.draft, CommentsMessage.draftChanged, submit: .sent),
  ])
}

func commentView(_ comment: Comment) -> ViewOf<Comment> {
  .row([
    .text(comment.text).width(.fill),
    .checkbox("like", comment.isLiked, CommentMessage.likeChanged),
    .button("remove", .removed),
  ])
  .onKey("d", "remove", .removed)
}
