import Katana
import KatanaTesting
import Testing

/// What `Docs/navigation.md` says and the client Navigator does not do.
@Suite struct NavigationGuideTests {
  enum EditorMessage: Message, Equatable { case loadTapped, loaded(String), closeTapped }

  struct LoadText: Command, Equatable {
    var id: Int
    var reply = Reply(EditorMessage.loaded)
  }

  struct Editor: Model, Equatable, Identifiable {
    typealias Receives = EditorMessage
    var id: Int
    var text = ""
  }

  enum Destination: Model, Equatable, Identifiable {
    case edit(Editor)

    var id: String {
      switch self {
      case .edit(let editor): "edit \(editor.id)"
      }
    }

    static let editCase = EnumCase("edit", Destination.edit) {
      if case .edit(let it) = $0 { it } else { nil }
    }
  }

  struct Home: Model, Equatable {
    var destination: Destination?
  }

  struct EditorUpdater: TypedUpdater {
    func update(model: inout Editor, message: EditorMessage) -> [any Command] {
      switch message {
      case .loadTapped: return [LoadText(id: model.id)]
      case .loaded(let text): model.text = text
      case .closeTapped: break
      }
      return []
    }
  }

  static let homeFeature = CombinedUpdater<Home>([
    .optional(
      \.destination,
      CombinedUpdater<Destination>([
        .case(Destination.editCase, EditorUpdater()) { _, message in
          message == .closeTapped ? [Dismiss()] : []
        }
      ]))
  ])

  @Test func theAddressOfAnIdentifiedPayloadHasEachID() {
    let app = AppTest(
      Program(model: Home(destination: .edit(Editor(id: 1))), Self.homeFeature))
    let edit = Home.at.destination["edit 1"][case: Destination.editCase][1]
    app.send(
      .loadTapped, to: Home.at.destination[case: Destination.editCase],
      commands: [LoadText(id: 1).in(edit)])
    app.answer(\LoadText.reply, with: "one") { $0.destination = .edit(Editor(id: 1, text: "one")) }
    app.finish()
  }

  @Test func theListenerOfACaseDismissesTheValueAroundIt() {
    let app = AppTest(
      Program(model: Home(destination: .edit(Editor(id: 1))), Self.homeFeature))
    app.send(
      .closeTapped, to: Home.at.destination[case: Destination.editCase],
      commands: [Dismiss().in(Home.at.destination["edit 1"])]
    ) { $0.destination = nil }
    app.finish()
  }
}
