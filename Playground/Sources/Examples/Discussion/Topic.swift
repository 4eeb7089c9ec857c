import Katana

/// The document: the posts that are not replies to another post.
struct Topic: Model, Equatable {
  typealias Receives = TopicMessage

  var posts: IdentifiedArray<Post> = []
}

/// The messages of the topic itself.
enum TopicMessage: Message, Equatable { case posted(id: Int, text: String) }

/// Adds posts that are not replies to another post.
struct TopicUpdater: TypedUpdater {
  func update(model: inout Topic, message: TopicMessage) -> [any Command] {
    switch message {
    case .posted(let id, let text): model.posts.append(Post(id: id, text: text))
    }
    return []
  }
}

let topicFeature = TopicUpdater().with(.each(\.posts, Post.feature))
