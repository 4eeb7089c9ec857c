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
  /// The comment that is being written.
  public var comment = ""
  /// The login that is being typed; `nil` while the dialog is closed.
  public var login: LoginForm?
  /// What went wrong last, in words; `nil` if nothing did.
  public var problem: String?

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
  /// The user has typed a comment.
  case commentChanged(String)
  /// The user wants to send the comment.
  case commentSent
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
  /// The user has read what went wrong.
  case problemRead
  /// The user wants to leave.
  case quitTapped
}
