import API
import Articles
import Authentication
import Comments
import ConduitLines
import Katana
import Terminal

/// Turns what the user does on the screen into messages to the features.
struct ReaderUpdater: TypedUpdater {
  enum ID: Hashable { case article }

  func update(model: inout ConduitScreenModel, message: ReaderMessage) -> [any Command] {
    switch message {
    case .opened:
      return [
        Send(AuthenticationMessage.opened),
        Send(ArticlesMessage.listRequested(model.reader.filter)),
      ]
    case .filterChosen(let filter):
      (model.reader.filter, model.reader.slug) = (filter, nil)
      return [Send(ArticlesMessage.listRequested(filter))]
    case .articleChosen(let slug):
      model.reader.slug = slug
      // Whoever moves through the list reads the article at which they stop.
      return [
        Sequential(model.reader.requests).debounced(id: ID.article, for: .milliseconds(150))
      ]
    case .commentChanged(let slug, let text): model.reader.drafts[slug] = text.isEmpty ? nil : text
    case .commentSent(let slug):
      guard let text = model.reader.drafts[slug] else { return [] }
      return [Send(CommentsMessage.publicationRequested(slug: slug, text))]
    case .logInTapped: model.reader.login = Reader.LoginForm()
    case .logInCancelled:
      let isSending = model.reader.login?.isSending == true
      model.reader.login = nil
      return isSending ? [Send(AuthenticationMessage.logInCancelled)] : []
    case .logOutTapped: return [Send(AuthenticationMessage.logOutRequested)]
    case .emailChanged(let email): model.reader.login?.email = email
    case .passwordChanged(let password): model.reader.login?.password = password
    case .logInSent:
      guard let login = model.reader.login, !login.isSending else { return [] }
      model.reader.login?.begin()
      let credentials = Credentials(email: login.email, password: login.password)
      return [Send(AuthenticationMessage.logInRequested(credentials))]
    case .quitTapped:
      model.reader.isLeaving = true
      return [EndProgram()]
    }
    return []
  }
}

extension Reader {
  /// What loads the chosen article and its comments.
  fileprivate var requests: [any Command] {
    guard let slug else { return [] }
    return [
      Send(ArticlesMessage.articleRequested(slug: slug)),
      Send(CommentsMessage.listRequested(slug: slug)),
    ]
  }
}

/// Another user sees another list and another article, and the dialog of the login closes. The reason of
/// an end that the user has not wanted stays where a list would take its place.
@Sendable func showForUser(
  _ model: inout ConduitScreenModel, _ message: UserChanged
) -> [any Command] {
  if message.isRefused {
    let reason = APIError.sessionExpired().lines.joined()
    if model.reader.problem?.contains(reason) != true { model.reader.problem = reason }
  }
  if model.username == nil {
    (model.reader.filter.isFeed, model.reader.filter.bookmarked) = (false, false)
  } else {
    model.reader.login = nil
  }
  return [Send(ArticlesMessage.listRequested(model.reader.filter))] + model.reader.requests
}

/// Empties the field of a comment when the server has it, unless something else was typed since.
@Sendable func emptySentComment(
  _ model: inout ConduitScreenModel, _ message: CommentsMessage
) -> [any Command] {
  if case .published(let slug, let text, .success) = message, model.reader.drafts[slug] == text {
    model.reader.drafts[slug] = nil
  }
  return []
}

extension ConduitScreenModel {
  /// Notes what a message says of something that the user wanted, in the words of the lines. A failure
  /// goes with the next success.
  mutating func note(_ message: any Message) {
    guard let output = conduitLines.lazy.compactMap({ $0.output(for: message) }).first,
      !message.isLoad
    else { return }
    let text = output.isFailure ? output.errors.joined(separator: "; ") : nil
    if reader.login != nil, case .loggedIn? = message as? AuthenticationMessage {
      reader.login?.end(text)
    } else if reader.isLeaving, let text {
      reader.failuresAtEnd.append(text)
    } else {
      reader.problem = text
    }
  }
}

extension Message {
  /// Whether this is the answer to a load, which is shown in the place of what is loaded.
  fileprivate var isLoad: Bool {
    if let message = self as? ArticlesMessage {
      switch message {
      case .listed, .articleLoaded: return true
      default: return false
      }
    }
    if case .listed? = self as? CommentsMessage { return true }
    return false
  }
}
