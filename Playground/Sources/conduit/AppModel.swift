import Articles
import Authentication
import Katana
import Terminal

/// The whole state of the program, with a slice for each feature.
struct AppModel: Model, Codable, Equatable, ModelWithShownArticles {
  var authentication = AuthenticationModel()
  var articles = ArticlesModel()
  var terminal = TerminalModel()
}
