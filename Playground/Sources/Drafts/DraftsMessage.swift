public import API
public import Articles
public import Katana
public import KatanaConsole
public import KatanaEffects

/// The messages about articles that the user writes in an editor, or has written into a file.
public enum DraftsMessage: Message, Codable, Equatable {
  /// The user wants to write in an editor: a new article, or that with this slug.
  case writingRequested(slug: String?)
  /// The user wants to send what is in a file: as a new article, or for that with this slug.
  case fileRequested(path: String, slug: String?)
  /// The server has answered with the article to change, or the request has failed.
  case loaded(Outcome<Article, APIError>)
  /// The text is in the file that the editor opens; the error if that failed.
  case written(FileError?)
  /// The user has closed the editor, or it could not be opened.
  case edited(Outcome<ProgramExit, ProgramError>)
  /// The text of the file was read, or could not be.
  case read(Outcome<String, FileError>)
  /// Nothing is sent. The file with this path is kept if there is something to lose.
  case dropped(DraftProblem, path: String?, slug: String?)
  /// The server has not taken the article, so its text is kept in the file with this path.
  case kept(path: String, slug: String?)
  /// The file of an article that was published is removed; the error if that failed.
  case removed(FileError?)
}

extension DraftsMessage: ShownAtOnce {
  /// The editor opens at once, or the file is read, and what is written there would be refused.
  public func refused(_ error: APIError) -> DraftsMessage? {
    switch self {
    case .writingRequested, .fileRequested: .loaded(.failure(error))
    default: nil
    }
  }
}
