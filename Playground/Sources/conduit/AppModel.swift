import Articles
import Authentication
import Comments
import Katana
import Profiles
import Terminal

/// The whole state of the program, with a slice for each feature.
struct AppModel: Model, Codable, Equatable {
  var authentication = AuthenticationModel()
  var profiles = ProfilesModel()
  var articles = ArticlesModel()
  var comments = CommentsModel()
  var terminal = TerminalModel()
}
