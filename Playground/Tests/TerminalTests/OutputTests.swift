import Articles
import Authentication
import Foundation
import Katana
import KatanaConsole
import Terminal
import Testing

@Suite struct OutputTests {
  let first = Article(
    slug: "a-b", title: "A B", description: "About", body: "One line.\n\nAnother line.",
    tags: ["x", "y"], createdAt: Date(timeIntervalSince1970: 1_740_990_600), favoritesCount: 12,
    author: "ada")
  let second = Article(
    slug: "a-longer-slug", title: "Longer", description: "About",
    createdAt: Date(timeIntervalSince1970: 0),
    favoritesCount: 1, author: "bo")

  @Test func articlesAreAnAlignedTableWithoutTrailingSpace() {
    let output = Output.articles(ArticlePage([first, second], of: 2), ArticleFilter())
    #expect(
      output.lines(in: .plain) == [
        "TITLE   SLUG           AUTHOR  DATE        LIKES  TAGS",
        "A B     a-b            ada     2025-03-03     12  x, y",
        "Longer  a-longer-slug  bo      1970-01-01      1",
        "articles 1 to 2 of 2",
      ])
  }

  @Test func thereIsAHintToTheNextPage() {
    let output = Output.articles(ArticlePage([first], of: 30), ArticleFilter(tag: "x", page: 2))
    #expect(
      output.lines(in: .plain).last
        == "articles tagged x 11 to 11 of 30; next: articles --tag x --page 3")
  }

  @Test func anEmptyPageSaysSo() {
    #expect(
      Output.articles(ArticlePage([], of: 0), ArticleFilter(tag: "x")).lines(in: .plain)
        == ["no articles tagged x"])
    #expect(
      Output.articles(ArticlePage([], of: 3), ArticleFilter(page: 2)).lines(in: .plain)
        == ["no articles on page 2"])
  }

  @Test func anArticleIsReadFromItsTitleToItsText() {
    #expect(
      Output.article(first).lines(in: .plain) == [
        "A B", "by ada on 2025-03-03, 12 likes, tagged x, y", "", "One line.", "",
        "Another line.",
      ])
  }

  @Test func longLinesBreakBetweenWords() {
    var article = first
    article.body = Array(repeating: "word", count: 40).joined(separator: " ")
    let lines = Output.article(article).lines(in: .plain).dropFirst(3)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.count == 3)
    #expect(lines.joined(separator: " ") == article.body)
  }

  @Test func eachKindOfLineBreakAndWhiteSpaceSeparates() {
    var article = first
    article.body = "one\r\ntwo\tthree\rfour\u{2028}five\u{3000}six"
    let lines = Output.article(article).lines(in: .plain).dropFirst(3)
    #expect(lines == ["one", "two three", "four", "five six"])
  }

  @Test func anAccountHasNoToken() {
    let session = Session(username: "ada", email: "ada@b.c", bio: nil, token: Secret("t0k3n"))
    #expect(
      Output.account(session).lines(in: .plain)
        == ["name   ada", "email  ada@b.c", "bio    none"])
  }

  @Test func causesAreATable() {
    let causes = [
      Cause(sender: "Input", message: "received", place: "A/B.swift:1"),
      Cause(sender: "LogIn", message: "loggedIn", place: "C/D.swift:22"),
    ]
    #expect(
      Output.causes(causes).lines(in: .plain) == [
        "SENT BY  MESSAGE   WHERE",
        "Input    received  A/B.swift:1",
        "LogIn    loggedIn  C/D.swift:22",
      ])
    #expect(Output.causes([]).lines(in: .plain) == ["nothing has happened yet"])
  }

  @Test func eachFailureIsALine() {
    #expect(Output.failure(["one", "two"]).lines(in: .plain) == ["error: one", "error: two"])
  }

  @Test func theServerStandsAtTheBeginning() {
    #expect(
      Output.connected(server: "http://a:1", isEmbedded: true).lines(in: .plain)
        == ["conduit: connected to http://a:1 (embedded, sample data)"])
    #expect(
      Output.connected(server: "http://a:1", isEmbedded: false).lines(in: .plain)
        == ["conduit: connected to http://a:1"])
  }

  @Test func coloursDoNotDisturbTheAlignment() {
    let output = Output.articles(ArticlePage([first, second], of: 2), ArticleFilter())
    let colored = output.lines(in: Style(hasColor: true))
    #expect(colored != output.lines(in: .plain))
    let bare = colored.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") }
    #expect(bare.map(\.count) == output.lines(in: .plain).map(\.count))
    #expect(
      Output.failure(["no"]).lines(in: Style(hasColor: true)) == ["\u{1B}[31merror:\u{1B}[0m no"])
  }

  @Test func textsOfOthersCannotControlTheTerminal() {
    var article = first
    article.title = "\u{1B}[2J\u{7}Boo"
    article.body = "\u{1B}]0;x\u{7}text"
    let text = Output.article(article).lines(in: .plain).joined()
    #expect(text == "Booby ada on 2025-03-03, 12 likes, tagged x, ytext")
  }

  @Test func textsOfOthersCannotChangeTheDirectionOfTheLine() {
    let controls = [0x202A...0x202E, 0x2066...0x2069].joined().compactMap(Unicode.Scalar.init)
    for control in controls {
      let text = "a\(Character(control))b"
      #expect(Output.tags([text]).lines(in: .plain) == ["ab"])
    }
    let family = "\u{1F469}\u{200D}\u{1F466}"
    #expect(Output.tags([family]).lines(in: .plain) == [family])
  }

  @Test func theHelpListsEverythingThatALineCanAskFor() {
    let lines = Output.help.lines(in: .plain)
    let names = lines.compactMap { $0.split(separator: " ").first }
    #expect(
      names == [
        "register", "login", "logout", "me", "articles", "read", "publish", "tags", "watch",
        "unwatch", "why", "help", "quit",
      ])
  }

  @Test func failuresGoToTheStandardErrorAndEachLineHasItsEnd() {
    #expect(
      Print(.failure(["one", "two"]), in: .plain)
        == Print("error: one\nerror: two", to: .standardError))
    #expect(Print(.tags(["one", "two"]), in: .plain) == Print("one\ntwo"))
    #expect(Print(.news([]), in: .plain) == Print("", terminator: ""))
  }

  @Test func wideCharactersTakeTwoColumns() {
    var wide = second
    wide.title = "日本語"
    let output = Output.articles(ArticlePage([first, wide], of: 2), ArticleFilter())
    #expect(
      output.lines(in: .plain).dropLast() == [
        "TITLE   SLUG           AUTHOR  DATE        LIKES  TAGS",
        "A B     a-b            ada     2025-03-03     12  x, y",
        "日本語  a-longer-slug  bo      1970-01-01      1",
      ])
  }
}
