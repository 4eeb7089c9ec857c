import Katana

/// An editable discussion, and the number of its likes.
///
/// Likes are not part of the document, because undoing an edit must not undo a like.
struct DiscussionApp: Model, Equatable {
  var document = Undoable(Topic())
  var likes: [Post.ID: Int] = [:]
  var allLikes = 0
}

let discussionFeature = CombinedUpdater<DiscussionApp>([
  .slice(
    \.document,
    topicFeature.undoable { $0 is TopicMessage || ($0 as? PostMessage)?.isEdit == true }),
  .listen(any: Post.self) { model, _, message in
    guard case .liked(let id) = message else { return [] }
    model.likes[id, default: 0] += 1
    model.allLikes += 1
    return []
  },
])

let discussionProgram = Program(model: DiscussionApp(), discussionFeature)
