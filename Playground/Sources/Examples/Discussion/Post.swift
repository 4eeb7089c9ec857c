import Katana

/// A post, with its replies.
struct Post: Model, Equatable, Identifiable {
  typealias Receives = PostMessage

  let id: Int
  var text: String
  var isCollapsed = false
  var replies: IdentifiedArray<Post> = []

  /// The feature of a post and of all its replies.
  static let feature: CombinedUpdater<Post> = PostUpdater().with(
    .each(\.replies, LazyFeature { feature }))
}

/// The messages of one post.
enum PostMessage: Message, Equatable {
  case replied(id: Int, text: String)
  case collapseTapped
  case likeTapped
  case liked(id: Int)

  var isEdit: Bool {
    switch self {
    case .replied, .collapseTapped: true
    case .likeTapped, .liked: false
    }
  }
}

/// Tells the server that the user likes a post.
struct Like: Command, Equatable {
  var post: Int
  var reply: Reply<Void>

  init(post: Int) {
    self.post = post
    self.reply = Reply { PostMessage.liked(id: post) }
  }
}

/// Updates one post.
struct PostUpdater: TypedUpdater {
  enum ID { case like }

  var effects: [any Effect.Type] { [Like.self] }

  func update(model: inout Post, message: PostMessage) -> [any Command] {
    switch message {
    case .replied(let id, let text):
      model.replies.append(Post(id: id, text: text))
      model.isCollapsed = false
    case .collapseTapped: model.isCollapsed.toggle()
    case .likeTapped:
      return [Like(post: model.id).queued(id: ID.like, .firstWins)]
    case .liked: break
    }
    return []
  }
}
