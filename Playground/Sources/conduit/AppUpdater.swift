import Articles
import Authentication
import Katana
import Terminal

/// All logic of the program.
///
/// Several updaters share a slice: the feature's own comes first, and the terminal's presenter then
/// shows what has become of it.
let appUpdater = CombinedUpdater<AppModel>([
  .slice(\.authentication, AuthenticationUpdater()),
  .slice(\.authentication, SessionExpiryUpdater()),
  .slice(\.authentication, AuthenticationPresenter()),
  .slice(\.articles, ArticlesUpdater()),
  .slice(\.articles, WatchExpiryUpdater()),
  .slice(\.articles, ArticlesPresenter()),
  .slice(\.terminal, TerminalUpdater()),
])

/// Everything that the program listens to.
///
/// The session stands first, so that the API has it before anything else begins.
let appSubscriptions = CombinedSubscriptionProvider<AppModel>([
  .slice(\.authentication, AuthenticationSubscriptions()),
  .slice(\.articles, ArticlesSubscriptions()),
  .slice(\.terminal, TerminalSubscriptions()),
])

/// Everything that the program asks for: each type has one interpreter.
enum AppEffects {
  static let commands =
    AuthenticationEffects.commands + ArticlesEffects.commands + TerminalEffects.commands
  static let subscriptions =
    AuthenticationEffects.subscriptions + ArticlesEffects.subscriptions
    + TerminalEffects.subscriptions
}
