import Articles
import Authentication
import Katana
import Terminal

/// All logic of the program: a feature for each slice.
///
/// Each feature comes first, and the terminal's presenter then shows what has become of it.
let appFeature = CombinedUpdater<AppModel>([
  .slice(\.authentication, authenticationFeature),
  .slice(\.terminal, AuthenticationPresenter()),
  .slice(\.articles, articlesFeature),
  .full(ArticlesPresenter()),
  .slice(\.terminal, terminalFeature),
])
