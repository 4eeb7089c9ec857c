import API
import Articles
import ArticlesLines
import Authentication
import AuthenticationLines
import Comments
import CommentsLines
import Drafts
import DraftsLines
import Katana
import Lines
import Profiles
import ProfilesLines
import Terminal

/// What each feature brings to the terminal, in the order of the help.
let appLines = [
  authenticationLines, articlesLines, draftsLines, commentsLines, profilesLines,
]

/// All logic of the program, with a feature for each slice.
let appFeature = CombinedUpdater<AppModel>([
  .slice(\.authentication, authenticationFeature),
  .slice(\.profiles, profilesFeature),
  .slice(\.articles, articlesFeature),
  .slice(\.comments, commentsFeature),
  .slice(\.drafts, draftsFeature),
  .slice(\.terminal, terminalFeature(appLines, stopped: RequestsCancelled())),
]).modified { model, incoming, next in
  // What needs a session and shows at once is refused before anything is shown.
  guard model.authentication.session == nil, let message = incoming.message as? any ShownAtOnce,
    let refusal = message.refused(.notLoggedIn)
  else { return next(&model) }
  return [Send(refusal)]
}
