import API
import APILines
import Articles
import Authentication
import Comments
import Katana
import Profiles
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
      (model.reader.slug, model.reader.comment) = (slug, "")
      // Whoever moves through the list reads the article at which they stop.
      return [
        Sequential(model.reader.requests).debounced(id: ID.article, for: .milliseconds(150))
      ]
    case .commentChanged(let text): model.reader.comment = text
    case .commentSent:
      guard let slug = model.reader.slug, !model.reader.comment.isEmpty else { return [] }
      return [
        Send(CommentsMessage.publicationRequested(slug: slug, model.reader.comment))
      ]
    case .logInTapped: model.reader.login = Reader.LoginForm()
    case .logInCancelled: model.reader.login = nil
    case .logOutTapped: return [Send(AuthenticationMessage.logOutRequested)]
    case .emailChanged(let email): model.reader.login?.email = email
    case .passwordChanged(let password): model.reader.login?.password = password
    case .logInSent:
      guard let login = model.reader.login, !login.isSending else { return [] }
      model.reader.login?.isSending = true
      model.reader.problem = nil
      let credentials = Credentials(email: login.email, password: login.password)
      return [Send(AuthenticationMessage.logInRequested(credentials))]
    case .problemRead: model.reader.problem = nil
    case .quitTapped: return [EndProgram()]
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

  /// Shows why a request has failed. What was cancelled is none of the user's business.
  mutating func note(_ error: APIError) { problem = error.lines.joined(separator: "; ") }

  mutating func note(_ outcome: Outcome<some Sendable, APIError>) {
    if case .failure(let error) = outcome { note(error) }
  }
}

/// Shows the failures of the articles.
struct ReaderArticlesUpdater: TypedUpdater {
  func update(model: inout ConduitScreenModel, message: ArticlesMessage) -> [any Command] {
    switch message {
    case .listed(_, _, .failure(let error)), .articleLoaded(_, _, .failure(let error)),
      .favorited(_, _, .failure(let error)), .deleted(_, .failure(let error)):
      model.reader.note(error)
    default: break
    }
    return []
  }
}

/// Empties the field when the server has the comment.
struct ReaderCommentsUpdater: TypedUpdater {
  func update(model: inout ConduitScreenModel, message: CommentsMessage) -> [any Command] {
    switch message {
    case .published(let slug, .success(let comment)):
      let reader = model.reader
      if reader.slug == slug, reader.comment == comment.body { model.reader.comment = "" }
    case .published(_, .failure(let error)), .listed(_, _, .failure(let error)),
      .deleted(_, _, .failure(let error)):
      model.reader.note(error)
    default: break
    }
    return []
  }
}

/// Closes the dialog after the login. Another user sees another list, and another article.
struct ReaderAccountUpdater: TypedUpdater {
  func update(model: inout ConduitScreenModel, message: AuthenticationMessage) -> [any Command] {
    switch message {
    case .loggedIn(.success): model.reader.login = nil
    case .loggedIn(.failure(let error)):
      model.reader.login?.isSending = false
      model.reader.note(error)
      return []
    case .recalled(.success(_?)), .loggedOut, .expired: break
    default: return []
    }
    if model.username == nil { model.reader.filter.isFeed = false }
    return [Send(ArticlesMessage.listRequested(model.reader.filter))] + model.reader.requests
  }
}

/// Shows the failures of follows.
struct ReaderProfilesUpdater: TypedUpdater {
  func update(model: inout ConduitScreenModel, message: ProfilesMessage) -> [any Command] {
    if case .followed(_, _, let outcome) = message { model.reader.note(outcome) }
    return []
  }
}
