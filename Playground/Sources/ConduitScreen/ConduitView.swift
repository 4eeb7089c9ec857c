import API
import Articles
import Authentication
import Comments
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
    model.reader.login.map { loginDialog($0, model.reader.problem) } ?? .empty,
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
    if filter.isFeed { "authors you follow" } else if let tag = filter.tag { "#\(tag)" } else {
      filter.author.map { "by \($0)" } ?? "all articles"
    }
  return "\(kind), page \(filter.page)"
}

private func status(_ model: ConduitScreenModel) -> ViewOf<ConduitScreenModel> {
  .row([
    .text(model.reader.problem ?? "", .danger).width(.fill),
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
  return .column([listContent(model, articles)])
    .height(.fill).border().label("Articles")
    // Of the whole screen: a list that is empty has no focus, and another filter is what helps then.
    .onKey("n", "next page", .filterChosen(filter.turned(by: 1)), in: .screen)
    .onKey("p", "previous page", .filterChosen(filter.turned(by: -1)), in: .screen)
    .onKey(
      "m", filter.isFeed ? "all articles" : "my feed", .filterChosen(filter.otherFeed), in: .screen)
}

private func listContent(
  _ model: ConduitScreenModel, _ articles: [Article]
) -> ViewOf<ConduitScreenModel> {
  switch model.articles.lists[model.reader.filter] {
  case .loaded where articles.isEmpty: .text("There is no article.", .muted)
  case .loaded: .rows(ArticleRows(articles: articles, chosen: model.reader.slug)).label("Titles")
  case .failed: .text("The list could not be loaded.", .muted)
  case .loading, .absent, nil: .text("Loading…", .muted)
  }
}

extension ArticleFilter {
  func turned(by pages: Int) -> ArticleFilter {
    var filter = self
    filter.page = max(page + pages, 1)
    return filter
  }

  var otherFeed: ArticleFilter { ArticleFilter(isFeed: !isFeed) }
}

// MARK: The article

private func articleView(_ model: ConduitScreenModel) -> ViewOf<ConduitScreenModel> {
  guard let article = model.article else {
    return .column([.text("Choose an article with ↑ and ↓.", .muted)])
      .height(.fill).border().label("Article")
  }
  return .column([
    .text(article.title, .heading),
    .text(styled: [
      StyledText("by ", .muted), StyledText(article.author.username, .strong),
      StyledText("  \(article.tags.map { "#\($0)" }.joined(separator: " "))", .accent),
    ]),
    buttons(model, article),
    .scroll(.text(article.body ?? "Loading…")).height(.fill(2)).label("Text"),
    commentsView(model.comments, article.slug, model.username).to(ConduitScreenModel.at.comments),
    model.username == nil
      ? .text("Log in to write a comment.", .muted)
      : .input(
        "Comment", model.reader.comment, ReaderMessage.commentChanged, submit: .commentSent
      ).width(.fill),
  ])
  .height(.fill).border().label("Article")
}

private func buttons(
  _ model: ConduitScreenModel, _ article: Article
) -> ViewOf<ConduitScreenModel> {
  let isOwn = article.author.username == model.username
  return .row([
    likeView(article).to(ConduitScreenModel.at.articles),
    isOwn ? deletionView(article).to(ConduitScreenModel.at.articles) : .empty,
    isOwn
      ? .empty
      : followView(model.profiles.shown(article.author)).to(ConduitScreenModel.at.profiles),
  ]).disabled(model.username == nil)
}

private func likeView(_ article: Article) -> ViewOf<ArticlesModel> {
  .button(
    "\(article.favorited ? "♥" : "♡") \(article.favoritesCount)",
    .favoriteRequested(slug: article.slug, !article.favorited)
  ).label("like")
}

private func deletionView(_ article: Article) -> ViewOf<ArticlesModel> {
  .row([
    .button("delete", .deletionRequested(slug: article.slug)).style(.danger)
  ])
}

private func followView(_ author: Profile) -> ViewOf<ProfilesModel> {
  .button(
    author.following ? "unfollow" : "follow",
    .followRequested(author.username, !author.following))
}

// MARK: The comments

private func commentsView(
  _ model: CommentsModel, _ slug: String, _ username: String?
) -> ViewOf<CommentsModel> {
  switch model.comments[slug] {
  case .loaded(let comments) where comments.isEmpty: .text("No comments.", .muted)
  case .loaded(let comments):
    .list([.each(comments) { commentView($0, slug, $0.author.username == username) }])
      .height(.fill(1).most(8)).label("Comments")
  case .failed: .text("The comments could not be loaded.", .muted)
  case .loading, .absent, nil: .text("Loading comments…", .muted)
  }
}

private func commentView(
  _ comment: ArticleComment, _ slug: String, _ isOwn: Bool
) -> ViewOf<CommentsModel> {
  .row([
    .text(styled: [StyledText("\(comment.author.username): ", .strong), StyledText(comment.body)])
      .width(.fill),
    isOwn
      ? .button("remove", .deletionRequested(slug: slug, id: comment.id)) : .empty,
  ])
}

// MARK: The login

private func loginDialog(
  _ login: Reader.LoginForm, _ problem: String?
) -> ViewOf<ConduitScreenModel> {
  .dialog(
    "Log in",
    .column([
      .input("Email", login.email, ReaderMessage.emailChanged, submit: .logInSent)
        .focused(when: true),
      .secretInput(
        "Password", login.password.revealed, { .passwordChanged(Secret($0)) }, submit: .logInSent),
      .text(problem ?? "", .danger).width(.cells(36)),
      .row([
        .button(login.isSending ? "Logging in…" : "Log in", .logInSent).disabled(login.isSending),
        .button("Cancel", .logInCancelled),
      ]),
    ]), cancel: .logInCancelled)
}
