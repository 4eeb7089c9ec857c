import API
import Articles
import Authentication
import Comments
import ConduitLines
import Drafts
import Katana
import Profiles
import Terminal

/// All logic of the program, with a feature for each slice.
let appFeature = CombinedUpdater<AppModel>([
  .slice(\.authentication, authenticationFeature),
  .slice(\.profiles, profilesFeature),
  .slice(\.articles, articlesFeature),
  .slice(\.comments, commentsFeature),
  .slice(\.drafts, draftsFeature),
  .slice(\.terminal, terminalFeature(conduitLines, stopped: RequestsCancelled())),
]).modified { model, incoming, next in
  // What needs a session and shows at once is refused before anything is shown.
  guard model.authentication.session == nil, let message = incoming.message as? any ShownAtOnce,
    let refusal = message.refused(.notLoggedIn)
  else { return next(&model) }
  return [Send(refusal)]
}
