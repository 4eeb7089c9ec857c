import Articles
import Authentication
import Comments
import Drafts
import Katana
import Profiles
import Terminal

/// The whole state of the program, with a slice for each feature.
struct AppModel: Model, Codable, Equatable {
  var authentication = AuthenticationModel()
  var profiles = ProfilesModel()
  var articles = ArticlesModel()
  var comments = CommentsModel()
  var drafts = DraftsModel()
  var terminal = TerminalModel()
}
