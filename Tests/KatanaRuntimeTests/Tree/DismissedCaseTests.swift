import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// `Dismiss` in the payload of a case.
@Suite struct DismissedCaseTests {
  struct Edit: Model, Identifiable, Equatable {
    typealias Receives = EditMessage
    var id = 1
  }
  enum EditMessage: Message, Equatable { case closeTapped }

  enum Destination: Model, Equatable {
    case edit(Edit)
    case share(Edit)
    static let editCase = EnumCase("edit", Destination.edit) {
      if case .edit(let edit) = $0 { edit } else { nil }
    }
    static let shareCase = EnumCase("share", Destination.share) {
      if case .share(let edit) = $0 { edit } else { nil }
    }
  }
  struct Home: Model, Equatable {
    var destination: Destination?
    var heard: [String] = []
  }
  struct Presented: Message { var destination: Destination? }

  static let edit = TypedFunctionUpdater { (_: inout Edit, _: EditMessage) in [Dismiss()] }
  static let destination = CombinedUpdater<Destination>([
    .case(Destination.editCase, edit), .case(Destination.shareCase, edit),
  ])
  static func home(_ destination: some Feature<Destination>) -> CombinedUpdater<Home> {
    CombinedUpdater([
      .full(
        TypedFunctionUpdater { (home: inout Home, message: Presented) in
          home.destination = message.destination
          return []
        }),
      .optional(\.destination, destination),
      .listen(to: Home.at.destination[case: Destination.editCase], Dismissed.self) { home, _, _ in
        home.heard.append(home.destination == nil ? "gone" : "there")
        return []
      },
    ])
  }

  @Test(arguments: [false, true])
  func theOptionalAroundTheEnumBecomesNil(isModified: Bool) {
    let home =
      isModified
      ? Self.home(Self.destination.modified { model, _, next in next(&model) })
      : Self.home(Self.destination)
    let app = AppTest(Program(model: Home(), home))
    let edit = Home.at.destination[case: Destination.editCase]
    app.send(Presented(destination: .edit(Edit()))) { $0.destination = .edit(Edit()) }
    app.send(EditMessage.closeTapped.to(edit), commands: [Dismiss().in(edit[1])]) {
      $0.destination = nil
      $0.heard = ["there"]
    }
    // An old message to the case removes no other one.
    app.send(Presented(destination: .share(Edit()))) { $0.destination = .share(Edit()) }
    app.send(Dismissed().to(edit), expectingNoReceiver: true)
    app.finish()
  }

  enum Sheet: Model, Equatable, Identifiable {
    case edit(Edit)
    var id: String { "sheet" }
    static let editCase = EnumCase("edit", Sheet.edit) {
      if case .edit(let edit) = $0 { edit } else { nil }
    }
  }
  struct Screen: Model, Equatable { var sheet: Sheet? }
  struct Save: Command, Equatable {}

  /// The listener of a case belongs to the enum. What the child returns has the ids of both.
  @Test func theListenerOfACaseDismissesTheValueAroundIt() {
    let saving = TypedFunctionUpdater { (_: inout Edit, _: EditMessage) in [Save()] }
    let sheet = CombinedUpdater<Sheet>([
      .case(Sheet.editCase, saving) { _, message in message == .closeTapped ? [Dismiss()] : [] }
    ])
    let app = AppTest(
      Program(
        model: Screen(sheet: .edit(Edit())), CombinedUpdater<Screen>([.optional(\.sheet, sheet)])))
    let address = Screen.at.sheet["sheet"]
    app.send(
      EditMessage.closeTapped.to(Screen.at.sheet[case: Sheet.editCase]),
      commands: [Save().in(address[case: Sheet.editCase][1]), Dismiss().in(address)]
    ) { $0.sheet = nil }
    app.answer(Save.self)
    app.finish()
  }
}
