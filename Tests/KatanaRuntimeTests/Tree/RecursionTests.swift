import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

/// Models that contain models of their own type.
@Suite struct RecursionTests {
  enum CommentMessage: Message, Equatable { case liked, loaded }
  struct Load: Command, Equatable {
    var id: Int
    var reply = Reply(CommentMessage.loaded)
  }
  struct Watch: Subscription { var id: Int }

  /// Comments below comments, in parts of each kind, one after the other.
  struct Comment: Model, Identifiable {
    typealias Receives = CommentMessage
    var id: Int
    var likes = 0
    var replies: [Comment] = []
    var chain: Chain?
    var frame = Frame()
  }
  /// No model of its own in the address: a slice on the way.
  struct Frame: Model { var quoted: IdentifiedArray<Comment> = [] }
  indirect enum Chain: Model {
    case end
    case link(Comment)

    static let linkCase = EnumCase("link", Chain.link) {
      if case .link(let comment) = $0 { comment } else { nil }
    }
  }
  struct App: Model {
    var comments: [Comment] = []
    var other = 0
  }

  enum Comments {
    static let feature: CombinedUpdater<Comment> = CombinedUpdater([
      .full(
        TypedFunctionUpdater { (model: inout Comment, message: CommentMessage) in
          model.likes += 1
          return message == .liked ? [Load(id: model.id)] : []
        }),
      .full(FunctionSubscriptionProvider { $0.likes == 1 ? [Watch(id: $0.id)] : [] }),
      .each(\.replies, LazyFeature { feature }),
      .optional(\.chain, chain),
      .slice(\.frame, CombinedUpdater<Frame>([.each(\.quoted, LazyFeature { feature })])),
    ])
    static let chain = CombinedUpdater<Chain>([.case(Chain.linkCase, LazyFeature { feature })])
  }

  static let app = CombinedUpdater<App>([.each(\.comments, Comments.feature)])

  /// Comments of a depth, each in the one before by another kind of part, and the address of the last one.
  static func thread(_ depth: Int) -> (App, Address<App, Comment>) {
    var comment = Comment(id: depth)
    for level in (1..<depth).reversed() {
      var outer = Comment(id: level)
      switch level % 3 {
      case 0: outer.replies = [comment]
      case 1: outer.chain = .link(comment)
      default: outer.frame.quoted = [comment]
      }
      comment = outer
    }
    var address: Address<App, Comment> = App.at.comments[1]
    for level in 1..<depth {
      switch level % 3 {
      case 0: address = address.replies[level + 1]
      case 1: address = address.chain[case: Chain.linkCase]
      default: address = address.frame.quoted[level + 1]
      }
    }
    return (App(comments: [comment]), address)
  }

  @Test func aMessageReachesACommentAtAnyDepth() throws {
    let (model, address) = Self.thread(7)
    let held = Locked<[(command: Load, dispatch: Dispatcher)]>([])
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: model, Self.app),
      interpreters: [
        .command(Load.self) { command, dispatch in
          held.withLock { $0.append((command, dispatch)) }
        },
        .subscription { (watch: Watch, dispatch) in IdleInterpreter<Watch>() },
      ], options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    runtime.dispatch(.liked, to: address)
    #expect(runtime[address]?.likes == 1)
    let load = held.withLock { $0.removeFirst() }
    #expect(load.command.id == 7)
    load.dispatch(load.command.reply(()))
    #expect(runtime[address]?.likes == 2)
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }

  /// 1,000 levels of parts of each kind on the stack that the system gives to its pools.
  @Test func aThousandLevelsFitOnASmallStack() throws {
    let likes = Locked<[Int?]>([])
    let subscriptions = Locked<[String]>([])
    let (model, address) = Self.thread(1_000)
    let issues = IssueRecorder()
    let done = DispatchSemaphore(value: 0)
    let program = Program(model: model, Self.app)
    let thread = Thread {
      let runtime = try! Runtime(
        program,
        interpreters: [
          .command(Load.self) { command, dispatch in dispatch(command.reply(())) },
          .subscription { (watch: Watch, dispatch) in
            subscriptions.withLock { $0.append("\(watch.id)") }
            return IdleInterpreter<Watch>()
          },
        ], options: RuntimeOptions(issues: issues.handler))
      runtime.start()
      runtime.dispatch(.liked, to: address)
      likes.withLock { $0.append(runtime[address]?.likes) }
      runtime.requestShutdown()
      done.signal()
    }
    thread.stackSize = 512 * 1_024
    thread.start()
    done.wait()
    #expect(likes.withLock { $0 } == [2])
    #expect(subscriptions.withLock { $0 } == ["1000"])
    #expect(issues.kinds == [])
  }

  /// A feature that is made anew for each level, so that nobody keeps the routers inside of it.
  enum Anew {
    static func make() -> CombinedUpdater<Comment> {
      CombinedUpdater([
        .full(
          TypedFunctionUpdater { (model: inout Comment, message: CommentMessage) in
            model.likes += 1
            return []
          }),
        .each(\.replies, LazyFeature { make() }),
      ])
    }
    static let app = CombinedUpdater<App>([.each(\.comments, make())])
  }

  /// The closure is called again for each level, so it may also make the feature anew.
  @Test func aFeatureMayBeMadeAnewForEachLevel() {
    let app = Anew.app
    let model = App(comments: [
      Comment(id: 1, replies: [Comment(id: 2, replies: [Comment(id: 3)])])
    ])
    let message = CommentMessage.liked.to(App.at.comments[1].replies[2].replies[3])
    let (after, _) = app.update(model: model, message: message)
    #expect(after.comments[0].replies[0].replies[0].likes == 1)
    #expect(app.subscriptions(model: model, message: nil).isEmpty)
  }

  @Test func theSearchForWhoTakesAMessageEnds() throws {
    struct Unknown: Message {}
    let issues = IssueRecorder()
    let program = Program(model: App(), Anew.app)
    let runtime = try Runtime(program, options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    runtime.dispatch(Unknown())
    #expect(issues.kinds == [.messageNotTaken])
    runtime.dispatch(CommentMessage.liked)
    #expect(issues.issues.last.map { "\($0)".contains("App.at.comments[…].replies[…]") } == true)
    expectWiring(of: program, interpreters: [])
  }

  @Test func aRecursiveAppIsLookedAtOnce() {
    struct Author: Model {
      typealias Receives = CommentMessage
      var name = ""
    }
    struct Post: Model, Identifiable {
      var id = 0
      var author = Author()
      var replies: [Post] = []
    }
    enum Posts {
      static let feature: CombinedUpdater<Post> = CombinedUpdater([
        .child(\.author, FunctionUpdater { model, _ in (model, []) }),
        .each(\.replies, LazyFeature { feature }),
      ])
    }
    let untaken = Program(model: Post(), Posts.feature).feature.node.router.untaken
    #expect(untaken.map(\.part) == ["Post.at.author"])
  }
}
