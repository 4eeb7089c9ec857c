import Katana
import KatanaTesting
import Testing

/// What addresses may name, and what they are equal to.
@Suite struct AddressTests {
  enum LeafMessage: Message, Equatable { case touched }
  enum Extra: MessageTo {
    typealias Receiver = Leaf
    case poked
  }
  struct Save: Command, Equatable { var name: String }

  struct Leaf: Model, Equatable {
    typealias Receives = LeafMessage
    var name = ""
    var touches = 0
    var optional: Inner?
  }
  struct Inner: Model, Identifiable, Equatable {
    typealias Receives = LeafMessage
    var id = "a"
    var touches = 0
  }
  /// No models: addresses pass through them.
  struct Path: Equatable, Sendable { var to = To() }
  struct To: Equatable, Sendable {
    var other = 0
    var slice = Leaf(name: "slice")
  }
  struct Box<Content: Model>: Model {
    typealias Receives = Content.Receives
    var label = 0
    var content: Content
  }
  struct Empty: Model, Equatable { typealias Receives = LeafMessage }
  struct App: Model {
    var first = 0
    var path = Path()
    var leaf = Leaf(name: "leaf")
    var box = Box(content: Leaf(name: "boxed"))
    var empty = Empty()
    var computed: Leaf {
      get { leaf }
      set { leaf = newValue }
    }
  }

  static let leaf = CombinedUpdater<Leaf>([
    .full(
      TypedFunctionUpdater { (model: inout Leaf, message: LeafMessage) in
        model.touches += 1
        return [Save(name: model.name)]
      }),
    .full(
      TypedFunctionUpdater { (model: inout Leaf, message: Extra) in
        model.touches += 10
        return []
      }),
    .optional(
      \.optional,
      TypedFunctionUpdater { (model: inout Inner, message: LeafMessage) in
        model.touches += 1
        return [Save(name: model.id)]
      }),
  ])

  @Test func aSliceIsATargetThroughPropertiesThatAreNoModels() {
    let updater = CombinedUpdater<App>([.slice(\.path.to.slice, Self.leaf)])
    let (model, commands) = updater.update(
      model: App(), message: LeafMessage.touched.to(App.at.path.to.slice))
    #expect(model.path.to.slice.touches == 1)
    #expect(difference(commands, [Save(name: "slice")]) == nil)
  }

