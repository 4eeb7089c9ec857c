import API
import Articles
import Drafts
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import KatanaTesting
import Profiles
import Testing

@Suite struct DraftsUpdaterTests {
  let article = Article(
    slug: "a", title: "T", description: "D", body: "B", tags: ["x"],
    createdAt: Date(timeIntervalSince1970: 0), author: Profile(username: "ada"))
  let path = "/tmp/d-1.md"

  private func makeApp() -> AppTest<DraftsModel> {
    AppTest(Program(model: DraftsModel(pathPrefix: "/tmp/d-"), draftsFeature))
  }

  private func write(_ text: ArticleText) -> WriteFile {
    WriteFile(path, text: text.text, access: .ownerOnly, Reply(DraftsMessage.written))
  }

  private var edit: RunInTerminal { .editor(path, Reply(DraftsMessage.edited)) }
  private var read: ReadTextFile { ReadTextFile(path, Reply(DraftsMessage.read)) }
  private var remove: RemoveFile { RemoveFile(path, Reply(DraftsMessage.removed)) }

  private func draft(_ slug: String? = nil, _ former: ArticleText) -> Draft {
    Draft(slug: slug, path: path, isUsersFile: false, former: former)
  }

  /// An app whose user has closed the editor for a new article, and the file has this text.
  private func makeWrittenApp(_ text: String, _ commands: [any Command]) -> AppTest<DraftsModel> {
    let app = makeApp()
    app.send(.writingRequested(slug: nil), commands: [write(.empty)]) {
      $0.number = 2
      $0.draft = draft(nil, .empty)
    }
    app.answer(\WriteFile.reply, with: nil, commands: [edit])
    app.answer(\RunInTerminal.reply, with: .success(.status(0)), commands: [read])
    app.answer(
      \ReadTextFile.reply, with: .success(text), commands: commands, exhaustive: .commands)
    return app
  }

  private let new = NewArticle(title: "T", description: "D", body: "B", tags: ["x"])

  private func makeSentApp() -> AppTest<DraftsModel> {
    makeWrittenApp(
      "title: T\ndescription: D\ntags: x\n\nB\n",
      [Send(ArticlesMessage.publicationRequested(new))])
  }

  @Test func aNewArticleIsWrittenInTheEditorAndPublished() {
    let app = makeSentApp()
    #expect(app.model.draft?.isSent == true)
    app.send(ArticlesMessage.published(.success(article)), commands: [remove]) { $0.draft = nil }
    app.answer(\RemoveFile.reply, with: nil)
    app.finish()
  }

  @Test func theTextOfAnArticleThatIsRefusedIsKept() {
    let app = makeSentApp()
    app.send(
      ArticlesMessage.published(.failure(.serverFailed(status: 500))),
      commands: [Send(DraftsMessage.kept(path: path, slug: nil))]
    ) { $0.draft = nil }
    // The next one has another file.
    app.send(.writingRequested(slug: nil), exhaustive: [])
    #expect(app.model.draft?.path == "/tmp/d-2.md")
    app.finish(ignoringPending: [WriteFile.self])
  }

  @Test func theTextOfAnArticleForWhichTheUserDoesNotWaitIsKept() {
    let app = makeSentApp()
    app.send(
      RequestsCancelled(), commands: [Send(DraftsMessage.kept(path: path, slug: nil))]
    ) { $0.draft = nil }
    app.send(ArticlesMessage.published(.success(article)))
    app.finish()
  }

  @Test func anotherArticleIsNoneOfTheEditor() {
    let app = makeApp()
    app.send(ArticlesMessage.published(.success(article)))
    app.finish()
  }

  @Test func whatIsNotChangedIsNotSent() {
    let app = makeWrittenApp(
      ArticleText.empty.text,
      [Send(DraftsMessage.dropped(.unchanged, path: nil, slug: nil)), remove])
    #expect(app.model.draft == nil)
    app.finish(ignoringPending: [RemoveFile.self])
  }

  @Test func aTextThatIsNotUnderstoodIsKept() {
    let app = makeWrittenApp(
      "titel: T\n\nB", [Send(DraftsMessage.dropped(.line(1, "titel: T"), path: path, slug: nil))])
    #expect(app.model.draft == nil)
    app.finish()
  }

  @Test func anArticleIsLoadedAndOnlyItsChangesAreSent() {
    let app = makeApp()
    let load = APICommand<Article>(
      .get("articles", "a"), in: "article", Reply(DraftsMessage.loaded))
    app.send(.writingRequested(slug: "a"), commands: [load]) {
      $0.number = 2
      $0.draft = draft("a", ArticleText())
    }
    app.answer(
      \APICommand<Article>.reply, with: .success(article), commands: [write(ArticleText(article))]
    ) { $0.draft = draft("a", ArticleText(article)) }
    app.answer(\WriteFile.reply, with: nil, commands: [edit])
    app.answer(\RunInTerminal.reply, with: .success(.status(0)), commands: [read])
    let change = ArticleChange(title: "T2", body: "  B")
    app.answer(
      \ReadTextFile.reply, with: .success("title: T2\ndescription: D\ntags: x\n\n  B"),
      commands: [Send(ArticlesMessage.changeRequested(slug: "a", change))]
    ) { $0.draft?.isSent = true }
    app.send(ArticlesMessage.changed(slug: "a", .success(article)), commands: [remove]) {
      $0.draft = nil
    }
    app.finish(ignoringPending: [RemoveFile.self])
  }

  @Test func aFileOfTheUserIsSentAndStays() {
    let app = makeApp()
    let mine = ReadTextFile("mine.md", Reply(DraftsMessage.read))
    app.send(.fileRequested(path: "mine.md", slug: "a"), commands: [mine]) {
      $0.draft = Draft(slug: "a", path: "mine.md", isUsersFile: true)
    }
    app.answer(
      \ReadTextFile.reply, with: .success("title: T2"),
      commands: [Send(ArticlesMessage.changeRequested(slug: "a", ArticleChange(title: "T2")))]
    ) { $0.draft?.isSent = true }
    app.send(ArticlesMessage.changed(slug: "a", .failure(.notLoggedIn))) { $0.draft = nil }
    app.send(.fileRequested(path: "mine.md", slug: nil), exhaustive: [])
    app.answer(\ReadTextFile.reply, with: .failure(.notFound(path: "mine.md"))) { $0.draft = nil }
    app.finish()
  }

  @Test(arguments: [
    (ProgramExit.status(1), true), (.signal(9), true), (.status(127), false),
  ])
  func anEditorThatFailsSendsNothing(exit: ProgramExit, isKept: Bool) {
    let app = makeApp()
    app.send(.writingRequested(slug: nil), exhaustive: [])
    app.answer(\WriteFile.reply, with: nil, commands: [edit])
    let dropped = Send(
      DraftsMessage.dropped(.editor(exit), path: isKept ? path : nil, slug: nil))
    app.answer(
      \RunInTerminal.reply, with: .success(exit), commands: isKept ? [dropped] : [dropped, remove]
    ) { $0.draft = nil }
    app.finish(ignoringPending: [RemoveFile.self])
  }

  @Test func withoutATerminalNoEditorOpens() {
    let app = makeApp()
    app.send(.writingRequested(slug: nil), exhaustive: [])
    app.answer(\WriteFile.reply, with: nil, commands: [edit])
    app.answer(\RunInTerminal.reply, with: .failure(.noTerminal(program: "/bin/sh"))) {
      $0.draft = nil
    }
    app.finish()
  }
}
