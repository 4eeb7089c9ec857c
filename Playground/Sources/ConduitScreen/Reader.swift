public import Articles
public import Katana

/// What the screen shows, and what is typed into it.
public struct Reader: Model, Codable, Equatable {
  /// The messages that its updater handles.
  public typealias Receives = ReaderMessage

  /// The list that is shown.
  public var filter = ArticleFilter()
  /// The slug of the article that is shown beside it; `nil` if none was chosen.
  public var slug: String?
  /// The comments that are being written, by the slugs of their articles.
  public var drafts: [String: String] = [:]
  /// The login that is being typed; `nil` while the dialog is closed.
  public var login: LoginForm?
  /// Why the last thing that the user wanted has failed; `nil` after one that worked. What could not be
  /// loaded says so in its own place.
  public var problem: String?
  /// Whether the user wants to leave.
  public var isLeaving = false
  /// What has failed since then. It is told after the screen.
  public var failuresAtEnd: [String] = []

  /// Creates a reader of the newest articles.
  public init() {}

  /// What is typed into the dialog of the login.
  public struct LoginForm: Codable, Equatable, Sendable {
    /// The address.
    public var email = ""
    /// The password.
    public var password = Secret("")
    /// Whether the server was asked.
    public var isSending = false
    /// Why the last try has failed.
    public var problem: String?

    mutating func begin() { (isSending, problem) = (true, nil) }
    mutating func end(_ problem: String?) { (isSending, self.problem) = (false, problem) }
  }
}

/// The messages of the screen's own part of the model.
public enum ReaderMessage: Message, Codable, Equatable {
  /// The screen is shown for the first time.
  case opened
  /// The user wants to see a list.
  case filterChosen(ArticleFilter)
  /// The user has moved to an article.
  case articleChosen(String)
  /// The user has typed a comment on the article with this slug.
  case commentChanged(slug: String, String)
  /// The user wants to send that comment.
  case commentSent(slug: String)
  /// The user wants to log in, or not any more.
  case logInTapped, logInCancelled
  /// The user wants to log out.
  case logOutTapped
  /// The user has typed an address.
  case emailChanged(String)
  /// The user has typed a password.
  case passwordChanged(Secret<String>)
  /// The user has filled in the login.
  case logInSent
  /// The user wants to leave.
  case quitTapped
}
