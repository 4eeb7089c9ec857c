import APILines
public import Drafts
import Katana
import KatanaConsole
import KatanaEffects
public import Lines

/// Says what is shown of messages about articles that the user writes in an editor.
public struct DraftsPresenter: Presenter {
  /// Creates the presenter.
  public init() {}

  /// Shows why nothing is sent, and where the text is. The answer of the server is shown as that to
  /// any article.
  public func output(for message: DraftsMessage) -> Output? {
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
