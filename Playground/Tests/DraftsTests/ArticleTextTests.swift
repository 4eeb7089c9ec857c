import Articles
import Drafts
import Foundation
import Profiles
import Testing

@Suite struct ArticleTextTests {
  private func read(_ text: String) throws(DraftProblem) -> ArticleText {
    try ArticleText(reading: text)
  }

  @Test func aTextHasAHeadAndABody() throws {
    let text =
      "\u{FEFF}Title:  A  title: with colon\r\ntags: a, b c,,\r\n# a comment\r\n\r\n\r\nBody\r\n"
    #expect(
      try read(text)
        == ArticleText(title: "A title: with colon", tags: ["a", "b c"], body: "Body"))
  }

  @Test func aBodyKeepsItsIndentationAndItsEmptyLines() throws {
    let text = "\n\ntitle: x\n\n    let a = 1\n\n# a heading\nb: c\n\n\n"
    #expect(
      try read(text) == ArticleText(title: "x", body: "    let a = 1\n\n# a heading\nb: c"))
  }

  @Test(arguments: [
    ("title: x\nBody at once", 2, "Body at once"), ("titel: x\n\nB", 1, "titel: x"),
  ])
  func aLineThatIsNoPropertyIsNamed(text: String, number: Int, line: String) {
    #expect(throws: DraftProblem.line(number, line)) { try ArticleText(reading: text) }
  }

  @Test func whatIsEmptyIsNotThere() throws {
    #expect(try read("") == ArticleText())
    #expect(try read(" \n\n") == ArticleText())
    #expect(try read("title:\n\n \n") == ArticleText(title: ""))
  }

  @Test(arguments: [
    ArticleText.empty,
    ArticleText(title: "T", description: "D", tags: ["a", "b"], body: "  B\n\nC"),
  ])
  func whatIsWrittenIsReadAgain(text: ArticleText) throws {
    #expect(try read(text.text) == text)
  }

  @Test func anArticleThatIsThereIsReadAsItWasWritten() throws {
    let article = Article(
      slug: "a", title: "Two\nlines", description: "", body: "\n  x\r\ny\n", tags: ["b ", "c"],
      createdAt: Date(timeIntervalSince1970: 0), author: Profile(username: "ada"))
    let text = ArticleText(article)
    #expect(
      text == ArticleText(title: "Two lines", description: "", tags: ["b", "c"], body: "  x\ny"))
    #expect(try read(text.text) == text)
  }
}
