import KatanaRuntime
import KatanaTesting
import Testing

extension TreeTest {
  /// Modifiers and listeners, alone and with what is below them: each part runs once for a message.
  @Suite struct ModifiedTreeTests {
    struct Node: Model, Identifiable, Equatable {
      typealias Receives = PartMessage
      var id = 1
      var taps = 0
      var children: [Node] = []
    }

    enum Nodes {
      static let feature: CombinedUpdater<Node> = CombinedUpdater([
        .full(
          TypedFunctionUpdater { (model: inout Node, message: PartMessage) in
            model.taps += 1
            return []
          }),
        .each(\.children, LazyFeature { feature }.modified { model, _, next in next(&model) }),
      ])
    }

    @Test func aMessageReachesARecursiveFeatureBelowAModifier() throws {
      let test = try start(Nodes.feature, model: Node(children: [Node()]))
      test.runtime.dispatch(.tapped, to: Node.at.children[1])
      #expect(test.runtime.model.children[0].taps == 1)
    }

    enum Screen: Equatable, Sendable {
      case home
      case detail(Detail)

      static let detailCase = EnumCase("detail", Screen.detail) {
        if case .detail(let detail) = $0 { detail } else { nil }
      }
    }

    struct ScreenApp: Model, Equatable {
      var screen = Screen.detail(Detail(inner: Inner()))
      var heard: [String] = []
    }

    @Test func listenersMayReplaceACaseWithAModifier() throws {
      let detail = CombinedUpdater<Detail>([
        .optional(\.inner, inner),
        .listen(any: Inner.self) { model, _, _ in
          model.inner = nil
          return []
        },
      ])
      let app = CombinedUpdater<ScreenApp>([
        .case(
          \.screen, Screen.detailCase, detail.modified { model, _, next in next(&model) }),
        .listen(any: Inner.self) { model, _, _ in
          model.heard.append("\(model.screen)")
          model.screen = .home
          return []
        },
      ])
      let test = try start(app, model: ScreenApp())
      test.runtime.dispatch(.tapped, to: ScreenApp.at.screen[case: Screen.detailCase].inner)
      #expect(test.runtime.model.screen == .home)
      #expect(test.runtime.model.heard.count == 1)
      #expect(test.issues.issues.map(\.text) == [])
    }

    final class ClassMessage: Message {}

    struct UntypedUpdater: Updater {
      typealias TypedModel = App

      func update(model: inout App, message: any Message) -> [any Command] {
        model.heard.append("untyped")
        return []
      }
    }

    @Test func anUntypedUpdaterBelowModifiersRunsOnceForEachMessage() throws {
      let ofClass = TypedFunctionUpdater { (model: inout App, message: ClassMessage) in
        model.heard.append("class")
        return []
      }
      let ofPart = TypedFunctionUpdater { (model: inout App, message: PartMessage) in
        model.heard.append("part")
        return []
      }
      let all = CombinedUpdater<App>([.full(UntypedUpdater()), .full(ofClass), .full(ofPart)])
      let modified = all.modified { model, _, next in next(&model) }
      let modifiedTwice = modified.modified { model, _, next in next(&model) }
      let test = try start(CombinedUpdater<App>([.full(modifiedTwice)]))
      test.runtime.dispatch(ClassMessage())
      test.runtime.dispatch(PartMessage.tapped)
      test.runtime.dispatch(Global())
      #expect(test.runtime.model.heard == ["untyped", "class", "untyped", "part", "untyped"])
    }

    struct Panel: Model, Equatable {
      typealias Receives = PartMessage
      var padding = 0
      var board = Board()
    }

    struct PanelApp: Model, Equatable {
      // No part: what loses its way below the modifiers could find it.
      var board = Board()
      var panel: Panel? = Panel()
    }

    @Test func wrappedCommandsKeepTheirRelativeAddressesBelowModifiers() throws {
      let board = CombinedUpdater<Board>([
        .each(\.rows, row),
        .full(
          TypedFunctionUpdater { (model: inout Board, message: PartMessage) in
            let second = Do("answer second").in(Board.at.rows[1]).cancellable(id: "second")
            return [
              Sequential([
                Do("answer first").in(Board.at.rows[1]), Concurrent([second], then: nil),
              ])
            ]
          }),
      ])
      let panel = CombinedUpdater<Panel>([
        .slice(\.board, board.modified { model, _, next in next(&model) })
      ])
      let app = CombinedUpdater<PanelApp>([
        .optional(\.panel, panel.modified { model, _, next in next(&model) })
      ])
      let test = try start(app, model: PanelApp())
      test.runtime.dispatch(.tapped, to: PanelApp.at.panel.board)
      #expect(test.runtime.model.panel?.board.rows[0].taps == 2)
      #expect(test.runtime.model.board == Board())
      #expect(test.log.all == ["answer first", "answer second"])
    }

    @Test func aProviderIsAskedAfterAListenerChangedTheModel() throws {
      let provider = FunctionSubscriptionProvider<App> { app in
        app.heard.isEmpty ? [] : [Source(name: "heard")]
      }
      let test = try start(
        CombinedUpdater<App>([
          .slice(\.left, CombinedUpdater<Board>([.each(\.rows, row)])),
          .listen(any: Row.self) { model, _, _ in
            model.heard.append("row")
            return []
          }, .full(provider),
        ]))
      test.runtime.dispatch(.tapped, to: App.at.left.rows[1])
      #expect(test.board.log.all == ["start heard 0"])
    }

    @Test func aModifierMayHandleAMessageInPlaceOfTheChild() throws {
      struct Child: Model {
        typealias Receives = Note
        var entries: [String] = []
      }
      struct Parent: Model {
        var child: Child? = Child()
        var entries: [String] = []
      }
      struct ChildUpdater: TypedUpdater {
        func update(model: inout Child, message: Note) -> [any Command] {
          model.entries.append("\(message)")
          return []
        }
      }
      let byHand = CombinedUpdater<Parent>([.optional(\.child, ChildUpdater())])
        .modified { model, incoming, _ in
          model.entries.append("\(incoming.address)")
          return []
        }
      let runtime = try Runtime(Program(model: Parent(), byHand))
      runtime.start()
      runtime.dispatch(Note.add(""), to: Parent.at.child)
      #expect(runtime.model.entries == ["Parent.at.child"])
      #expect(runtime.model.child?.entries == [])
      #expect(runtime.statistics.gone == 0)
    }
  }
}
