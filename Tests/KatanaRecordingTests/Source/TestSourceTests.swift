import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct TestSourceTests {
  typealias Message = Shop.ShopMessage

  private func use(_ runtime: Runtime<Shop.App>) {
    runtime.dispatch(Message.loginTapped(name: "ada", password: Secret("hunter2")))
    runtime.dispatch(Message.itemCreated(1))
    runtime.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[1]))
    runtime.dispatch(Message.ticking(true))
    runtime.dispatch(Message.failed(reason: hostile))
    runtime.dispatch(Message.ticking(false))
  }

  /// A text that tries to leave a literal and a comment of generated source.
  private let hostile = "\"; fatalError() \\(exit(0)) \n */ // \u{202E} \u{1B}[2J"

  /// The test that was generated here before is compiled and run with the others. Delete it and run
  /// this test to have it written again.
  @Test func theGeneratedTestIsTheOneThatIsCompiled() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, use)
      let source = try Replay(Shop.format(), of: path).testSource(
        for: 1...7, named: "recordedShop", program: "Shop.program()", imports: ["import Foundation"]
      )
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("RecordedShopTests.swift")
      if !FileManager.default.fileExists(atPath: file.path) {
        try source.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == source)
    }
  }

  final class Box: Sendable {}
  struct Carry: Command, Equatable {
    var box = Box()
    static func == (lhs: Self, rhs: Self) -> Bool { true }
  }

  @Test func whatCannotBeWrittenIsNamed() async throws {
    try await withFolder { folder in
      let program = Program(
        model: Shop.App(),
        TypedFunctionUpdater { (model: inout Shop.App, message: Message) in [Carry()] })
      let path = try await Shop.record(in: folder, program: program) { $0.dispatch(Message.ticked) }
      let source = try Replay(Shop.format(program), of: path).testSource(
        for: 1...1, named: "recorded", program: "program")
      #expect(source.contains("// - the commands of message 1: "))
      #expect(source.contains("Box cannot be written as source"))
      #expect(source.contains("exhaustive: .everything.subtracting([.commands])"))
    }
  }

  @Test func aMessageInACommandNamesItsTypeAndAnEmptySetIsNoDictionary() async throws {
    try await withFolder { folder in
      let program = Program(
        model: Shop.App(),
        TypedFunctionUpdater { (model: inout Shop.App, message: Message) in
          if case .ticked = message { return [] }
          return [Sequential([Send(Message.ticked), Shop.Mark()])]
        })
      let path = try await Shop.record(in: folder, program: program) {
        $0.dispatch(Message.ticking(true))
      }
      let source = try Replay(Shop.format(program), of: path).testSource(
        for: 1...1, named: "recorded", program: "program")
      #expect(
        source.contains(
          "commands: [Sequential([Send(Shop.ShopMessage.ticked), Shop.Mark(marks: [], names: [:])])]"
        ))
    }
  }

  @Test func aRangeThatIsNotReachedIsAnError() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, use)
      let replay = try Replay(Shop.format(), of: path)
      let error = #expect(throws: RecordingError.self) {
        try replay.testSource(for: 6...9, named: "recorded", program: "program")
      }
      #expect(
        error?.description == """
          The test cannot be written: the replay does not compute message 9 (its last one is 7).
          A test begins and ends with a message that was handled.
          To fix this, choose the numbers of handled messages.
          """)
      #expect(throws: RecordingError.self) {
        try replay.testSource(for: 0...(.max), named: "recorded", program: "program")
      }
    }
  }

  @Test func numbersOfMessagesThatWereNotHandledAreNoGap() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder) { runtime in
        runtime.dispatch(Message.itemCreated(1))
        // No such row: counted, and not handled.
        runtime.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[2]))
        runtime.dispatch(Message.ticked)
      }
      let replay = try Replay(Shop.format(), of: path)
      let source = try replay.testSource(for: 1...3, named: "recorded", program: "program")
      #expect(source.contains("// 1, ") && source.contains("// 3, ") && !source.contains("// 2, "))
    }
  }

  struct Collections: Command, Equatable {
    var set: Set<Int> = []
    var map: [String: Int] = [:]
    var list: [Int] = []
  }

  @Test func emptyCollectionsAreWrittenAsTheirKind() async throws {
    try await withFolder { folder in
      let program = Program(
        model: Shop.App(),
        TypedFunctionUpdater { (model: inout Shop.App, message: Message) in [Collections()] })
      let path = try await Shop.record(in: folder, program: program) { $0.dispatch(Message.ticked) }
      let source = try Replay(Shop.format(program), of: path).testSource(
        for: 1...1, named: "recorded", program: "program")
      #expect(source.contains("Collections(set: [], map: [:], list: [])"))
    }
  }

  struct Tuples: Command, Equatable {
    var pair = (1, name: "a")
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.pair == rhs.pair }
  }

  @Test func aTupleIsWrittenWithItsLabels() async throws {
    let source = try await source(of: [Tuples()])
    #expect(source.contains(#"TestSourceTests.Tuples(pair: (1, name: "a"))"#), "\(source)")
  }

  struct Tree: Equatable, Sendable { var children: [Int: Tree] = [:] }
  struct Plant: Command, Equatable { var tree: Tree }

  /// Each tree is two levels deeper than the one around it; sixty levels are written.
  @Test func nestedDictionariesAreWrittenToTheirEnd() async throws {
    var tree = Tree()
    for _ in 0..<25 { tree = Tree(children: [1: tree]) }
    let source = try await source(of: [Plant(tree: tree)])
    #expect(!source.contains("cannot be written"), "\(source)")
    #expect(source.contains("children: [:]"))
  }

  struct Load: Command, Equatable { var id = 1 }
  enum ID { case load }

  /// Control modifiers and groups are written as a person writes them.
  @Test func controlIsWrittenAsItsModifiers() async throws {
    let commands: [any Command] = [
      Load().cancellable(id: ID.load, cancelInFlight: true),
      Load().queued(id: ID.load, .atMost(2)).debounced(id: "typing", for: .seconds(1)),
      Load().retried(Retry(2, after: .constant(.seconds(1)))).onFailure(Message.ticked),
      Load().retried(Retry(1), telling: Reply { _ in Message.ticked }),
      Load().timingOut(after: .seconds(5), Message.ticked).delayed(by: .seconds(2)),
      Load().throttled(id: 7, for: .seconds(3), .trailing).in(Shop.App.at.items[1]),
      Cancel(id: ID.load), Cancel(waiting: ID.load), Flush(id: ID.load),
    ]
    try await withFolder { folder in
      let program = Program(
        model: Shop.App(items: [Shop.Item(id: 1)]),
        TypedFunctionUpdater { (model: inout Shop.App, message: Message) in commands })
      let path = try await Shop.record(in: folder, program: program) { $0.dispatch(Message.ticked) }
      let source = try Replay(Shop.format(program), of: path).testSource(
        for: 1...1, named: "recorded", program: "program")
      let load = "TestSourceTests.Load(id: 1)"
      let id = "TestSourceTests.ID.load"
      let expected = [
        "\(load).cancellable(id: \(id), cancelInFlight: true)",
        "\(load).queued(id: \(id), .atMost(2)).debounced(id: \"typing\", for: .seconds(1))",
        "\(load).retried(Retry(2, after: .constant(.seconds(1))))"
          + ".onFailure(Shop.ShopMessage.ticked)",
        "\(load).retried(Retry(1, after: .constant(.seconds(0))), telling: "
          + "Reply { (_: RetryPause) -> Shop.ShopMessage in fatalError(\"of a recording\") })",
        "\(load).timingOut(after: .seconds(5), Shop.ShopMessage.ticked)"
          + ".delayed(by: .seconds(2))",
        "\(load).throttled(id: 7, for: .seconds(3), .trailing).in(Shop.App.at.items[1])",
        "Cancel(id: \(id))", "Cancel(waiting: \(id))", "Flush(id: \(id))",
      ]
      for text in expected { #expect(source.contains(text), "\(source)") }
      #expect(!source.contains("cannot be written"))
    }
  }

  private func subscribed(
    to subscription: any Subscription
  ) async throws -> String {
    try await withFolder { folder in
      let item = CombinedUpdater<Shop.Item>([
        .full(
          TypedFunctionUpdater { (item: inout Shop.Item, message: Shop.ItemMessage) in
            if case .added(let count) = message { item.count = count }
            return []
          }),
        .full(FunctionSubscriptionProvider<Shop.Item> { $0.count > 0 ? [subscription] : [] }),
      ])
      let program = Program(
        model: Shop.App(items: [Shop.Item(id: 1)]),
        CombinedUpdater<Shop.App>([.each(\.items, item)])
      )
      let path = try await Shop.record(in: folder, program: program) {
        $0.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[1]))
      }
      return try Replay(Shop.format(program), of: path).testSource(
        for: 1...1, named: "recorded", program: "program")
    }
  }

  @Test func aSubscriptionOfAChildIsWrittenWithItsAddress() async throws {
    let source = try await subscribed(to: Shop.Ticks())
    #expect(
      source.contains("subscriptions: [.started(Shop.Ticks().in(Shop.App.at.items[1]))]"),
      "\(source)")
  }

  // MARK: Texts that an app chooses

  struct CardID: LosslessStringConvertible, Hashable, Sendable, Codable {
    var text: String
    init(_ text: String) { self.text = text }
    var description: String { text }
  }
  enum Color: String, Sendable, Codable { case red, `default` }
  struct Card: Model, Identifiable, Codable, Equatable {
    typealias Receives = Message
    var id: CardID
  }
  struct Photo: Model, Codable, Equatable {
    typealias Receives = Message
    var color = Color.red
  }
  struct Rec: Model, Codable, Equatable {
    var cards = [Card(id: CardID("1"))]
    var photo: Photo? = Photo()
    var `first card`: Card? = Card(id: CardID("1"))
  }
  /// A command whose mirror has a label of the app's choice.
  struct Labelled: Command, Equatable, CustomReflectable {
    var label: String
    var customMirror: Mirror { Mirror(self, children: [label: 1], displayStyle: .struct) }
  }
  struct `Raw name`: Command, Equatable { var `a (b)` = 1 }

  /// Returns a generated test whose commands have the given ones.
  private func source(
    of commands: [any Command], named name: String = "recorded"
  ) async throws -> String {
    try await withFolder { folder in
      let program = Program(
        model: Rec(),
        TypedFunctionUpdater { (_: inout Rec, _: Message) in commands })
      let format = RecordingFormat(program, payloads: [Rec.self, Message.self])
      let recorder = try Recorder(format, in: folder, name: "rec")
      let runtime = try Runtime(
        program,
        options: RuntimeOptions(
          eventHandlers: [recorder.eventHandler], issues: IssueRecorder().handler))
      runtime.start()
      runtime.dispatch(Message.ticked)
      await runtime.shutdown()
      await recorder.close()
      return try Replay(format, of: recorder.path).testSource(
        for: 1...1, named: name, program: "program")
    }
  }

  @Test func idsInAddressesAreLiterals() async throws {
    let hostile = CardID("0]); pwned(); _ = (Rec.at.cards[0")
    let source = try await source(of: [
      Load().in(Rec.at.cards[hostile]),
      Load().in(Rec.at.photo[id: Color.default]), Load().in(Rec.at.photo[id: hostile]),
      Load().in(Rec.at.`first card`),
    ])
    let load = "TestSourceTests.Load(id: 1)"
    let id = #"TestSourceTests.CardID(text: "0]); pwned(); _ = (Rec.at.cards[0")"#
    let expected = [
      "\(load).in(TestSourceTests.Rec.at.cards[\(id)])",
      "\(load).in(TestSourceTests.Rec.at.photo[id: TestSourceTests.Color.`default`])",
      "\(load).in(TestSourceTests.Rec.at.photo[id: \(id)])",
      "\(load).in(TestSourceTests.Rec.at.`first card`)",
    ]
    for text in expected { #expect(source.contains(text), "\(source)") }
    #expect(!source.contains("cannot be written"))
  }

  @Test func theLabelsOfACustomMirrorAreNoSource() async throws {
    for label in ["x: 0); pwned(", "a b", "$x", "`a`; pwned(); `b`"] {
      let source = try await source(of: [Labelled(label: label)])
      #expect(!source.contains("pwned"), "\(source)")
      #expect(source.contains("// - the commands of message 1: "))
    }
  }

  @Test func namesThatNeedBackticksHaveThem() async throws {
    let source = try await source(of: [`Raw name`()], named: "default")
    #expect(source.contains("[TestSourceTests.`Raw name`(`a (b)`: 1)]"), "\(source)")
    #expect(source.contains("@Test func `default`() {"))
  }

  @Test(arguments: ["", "a b", "a() {}; func b", "1a", "`a`; func `b`", "a\nb"])
  func aTextThatCannotBeANameOfAFunctionIsAnError(_ name: String) async throws {
    let error = await #expect(throws: RecordingError.self) { try await source(of: [], named: name) }
    #expect(
      error?.description == """
        \(quotedText(name)) cannot be the name of a test function.
        To fix this, pass a name with letters and digits, or one in backticks.
        """)
  }

  @Test func aSubscriptionWithAMapIsNamedAsNotWritable() async throws {
    let mapped = Shop.Ticks().map { (_: Message) in Shop.ItemMessage.added(1) }
    let source = try await subscribed(to: mapped)
    #expect(source.contains("// - the subscriptions of message 1: "), "\(source)")
    #expect(source.contains("exhaustive: .everything.subtracting([.subscriptions])"))
    #expect(!source.contains(".started("))
  }

  struct Detail: Model, Codable, Equatable { var current = Shop.Item(id: 1) }

  /// The property `id` is a constant, so a test cannot assign it.
  @Test func aValueWithAnotherIDIsWrittenAsAWhole() async throws {
    try await withFolder { folder in
      let program = Program(
        model: Detail(),
        TypedFunctionUpdater { (model: inout Detail, message: Message) in
          if case .itemCreated(let id) = message { model.current = Shop.Item(id: id, count: 3) }
          return []
        })
      let format = RecordingFormat(program, payloads: [Detail.self, Message.self])
      let recorder = try Recorder(format, in: folder, name: "shop")
      let runtime = try Runtime(
        program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
      runtime.start()
      runtime.dispatch(Message.itemCreated(1))
      runtime.dispatch(Message.itemCreated(2))
      await runtime.shutdown()
      await recorder.close()
      let source = try Replay(format, of: recorder.path).testSource(
        for: 1...2, named: "recorded", program: "program")
      #expect(source.contains("    $0.current.count = 3\n"))
      #expect(source.contains("    $0.current = Shop.Item(id: 2, count: 3)\n"), "\(source)")
      #expect(!source.contains("$0.current.id"))
    }
  }

  @Test func reduxDevToolsGetActionsAndModels() async throws {
    struct File: Decodable {
      struct Action: Decodable {
        struct Content: Decodable {
          var type: String
          var cause: Int?
        }
        var type: String
        var action: Content
      }
      struct State: Decodable {
        var state: Shop.State
      }
      var nextActionId: Int
      var actionsById: [String: Action]
      var stagedActionIds: [Int]
      var currentStateIndex: Int
      var computedStates: [State]
    }
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, use)
      let text = try Replay(Shop.format(), of: path).reduxDevTools()
      let file = try JSONDecoder().decode(File.self, from: Data(text.utf8))
      #expect(file.stagedActionIds == Array(0...7))
      #expect(file.actionsById["0"]?.action.type == "@@INIT")
      #expect(file.actionsById["2"]?.action.type == "ShopMessage.loggedIn")
      #expect(file.actionsById["2"]?.action.cause == 1)
      #expect(file.computedStates.count == 8)
      #expect(file.computedStates[3].state.items.count == 1)
      #expect(file.currentStateIndex == 7)
    }
  }
}

extension Shop {
  /// A command with collections that are empty.
  struct Mark: Command, Equatable {
    var marks: Set<Int> = []
    var names: [Int: String] = [:]
  }

  /// What of the model another reader sees.
  struct State: Decodable {
    struct Item: Decodable { var id: Int }
    var items: [Item]
  }
}
