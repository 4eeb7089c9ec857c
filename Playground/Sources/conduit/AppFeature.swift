import Articles
import Authentication
import Katana
import Terminal

/// All logic of the program, with a feature for each slice.
///
/// Each feature comes before its presenter, which shows the results at the terminal.
let appFeature = CombinedUpdater<AppModel>([
  .slice(\.authentication, authenticationFeature),
  .slice(\.terminal, AuthenticationPresenter()),
  .slice(\.articles, articlesFeature),
  .full(ArticlesPresenter()),
  .slice(\.terminal, terminalFeature),
])