  @Test func joinedAndNestedPartsHaveOneAddress() {
    struct Nested: Model { var leaf = Leaf(name: "nested") }
    struct Root: Model { var nested = Nested() }
    let joined = CombinedUpdater<Root>([.slice(\.nested.leaf, Self.leaf)])
    let nested = CombinedUpdater<Root>([
      .slice(\.nested, CombinedUpdater<Nested>([.slice(\.leaf, Self.leaf)]))
    ])
    var root = Root()
    root.nested.leaf.optional = Inner()
    for updater in [joined, nested] {
      let message = LeafMessage.touched.to(Root.at.nested.leaf.optional)
      let (model, commands) = updater.update(model: root, message: message)
      #expect(model.nested.leaf.optional?.touches == 1)
      #expect(
        difference(commands, [Save(name: "a").in(Root.at.nested.leaf.optional["a"])]) == nil)
      let touched = LeafMessage.touched.to(Root.at.nested.leaf)
      #expect(updater.update(model: root, message: touched).0.nested.leaf.touches == 1)
    }
  }

  @Test func aChildTakesMessagesOfSeveralTypes() {
    let updater = CombinedUpdater<App>([.slice(\.leaf, Self.leaf)])
    let (model, _) = updater.update(model: App(), message: Extra.poked.to(App.at.leaf))
    #expect(model.leaf.touches == 10)
  }

  @Test func genericModelsHaveAddresses() {
    let box = CombinedUpdater<Box<Leaf>>([.slice(\.content, Self.leaf)])
    let updater = CombinedUpdater<App>([.slice(\.box, box)])
    let message = LeafMessage.touched.to(App.at.box.content)
    #expect(updater.update(model: App(), message: message).0.box.content.touches == 1)
    #expect("\(App.at.box.content)" == "App.at.box.content")
  }

  @Test func aComputedPropertyIsAStepOfItsOwn() {
    let updater = CombinedUpdater<App>([.slice(\.computed, Self.leaf)])
    let message = LeafMessage.touched.to(App.at.computed)
    #expect(updater.update(model: App(), message: message).0.leaf.touches == 1)
    var app = App()
    app.leaf.optional = Inner()
    let inner = LeafMessage.touched.to(App.at.computed.optional)
    let (model, commands) = updater.update(model: app, message: inner)
    #expect(model.leaf.optional?.touches == 1)
    #expect(difference(commands, [Save(name: "a").in(App.at.computed.optional["a"])]) == nil)
  }

  @Test func partsOfOneOffsetAreToldApartByTheirType() {
    struct Outer: Model {
      var leaf = Leaf(name: "first")
    }
    struct Root: Model { var outer = Outer() }
    let updater = CombinedUpdater<Root>([.slice(\.outer.leaf, Self.leaf)])
    struct OuterMessage: MessageTo { typealias Receiver = Outer }
    StepTest(updater, model: Root()).send(
      OuterMessage().to(Root.at.outer), expectingNoReceiver: true)
  }

  /// One model, two features with messages of their own.
  @Test func oneModelMayBeUsedByTwoFeatures() {
    enum Left: MessageTo {
      typealias Receiver = Leaf
      case go
    }
    enum Right: MessageTo {
      typealias Receiver = Leaf
      case go
    }
    struct Pair: Model, Equatable {
      var left = Leaf(name: "left")
      var right = Leaf(name: "right")
    }
    let pair = CombinedUpdater<Pair>([
      .slice(
        \.left,
        TypedFunctionUpdater { (model: inout Leaf, message: Left) in
          model.touches = 1
          return []
        }),
      .slice(
        \.right,
        TypedFunctionUpdater { (model: inout Leaf, message: Right) in
          model.touches = 2
          return []
        }),
    ])
    let test = StepTest(pair, model: Pair())
    test.send(Left.go.to(Pair.at.left)) { $0.left.touches = 1 }
    test.send(Right.go.to(Pair.at.right)) { $0.right.touches = 2 }
    test.send(Left.go.to(Pair.at.right), expectingNoReceiver: true)
  }

  @Test(arguments: [false, true])
  func anAddressInAClosurePartIsRelativeToIt(isModified: Bool) {
    struct Board: Model, Equatable {
      var decks = [Leaf(name: "deck", optional: Inner())]
      static let first = ClosurePart<Board, Leaf>("first") { model, change in
        if !model.decks.isEmpty { change(&model.decks[0]) }
      }
    }
    struct Table: Model, Equatable {
      var before = 0
      var board = Board()
    }
    struct Started: Message {}
    let starting = TypedFunctionUpdater { (_: inout Leaf, _: Started) in
      [Send(.touched, to: Leaf.at.optional)]
    }
    let deck = CombinedUpdater<Leaf>([.full(Self.leaf), .full(starting)])
    let board = CombinedUpdater<Board>([.slice(Board.first, deck)])
    let table = CombinedUpdater<Table>([
      isModified
        ? .slice(\.board, board.modified { model, _, next in next(&model) })
        : .slice(\.board, board)
    ])
    let test = AppTest(Program(model: Table(), table))
    test.start()
    let expected: [any Command] = [
      Send(.touched, to: Leaf.at.optional),
      Save(name: "a").in(Table.at.board[part: Board.first].optional["a"]),
    ]
    test.send(Started(), commands: expected) { $0.board.decks[0].optional?.touches = 1 }
    test.finish(ignoringPending: [Save.self])
  }

  @Test func aCommandIsSentToAChildAsAMessageIsDispatched() {
    struct Extra: MessageTo, Equatable { typealias Receiver = Inner }
    let address = Leaf.at.optional
    func same(_ one: any Command, _ other: any Command) -> Bool {
      difference([one], [other]) == nil
    }
    #expect(same(Send(.touched, to: address), Send(LeafMessage.touched.to(address))))
    #expect(same(Send(Extra(), to: address), Send(Extra().to(address))))
    #expect(!same(Send(.touched, to: address), Send(LeafMessage.touched)))
  }
}
