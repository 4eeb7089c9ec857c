import API
import Articles
import Authentication
import Comments
import ConduitLines
import Foundation
import Katana
public import KatanaViews
import Profiles

/// Returns the screen: the list, and beside it the article; below each other where there is less
/// room.
public func conduitView(_ model: ConduitScreenModel) -> ViewOf<ConduitScreenModel> {
  .layers([
    .column([
      header(model),
      .fitting([
        .row([
          articleList(model).width(.fill(2).least(30)),
          articleView(model).width(.fill(3).least(44)),
        ]),
        .column([articleList(model).height(.fill), articleView(model).height(.fill(2))]),
      ]).width(.fill).height(.fill),
      status(model),
      .keyHelp,
    ])
    .width(.fill).height(.fill)
    .onKey(
      "i", model.username == nil ? "log in" : "log out",
      model.username == nil ? .logInTapped : .logOutTapped
    )
    .onKey("q", "quit", .quitTapped),
    model.reader.login.map(loginDialog) ?? .empty,
  ])
  .width(.fill).height(.fill).windowTitle("conduit")
}

private func header(_ model: ConduitScreenModel) -> ViewOf<ConduitScreenModel> {
  let filter = model.reader.filter
  return .row([
    .text("conduit", .heading), .text(title(of: filter), .muted).width(.fill),
    model.username.map { .text($0, .accent) } ?? .text("not logged in", .muted),
  ]).width(.fill).height(.cells(1))
}

private func title(of filter: ArticleFilter) -> String {
  let kind =
    if filter.isFeed { "authors you follow" } else if filter.bookmarked {
      "your bookmarks"
    } else if let tag = filter.tag { "#\(tag)" } else {
      filter.author.map { "by \($0)" } ?? "all articles"
    }
  return "\(kind), page \(filter.page)"
}

private func status(_ model: ConduitScreenModel) -> ViewOf<ConduitScreenModel> {
  .row([
    model.reader.isLeaving
      ? .text("Waiting for the server…", .muted).width(.fill)
      : .text(model.reader.problem ?? "", .danger).width(.fill),
    model.articles.deletions.contains { !$0.hasBegun }
      ? undoView.to(ConduitScreenModel.at.articles) : .empty,
  ]).height(.cells(1)).role(.status)
}

private let undoView = ViewOf<ArticlesModel>.button("undo the deletion", .undoRequested)
  .onKey("u", "undo", .undoRequested, in: .screen)

// MARK: The list

struct ArticleRows: ViewRows {
  var articles: [Article]
  var chosen: String?
  var count: Int { articles.count }
  func id(at index: Int) -> String { articles[index].slug }
  func row(at index: Int) -> ViewOf<ConduitScreenModel> {
    let article = articles[index]
    return .row([
      .text(article.title).width(.fill),
      .text("\(article.favorited ? "♥" : " ") \(article.favoritesCount)", .muted)
        .width(.cells(6)).align(.trailing),
    ])
    .style(.strong, if: article.slug == chosen)
    .onSelect(.articleChosen(article.slug)).onPress(.articleChosen(article.slug))
  }
}

private func articleList(_ model: ConduitScreenModel) -> ViewOf<ConduitScreenModel> {
  let filter = model.reader.filter
  let articles = model.articles.articles(in: filter)
  let list = ViewOf<ConduitScreenModel>.column([listContent(model, articles)])
    .height(.fill).border().label("Articles")
    // Of the whole screen: a list that is empty has no focus, and another filter is what helps then.
    .onKey("n", "next page", .filterChosen(filter.turned(by: 1)), in: .screen)
    .onKey("p", "previous page", .filterChosen(filter.turned(by: -1)), in: .screen)
  if model.username == nil { return list }
  return
    list
    .onKey(
      "b", filter.bookmarked ? "all articles" : "bookmarks",
      .filterChosen(ArticleFilter(bookmarked: !filter.bookmarked)), in: .screen
    )
    .onKey(
      "m", filter.isFeed ? "all articles" : "my feed",
      .filterChosen(ArticleFilter(isFeed: !filter.isFeed)), in: .screen)
}

private func listContent(
  _ model: ConduitScreenModel, _ articles: [Article]
) -> ViewOf<ConduitScreenModel> {
  let filter = model.reader.filter
  let list = model.articles.lists[filter] ?? .absent
  let missing = missingView(list, .listRequested(filter)).to(ConduitScreenModel.at.articles)
  guard list.value != nil else { return missing }
  return .column([
    missing,
    articles.isEmpty
      ? .text("There is no article.", .muted)
      : .rows(ArticleRows(articles: articles, chosen: model.reader.slug)).label("Titles"),
  ]).height(.fill)
}

/// Says that something is loading, or why it could not be loaded, and tries again; empty if it is there.
func missingView<Value, Owner: Model>(
  _ state: Loadable<Value>, _ again: Owner.Receives
) -> ViewOf<Owner> {
  guard let error = state.error else {
    return state.value == nil ? .text("Loading…", .muted) : .empty
  }
  return .column([
    .text(error.lines.joined(separator: "; "), .danger), .button("Try again", again),
  ])
}

extension ArticleFilter {
  func turned(by pages: Int) -> ArticleFilter {
    var filter = self
    filter.page = max(page + pages, 1)
    return filter
  }
}

// MARK: The article

