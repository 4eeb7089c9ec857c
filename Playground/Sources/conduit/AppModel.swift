import Articles
import Authentication
import Katana
import Terminal

/// Everything that the program knows: a slice for each feature.
struct AppModel: Model, Codable, Equatable, ModelWithShownArticles {
  var authentication = AuthenticationModel()
  var articles = ArticlesModel()
  var terminal = TerminalModel()
}
