import Katana
import KatanaTesting
import Testing

@testable import Examples

@Suite struct DiscussionTests {
  private let document = DiscussionApp.at.document
  private let topic = DiscussionApp.at.document.present
  private let one = DiscussionApp.at.document.present.posts[1]
  private let two = DiscussionApp.at.document.present.posts[1].replies[2]

  /// A post, and an answer to it.
  private let nested = Topic(posts: [Post(id: 1, text: "one", replies: [Post(id: 2, text: "two")])])

  private func makeApp() -> AppTest<DiscussionApp> {
    AppTest(Program(model: DiscussionApp(document: Undoable(nested)), discussionFeature))
  }

  private func like(_ id: Int, at post: Address<DiscussionApp, Post>) -> any Command {
    Like(post: id).queued(id: PostUpdater.ID.like, .firstWins).in(post)
  }

  @Test func postsAreAddedAtAnyDepth() {
    let app = AppTest(discussionProgram)
    let first = Topic(posts: [Post(id: 1, text: "one")])
    app.send(.posted(id: 1, text: "one"), to: topic) {
      $0.document.past = [Topic()]
      $0.document.present = first
    }
    app.send(.replied(id: 2, text: "two"), to: one) {
      $0.document.past = [Topic(), first]
      $0.document.present = nested
    }
    app.send(.replied(id: 3, text: "three"), to: two) {
      $0.document.past = [Topic(), first, nested]
      $0.document.present.posts[id: 1]?.replies[id: 2]?.replies = [Post(id: 3, text: "three")]
    }
    let three = two.replies[3]
    app.send(.likeTapped, to: three, commands: [like(3, at: three)])
    app.answer(\Like.reply, with: ()) {
      $0.likes = [3: 1]
      $0.allLikes = 1
    }
    app.finish()
  }

  @Test func aCollapsedPostOpensForAReply() {
    let test = StepTest(Post.feature, model: Post(id: 0, text: ""))
    test.send(.collapseTapped) { $0.isCollapsed = true }
    test.send(.replied(id: 1, text: "one")) {
      $0.isCollapsed = false
      $0.replies = [Post(id: 1, text: "one")]
    }
    test.send(.collapseTapped) { $0.isCollapsed = true }
    test.send(.collapseTapped) { $0.isCollapsed = false }
  }

  @Test func allLikesAreCountedAtAnyDepth() {
    let app = makeApp()
    app.send(.likeTapped, to: one, commands: [like(1, at: one)])
    app.send(.likeTapped, to: two, commands: [like(2, at: two)])
    app.answer(\Like.reply, of: Like(post: 2), with: ()) {
      $0.likes = [2: 1]
      $0.allLikes = 1
    }
    app.answer(\Like.reply, of: Like(post: 1), with: ()) {
      $0.likes = [2: 1, 1: 1]
      $0.allLikes = 2
    }
    app.send(.likeTapped, to: two, commands: [like(2, at: two)])
    app.answer(\Like.reply, with: ()) {
      $0.likes = [2: 2, 1: 1]
      $0.allLikes = 3
    }
    app.finish()
  }

  @Test func aPostIsNotLikedTwiceAtOnce() {
    let app = makeApp()
    for _ in 1...2 { app.send(.likeTapped, to: one, commands: [like(1, at: one)]) }
    #expect(app.pending.count == 1)
    app.finish(ignoringPending: [Like.self])
  }

  @Test func editsAreUndoneAndLikesStay() {
    let app = makeApp()
    var collapsed = nested
    collapsed.posts[id: 1]?.isCollapsed = true
    app.send(.collapseTapped, to: one) {
      $0.document.present = collapsed
      $0.document.past = [nested]
    }
    app.send(.likeTapped, to: two, commands: [like(2, at: two)])
    app.answer(\Like.reply, with: ()) {
      $0.likes = [2: 1]
      $0.allLikes = 1
    }
    app.send(.undo, to: document) {
      $0.document.present = nested
      $0.document.past = []
      $0.document.future = [collapsed]
    }
    app.send(.redo, to: document) {
      $0.document.present = collapsed
      $0.document.past = [nested]
      $0.document.future = []
    }
    app.finish()
  }

  /// A post that is undone is gone; the one that comes back is another.
  @Test func theAnswerToAPostThatWasUndoneIsDropped() {
    let app = AppTest(discussionProgram)
    let first = Topic(posts: [Post(id: 1, text: "one")])
    app.send(.posted(id: 1, text: "one"), to: topic) {
      $0.document.past = [Topic()]
      $0.document.present = first
    }
    app.send(.likeTapped, to: one, commands: [like(1, at: one)])
    app.send(.undo, to: document) {
      $0.document.present = Topic()
      $0.document.past = []
      $0.document.future = [first]
    }
    app.send(.redo, to: document) {
      $0.document.present = first
      $0.document.past = [Topic()]
      $0.document.future = []
    }
    app.answer(\Like.reply, with: (), expectingNoReceiver: true)
    app.finish()
  }
}
