import API
import Articles
import Authentication
import Comments
import Drafts
import Katana
import Profiles
import Terminal
import Testing

@testable import ConduitLines

/// What each feature understands.
@Suite struct InstructionTests {
  private func meaning(_ text: String) -> Meaning {
    let instructions = Instructions(conduitLines.flatMap(\.instructions))
    return instructions.meaning(of: instructions.line(text))
  }

  private func message<M: Message>(_ text: String, as _: M.Type) -> M? {
    guard case .message(let message, _) = meaning(text) else { return nil }
    return message as? M
  }

  static let credentials = Credentials(email: "a@b.c", password: Secret("pass word"))

  @Test(arguments: [
    (
      "register ada a@b.c pass word",
      AuthenticationMessage.registrationRequested(
        Registration(username: "ada", credentials: credentials))
    ),
    ("login a@b.c pass word", .logInRequested(credentials)),
    ("logout", .logOutRequested), ("me", .accountRequested),
    (
      "settings --name bo --email b@b.c --bio \"I write\" --image http://x --password new",
      .changeRequested(
        AccountChange(
          username: "bo", email: "b@b.c", password: Secret("new"), bio: "I write",
          image: "http://x"))
    ),
    ("settings --bio \"\"", .changeRequested(AccountChange(bio: ""))),
  ])
  func aboutAccounts(text: String, expected: AuthenticationMessage) {
    #expect(message(text, as: AuthenticationMessage.self) == expected)
  }

  @Test(arguments: [
    ("articles", ArticlesMessage.listRequested(ArticleFilter())),
    ("articles --page 2 --tag swift", .listRequested(ArticleFilter(tag: "swift", page: 2))),
    (
      "articles --author ada --favorited bo --tag \"a b\"",
      .listRequested(ArticleFilter(tag: "a b", author: "ada", favorited: "bo"))
    ),
    ("bookmarks --page 2", .listRequested(ArticleFilter(bookmarked: true, page: 2))),
    ("feed --page 3", .listRequested(ArticleFilter(isFeed: true, page: 3))),
    ("feed", .listRequested(ArticleFilter(isFeed: true))),
    ("read a-b", .articleRequested(slug: "a-b")),
    (
      "publish A title | About it | The text | a, b ,",
      .publicationRequested(
        NewArticle(title: "A title", description: "About it", body: "The text", tags: ["a", "b"]))
    ),
    (
      "publish | x | y",
      .publicationRequested(NewArticle(title: "", description: "x", body: "y"))
    ),
    (
      "edit a-b --title \"A B\" --description D --body B --tags x,y",
      .changeRequested(
        slug: "a-b", ArticleChange(title: "A B", description: "D", body: "B", tags: ["x", "y"]))
    ),
    ("edit a --tags \"\"", .changeRequested(slug: "a", ArticleChange(tags: []))),
    ("delete a", .deletionRequested(slug: "a")), ("undo", .undoRequested),
    ("tags", .tagsRequested),
    ("watch", .watchRequested(every: .seconds(10))),
    ("watch 0.5", .watchRequested(every: .milliseconds(500))), ("unwatch", .unwatchRequested),
  ])
  func aboutArticles(text: String, expected: ArticlesMessage) {
    #expect(message(text, as: ArticlesMessage.self) == expected)
  }

  @Test(arguments: [
    ("comments a", CommentsMessage.listRequested(slug: "a")),
    ("comment a It is fine.", .publicationRequested(slug: "a", "It is fine.")),
    ("comment a \"It is fine.\"", .publicationRequested(slug: "a", "It is fine.")),
    ("comment a \"It\" is", .publicationRequested(slug: "a", "\"It\" is")),
    ("uncomment a 7", .deletionRequested(slug: "a", id: 7)),
  ])
  func aboutComments(text: String, expected: CommentsMessage) {
    #expect(message(text, as: CommentsMessage.self) == expected)
  }

  @Test func aboutOthers() {
    #expect(
      message("profile maren", as: ProfilesMessage.self) == .profileRequested("maren"))
  }

  @Test func aboutWishes() {
    typealias Like = WishMessage<Favorite>
    #expect(message("favorite a", as: Like.self) == .wanted("a", true))
    #expect(message("unfavorite a", as: Like.self) == .wanted("a", false))
    #expect(message("bookmark a", as: WishMessage<Bookmark>.self) == .wanted("a", true))
    #expect(message("unbookmark a", as: WishMessage<Bookmark>.self) == .wanted("a", false))
    #expect(message("follow maren", as: WishMessage<Follow>.self) == .wanted("maren", true))
    #expect(message("unfollow maren", as: WishMessage<Follow>.self) == .wanted("maren", false))
  }

  @Test(arguments: [
    ("login", "login needs EMAIL; usage: login EMAIL [PASSWORD]"),
    ("login bob pw", "EMAIL needs an @; usage: login EMAIL [PASSWORD]"),
    ("register bob", "EMAIL needs an @; usage: register NAME EMAIL [PASSWORD]"),
    ("register bob x pw", "EMAIL needs an @; usage: register NAME EMAIL [PASSWORD]"),
    ("me too", "me takes no arguments; usage: me"),
    ("watch 1 2", "watch takes only SECONDS; usage: watch [SECONDS]"),
    (
      "watch often", "watch needs a number of SECONDS, from 0.1 to 86400; usage: watch [SECONDS]"
    ),
    ("feed --page 0", "--page needs a NUMBER from 1; usage: feed [--page NUMBER]"),
    (
      "publish only a title",
      "publish needs TITLE, DESCRIPTION and BODY, with | between them; "
        + "usage: publish [--file FILE] or TITLE | DESCRIPTION | BODY | tag,tag"
    ),
    (
      "edit a --file x --title y",
      "--file takes no other option beside it; usage: edit SLUG [--file FILE] [--title T] "
        + "[--description D] [--body B] [--tags a,b]"
    ),
    (
      "publish --file",
      "--file needs FILE; "
        + "usage: publish [--file FILE] or TITLE | DESCRIPTION | BODY | tag,tag"
    ),
    ("comment a", "comment needs SLUG and TEXT; usage: comment SLUG TEXT"),
    (
      "uncomment a b",
      "uncomment needs SLUG and the NUMBER of a comment; "
        + "usage: uncomment SLUG NUMBER"
    ),
  ])
  func aMistakeIsOneLineThatSaysWhatToDo(text: String, expected: String) {
    guard case .mistake(let text) = meaning(text) else {
      Issue.record("a mistake was expected")
      return
    }
    #expect(text == expected)
  }

  @Test func aChangeNeedsAnOption() {
    guard case .mistake(let mistake) = meaning("settings") else {
      Issue.record("a mistake was expected")
      return
    }
    #expect(mistake.contains("needs an option"))
  }

  @Test(arguments: [
    ("publish", DraftsMessage.writingRequested(slug: nil)),
    ("edit a", .writingRequested(slug: "a")),
    ("publish --file \"my text.md\"", .fileRequested(path: "my text.md", slug: nil)),
    ("edit a --file b.md", .fileRequested(path: "b.md", slug: "a")),
  ])
  func aboutDrafts(text: String, expected: DraftsMessage) {
    #expect(message(text, as: DraftsMessage.self) == expected)
  }
}