private func articleView(_ model: ConduitScreenModel) -> ViewOf<ConduitScreenModel> {
  guard let slug = model.reader.slug else {
    return .column([.text("Choose an article with ↑ and ↓.", .muted)])
      .height(.fill).border().label("Article")
  }
  let state = model.articles.articles[slug] ?? .absent
  guard let article = model.article else {
    let isDeleted = state.value != nil
    return .column([
      isDeleted
        ? .text("It will be deleted.", .muted)
        : missingView(state, .articleRequested(slug: slug)).to(ConduitScreenModel.at.articles)
    ]).height(.fill).border().label("Article")
  }
  return .column([
    .text(article.title, .heading),
    .text(styled: [
      StyledText("by ", .muted), StyledText(article.author.username, .strong),
      StyledText("  \(article.tags.map { "#\($0)" }.joined(separator: " "))", .accent),
    ]),
    buttons(model, article),
    missingView(state, .articleRequested(slug: slug)).to(ConduitScreenModel.at.articles),
    .scroll(.text(article.body ?? (state.error == nil ? "Loading…" : "")))
      .height(.fill(2)).label("Text"),
    commentsView(model.comments, article.slug, model.username).to(ConduitScreenModel.at.comments),
    commentField(model, article.slug),
  ])
  .height(.fill).border().label("Article")
}

private func commentField(
  _ model: ConduitScreenModel, _ slug: String
) -> ViewOf<ConduitScreenModel> {
  if model.username == nil { return .text("Log in to write a comment.", .muted) }
  // While it is sent, the field stays as it is: a field that is disabled would give the focus to another
  // control, and a second Enter would press that.
  return .row([
    .input(
      "Comment", model.reader.drafts[slug] ?? "", { .commentChanged(slug: slug, $0) },
      submit: .commentSent(slug: slug)
    ).width(.fill),
    model.comments.sending[slug] == nil ? .empty : .text("Sending…", .muted),
  ])
}

private func buttons(
  _ model: ConduitScreenModel, _ article: Article
) -> ViewOf<ConduitScreenModel> {
  let isOwn = article.author.username == model.username
  return .row([
    likeView(article).to(ConduitScreenModel.at.articles.favorites),
    bookmarkView(article).to(ConduitScreenModel.at.articles.bookmarks),
    isOwn ? deletionView(article).to(ConduitScreenModel.at.articles) : .empty,
    isOwn
      ? .empty
      : followView(model.profiles.shown(article.author))
        .to(ConduitScreenModel.at.profiles.following),
  ]).disabled(model.username == nil)
}

private func likeView(_ article: Article) -> ViewOf<Wishes<Favorite>> {
  .button(
    "\(article.favorited ? "♥" : "♡") \(article.favoritesCount)",
    .wanted(article.slug, !article.favorited)
  ).label("like")
}

private func bookmarkView(_ article: Article) -> ViewOf<Wishes<Bookmark>> {
  let isOn = article.bookmarked == true
  return .button(isOn ? "★" : "☆", .wanted(article.slug, !isOn)).label("bookmark")
}

private func deletionView(_ article: Article) -> ViewOf<ArticlesModel> {
  .row([
    .button("delete", .deletionRequested(slug: article.slug)).style(.danger)
  ])
}

private func followView(_ author: Profile) -> ViewOf<Wishes<Follow>> {
  .button(author.following ? "unfollow" : "follow", .wanted(author.username, !author.following))
}

// MARK: The comments

private func commentsView(
  _ model: CommentsModel, _ slug: String, _ username: String?
) -> ViewOf<CommentsModel> {
  let state = model.comments[slug] ?? .absent
  let missing: ViewOf<CommentsModel> = missingView(state, .listRequested(slug: slug))
  guard let comments = state.value else { return missing }
  let rows: ViewOf<CommentsModel> =
    comments.isEmpty
    ? .text("No comments.", .muted)
    : .list([
      .each(comments) {
        commentView($0, slug, isOwn: $0.author.username == username, model.removing)
      }
    ]).height(.fill(1).most(8)).label("Comments")
  return state.error == nil ? rows : .column([missing, rows]).height(.fill(1).most(8))
}

private func commentView(
  _ comment: ArticleComment, _ slug: String, isOwn: Bool, _ removing: Set<Int>
) -> ViewOf<CommentsModel> {
  .row([
    .text(styled: [StyledText("\(comment.author.username): ", .strong), StyledText(comment.body)])
      .width(.fill),
    isOwn
      ? .button("remove", .deletionRequested(slug: slug, id: comment.id))
        .disabled(removing.contains(comment.id)) : .empty,
  ])
}

// MARK: The login

private func loginDialog(_ login: Reader.LoginForm) -> ViewOf<ConduitScreenModel> {
  .dialog(
    "Log in",
    .column([
      .input("Email", login.email, ReaderMessage.emailChanged, submit: .logInSent)
        .focused(when: true),
      .secretInput(
        "Password", login.password.revealed, { .passwordChanged(Secret($0)) }, submit: .logInSent),
      .text(login.problem ?? "", .danger).width(.cells(36)),
      .row([
        .button(login.isSending ? "Logging in…" : "Log in", .logInSent).disabled(login.isSending),
        .button("Cancel", .logInCancelled),
      ]),
    ]), cancel: .logInCancelled)
}
