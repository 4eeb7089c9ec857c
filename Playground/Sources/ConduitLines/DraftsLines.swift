import API
import Articles
import Drafts
import Katana
import KatanaConsole
import KatanaEffects
import Terminal

/// What a user can type to publish and change articles, and what the user sees of it.
let draftsLines = FeatureLines(
  instructions: [
    Instruction(
      "publish", "[--file FILE] or TITLE | DESCRIPTION | BODY | tag,tag",
      "publish an article; alone: in your editor"
    ) { (words) throws(Mistake) in
      guard let text = words.text else { return DraftsMessage.writingRequested(slug: nil) }
      if text.hasPrefix("--") {
        let options = try words.options(of: "publish", ["--file": "FILE"])
        return DraftsMessage.fileRequested(path: options["--file"] ?? "", slug: nil)
      }
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
      // The tags are optional. The server checks for blank parts.
      guard parts.count == 3 || parts.count == 4 else {
        throw Mistake("publish needs TITLE, DESCRIPTION and BODY, with | between them")
      }
      return ArticlesMessage.publicationRequested(
        NewArticle(
          title: parts[0], description: parts[1], body: parts[2],
          tags: parts.count == 4 ? tags(in: parts[3]) : []))
    },
    Instruction(
      "edit", "SLUG [--file FILE] [--title T] [--description D] [--body B] [--tags a,b]",
      "change your article; only SLUG: in your editor"
    ) { (words) throws(Mistake) in
      guard let slug = words.next() else { throw Mistake("edit needs SLUG") }
      if words.rest == nil { return DraftsMessage.writingRequested(slug: slug) }
      let options = try words.options(
        of: "edit",
        ["--file": "FILE", "--title": "T", "--description": "D", "--body": "B", "--tags": "a,b"])
      if let path = options["--file"] {
        guard options.count == 1 else { throw Mistake("--file takes no other option beside it") }
        return DraftsMessage.fileRequested(path: path, slug: slug)
      }
      return ArticlesMessage.changeRequested(
        slug: slug,
        ArticleChange(
          title: options["--title"], description: options["--description"],
          body: options["--body"], tags: options["--tags"].map(tags)))
    },
  ], presenter: DraftsPresenter())

private func tags(in text: String) -> [String] {
  text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
}

private func trimmed(_ text: Substring) -> String { Words(String(text)).rest ?? "" }

struct DraftsPresenter: Presenter {
  /// Shows why nothing is sent, and where the text is. The answer of the server is shown as that to
  /// any article.
  func output(for message: DraftsMessage) -> Output? {
    switch message {
    case .loaded(.failure(let error)): .failure(error)
    case .written(let error?), .read(.failure(let error)), .removed(let error?):
      .failure([error.text])
    case .edited(.failure(.noTerminal)):
      .failure(["an editor needs a terminal; with --file FILE, the text comes from a file"])
    case .edited(.failure(let error)): .failure([error.text])
    case .dropped(let problem, let path, let slug):
      switch problem {
      case .unchanged: Output("you have changed nothing, so nothing is sent")
      case .line(let number, let line):
        .failure(
          [
            "line \(number) of the text is no property: \(line)",
            "the head has title, description and tags; the text follows an empty line",
          ] + sending(path, slug))
      case .editor(.status(127)):
        .failure(["the editor was not found; set VISUAL or EDITOR, or use --file FILE"])
      case .editor: .failure(["the editor has failed, so nothing is sent"] + sending(path, slug))
      }
    case .kept(let path, let slug): .failure(sending(path, slug))
    case .writingRequested, .fileRequested, .loaded, .written, .edited, .read, .removed: nil
    }
  }

  private func sending(_ path: String?, _ slug: String?) -> [String] {
    guard let path else { return [] }
    let line = slug.map { "edit \(Words.quoted($0))" } ?? "publish"
    return ["the text is kept; to send it: \(line) --file \(Words.quoted(path))"]
  }
}
