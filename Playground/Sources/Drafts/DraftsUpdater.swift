import API
import Articles
public import Katana
import KatanaConsole
import KatanaEffects

/// Lets the user write an article in an editor, and sends it.
public struct DraftsUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Goes from step to step: load, write the file, open the editor, read the file, send.
  public func update(model: inout DraftsModel, message: DraftsMessage) -> [any Command] {
    switch message {
    case .writingRequested(let slug):
      let path = "\(model.pathPrefix)\(model.number).md"
      model.number += 1
      model.draft = Draft(slug: slug, path: path, isUsersFile: false)
      guard let slug else { return open(.empty, &model) }
      return [
        APICommand<Article>(
          .get("articles", slug), in: "article", reply { .loaded($0) })
      ]
    case .fileRequested(let path, let slug):
      model.draft = Draft(slug: slug, path: path, isUsersFile: true)
      return [ReadTextFile(path, reply { .read($0) })]
    case .loaded(.success(let article)): return open(ArticleText(article), &model)
    case .written(nil):
      guard let draft = model.draft else { return [] }
      return [RunInTerminal.editor(draft.path, reply { .edited($0) })]
    case .edited(.success(.status(0))):
      guard let draft = model.draft else { return [] }
      return [ReadTextFile(draft.path, reply { .read($0) })]
    case .edited(.success(let exit)): return drop(.editor(exit), &model)
    case .read(.success(let text)): return send(text, &model)
    case .loaded(.failure), .written(.some), .edited(.failure), .read(.failure):
      model.draft = nil
    case .dropped, .kept, .removed: break
    }
    return []
  }

  private func open(_ text: ArticleText, _ model: inout DraftsModel) -> [any Command] {
    guard let draft = model.draft else { return [] }
    model.draft?.former = text
    return [
      WriteFile(draft.path, text: text.text, access: .ownerOnly, reply { .written($0) })
    ]
  }

  private func send(_ text: String, _ model: inout DraftsModel) -> [any Command] {
    guard let draft = model.draft else { return [] }
    do throws(DraftProblem) {
      let text = try ArticleText(reading: text)
      if text == draft.former { throw .unchanged }
      model.draft?.isSent = true
      guard let slug = draft.slug else {
        return [Send(ArticlesMessage.publicationRequested(text.newArticle))]
      }
      return [Send(ArticlesMessage.changeRequested(slug: slug, text.change(from: draft.former)))]
    } catch {
      return drop(error, &model)
    }
  }

  /// Ends the draft. Its file is removed, unless the user may have written something into it.
  private func drop(_ problem: DraftProblem, _ model: inout DraftsModel) -> [any Command] {
    guard let draft = model.draft else { return [] }
    model.draft = nil
    let isLoss = problem != .unchanged && problem != .editor(.status(127))
    let path = isLoss && !draft.isUsersFile ? draft.path : nil
    let told = Send(DraftsMessage.dropped(problem, path: path, slug: draft.slug))
    return isLoss || draft.isUsersFile
      ? [told] : [told, RemoveFile(draft.path, reply { .removed($0) })]
  }
}
